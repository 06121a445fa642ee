// Output of commands into a closed pipe.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { understudyProcess } from '../support/command-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test.each([
  ['operations', 'spec/control.yaml'],
  ['types', 'spec/control.yaml'],
])('understudy %s prints no error when its output is closed, as by head', async (...args) => {
  const { child, ended } = understudyProcess(args, { cwd: ROOT });
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});
