// The Containerfile: no linter finds anything, and its Node is that of the project.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('the Containerfile', () => {
  const text = readFileSync(join(ROOT, 'Containerfile'), 'utf8');

  test('has nothing that a linter finds', () => {
    expect(validate(text)).toEqual([]);
    // The linter finds something where there is something.
    expect(validate(text.replace('STOPSIGNAL SIGTERM', 'STOPSIGNAL SIGTREM\nCMD node'))).not.toEqual([]);
  });

  test('is built from the Node that the project has', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const [, major] = /^\D*(\d+)/.exec(devDependencies.node) ?? [];
    expect([...text.matchAll(/^FROM \S+\/node:(\d+)-/gm)].map(([, one]) => one)).toEqual([major, major]);
  });
});
