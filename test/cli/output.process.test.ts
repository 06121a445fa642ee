// What commands do with their output when nobody reads it to the end.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { understudyProcess } from '../support/command-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test.each([
  ['operations', 'spec/control.yaml'],
  ['types', 'spec/control.yaml'],
])('understudy %s says nothing of a reader who has left, as head does', async (...args) => {
  const { child, ended } = understudyProcess(args, { cwd: ROOT });
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});
