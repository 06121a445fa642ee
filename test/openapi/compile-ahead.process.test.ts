// Background compilation in an idle process.

import { expect, test } from 'vitest';
import { program } from '../support/command-process.ts';

test('compiles in an idle process, and does not delay its exit', async () => {
  const source = new URL('../../src/openapi/schema/compile-ahead.ts', import.meta.url).href;
  const script = `
    import { compileAhead } from '${source}';
    const compile = function* () {
      for (let turn = 0; turn < 10; turn += 1) {
        for (const began = performance.now(); performance.now() < began + 12; );
        yield;
      }
    };
    const asleep = setTimeout(() => console.log('asleep'), 60_000);
    await compileAhead({ source: {}, compile }, new AbortController().signal);
    clearTimeout(asleep);
    console.log('compiled');
    void compileAhead({ source: {}, *compile() { for (;;) yield; } }, new AbortController().signal);`;
  const { stdout } = await program(['--input-type=module', '-e', script], { cwd: '.' }).ended;
  expect(stdout).toBe('compiled\n');
});
