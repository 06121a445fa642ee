// The command as the README writes it, in a clone that nobody has built.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = new URL('../../', import.meta.url);

test('npx understudy runs from the sources', async () => {
  const env = { ...process.env, npm_config_cache: await temporaryFolder(), npm_config_offline: 'true' };
  const { stdout } = await promisify(execFile)('npx', ['understudy', 'lint', 'spec/control.yaml'], { cwd: ROOT, env });
  expect(stdout).toBe('spec/control.yaml: no findings\n');
});
