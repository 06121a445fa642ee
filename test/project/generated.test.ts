// Generated files are up to date.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { identityDocument } from '../write-identity-document.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: { generate: string } };
const steps = [...scripts.generate.matchAll(/understudy\.js types (\S+) > (\S+)/g)].map(
  ([, source = '', target = '']) => [target, source] as const,
);

describe('npm run generate', () => {
  test('writes a document, three files of types, the schema of the config, and those of buf', () => {
    expect(steps).toHaveLength(3);
    expect(scripts.generate.split('&&')).toHaveLength(6);
  });

  test('would not change spec/identity.yaml', () => {
    const source = readFileSync(`${ROOT}spec/source/identity.yaml`, 'utf8');
    expect(readFileSync(`${ROOT}spec/identity.yaml`, 'utf8')).toBe(identityDocument(source));
  });

  test.each(steps)('would not change %s', async (target, source) => {
    const { code, stdout } = await understudy(['types', source], { cwd: ROOT }).ended;
    expect(code).toBe(0);
    expect(readFileSync(`${ROOT}${target}`, 'utf8')).toBe(stdout);
  });
});
