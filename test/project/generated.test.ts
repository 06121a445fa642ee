// Generated files say what the generator says today.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { understudy } from '../support/command.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: { generate: string } };
const steps = [...scripts.generate.matchAll(/understudy\.js types (\S+) > (\S+)/g)].map(
  ([, source = '', target = '']) => [target, source] as const,
);

describe('npm run generate', () => {
  test('makes three files of types, the schema of the config, and those of buf', () => {
    expect(steps).toHaveLength(3);
    expect(scripts.generate.split('&&')).toHaveLength(5);
  });

  test.each(steps)('would leave %s as it is', async (target, source) => {
    const { code, stdout } = await understudy(['types', source], { cwd: ROOT }).ended;
    expect(code).toBe(0);
    expect(readFileSync(`${ROOT}${target}`, 'utf8')).toBe(stdout);
  });
});
