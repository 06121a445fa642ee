// `understudy serve` with odd paths for its settings: it prints its address or an error.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Flag } from '../../src/cli/command.ts';
import { SERVE } from '../../src/cli/command-tables/serve.ts';
import { ODD_PATHS, oddFolder, outcomeOf } from '../support/odd-paths.ts';

const pair = (name: string) => new URL(`../support/tls/for-tests-only.${name}.pem`, import.meta.url).pathname;

/** Arguments before the path, by setting. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  data: [],
  handlers: ['--memory'],
  overlay: ['--memory'],
  'tls-cert': ['--memory', '--tls-key', pair('key')],
  'tls-key': ['--memory', '--tls-cert', pair('cert')],
};

/** Settings for which some of these paths are valid. */
const RIGHT: Readonly<Record<string, readonly string[]>> = {
  data: [
    ...['d', './d', 'd/e/f', 'missing/x.yaml', '..', ' ', 'folder', 'folder/x'],
    // A privileged user may write to any folder.
    ...(process.getuid?.() === 0 ? ['read-only', 'read-only/x'] : []),
  ],
  handlers: ['..', 'folder', 'read-only'],
};

test('this table has every setting with a file or a folder', () => {
  const takesPath = ({ takes = '' }: Flag) => takes === 'FILE' || takes === 'DIR';
  const settings = Object.entries(SERVE.flags).flatMap(([name, flag]) => (takesPath(flag) ? name : []));
  expect(settings.toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
});

describe.runIf(process.platform !== 'win32')('understudy serve', () => {
  test.each(Object.entries(SETTINGS))('with any path for --%s prints its address or an error', async (flag, before) => {
    const cwd = await oddFolder();
    const outcomes: string[] = [];
    for (const path of ODD_PATHS) {
      const args = ['serve', 'library.yaml', '--port', '0', ...before, `--${flag}`, path];
      outcomes.push(`${path}: ${await outcomeOf(args, cwd)}`);
    }
    const right = RIGHT[flag] ?? [];
    expect(outcomes).toEqual(ODD_PATHS.map((path) => `${path}: ${right.includes(path) ? 'address' : 'error'}`));
  });

  test('with any path for a document prints an error', async () => {
    const cwd = await oddFolder();
    const outcomes: string[] = [];
    for (const path of ODD_PATHS) outcomes.push(await outcomeOf(['serve', '--port', '0', '--memory', path], cwd));
    expect(new Set(outcomes)).toEqual(new Set(['error']));
  });

  test('ignores a pipe that is named like a document', async () => {
    const cwd = await oddFolder();
    execFileSync('mkfifo', [join(cwd, 'openapi.yaml')]);
    expect(await outcomeOf(['serve', '--port', '0', '--memory'], cwd)).toBe('address');
  });
});
