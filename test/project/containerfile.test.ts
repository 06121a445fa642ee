// The Containerfile: no findings of a linter, and the Node version of the project.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('the Containerfile', () => {
  const text = readFileSync(join(ROOT, 'Containerfile'), 'utf8');

  test('has no findings of a linter', () => {
    expect(validate(text)).toEqual([]);
    // The linter works: it reports a wrong file.
    expect(validate(text.replace('STOPSIGNAL SIGTERM', 'STOPSIGNAL SIGTREM\nCMD node'))).not.toEqual([]);
  });

  test('uses the Node version of the project', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const [, major] = /^\D*(\d+)/.exec(devDependencies.node) ?? [];
    expect([...text.matchAll(/^FROM \S+\/node:(\d+)-/gm)].map(([, one]) => one)).toEqual([major, major]);
  });
});
