// The script of the guide for CI: every command runs, and the worst exit code is that of the script.

import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.ts';

const GUIDE = new URL('../../docs/guides/verify-in-ci.md', import.meta.url);

/** Ends with the code that `CODES` has for its command, and logs the command. */
const NPX = `#!/bin/sh
echo "$2" >> ran.txt
eval "exit \\$$2"
`;

test.each([
  [{ lint: 0, diff: 0, verify: 0 }, 0],
  [{ lint: 0, diff: 1, verify: 0 }, 1],
  [{ lint: 0, diff: 1, verify: 2 }, 2],
  [{ lint: 2, diff: 1, verify: 1 }, 2],
  [{ lint: 0, diff: 0, verify: 143 }, 143],
])('with the exit codes %j, all commands run and the script ends with %i', async (codes, expected) => {
  const folder = await temporaryFolder();
  const [, script = ''] = /```sh \[ci\.sh\]\n(.*?)```/s.exec(await readFile(GUIDE, 'utf8')) ?? [];
  await writeFile(join(folder, 'ci.sh'), script);
  await writeFile(join(folder, 'npx'), NPX);
  await chmod(join(folder, 'npx'), 0o755);
  const texts = Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, `${code}`]));
  const env = { ...process.env, ...texts, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const code = await new Promise((resolve) => {
    execFile('sh', ['ci.sh'], { cwd: folder, env }, (error) => resolve(error?.code ?? 0));
  });
  expect([code, await readFile(join(folder, 'ran.txt'), 'utf8')]).toEqual([expected, 'lint\ndiff\nverify\n']);
});
