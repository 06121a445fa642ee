// The command of the README, in a clone without a build.

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

test('npm prints errors only', async () => {
  // npm often runs this test and sets variables that would change its output.
  const { npm_config_loglevel: _, ...env } = process.env;
  const { stdout, stderr } = await promisify(execFile)('npm', ['config', 'get', 'loglevel'], { cwd: ROOT, env });
  expect([stdout, stderr]).toEqual(['error\n', '']);
});

test('a Node that cannot run the sources prints an alternative', async () => {
  const script = ['--no-experimental-strip-types', 'bin/understudy.js', '--version'];
  const rejected = await promisify(execFile)(process.execPath, script, { cwd: ROOT }).catch((error) => error);
  expect([rejected.code, rejected.stderr]).toEqual([
    1,
    `Node ${process.versions.node} does not run TypeScript. In a clone use npx understudy, which takes the Node that npm ci installed.\n`,
  ]);
});

test('a Node that is too old prints the supported versions', async () => {
  // It cannot load what the libraries load, like versions before 22.12.
  const script = ['--no-experimental-require-module', 'bin/understudy.js', '--version'];
  const rejected = await promisify(execFile)(process.execPath, script, { cwd: ROOT }).catch((error) => error);
  expect([rejected.code, rejected.stderr]).toEqual([
    1,
    `Understudy needs Node 22.12 or later, and this is Node ${process.versions.node}.\n`,
  ]);
});
