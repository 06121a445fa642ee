// Commands other than `serve` with odd paths: they end, or print an address.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ODD_PATHS, oddFolder, outcomeOf } from '../support/odd-paths.ts';

/** Closed port. */
const NOWHERE = 'http://127.0.0.1:1';
const DATABASE = 'postgres://nobody@127.0.0.1:1/none';

const HAR = JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries: [] } });

/** Input files. */
const READING: Readonly<Record<string, (path: string) => readonly string[]>> = {
  'operations FILE': (path) => ['operations', path],
  'operations --handlers': (path) => ['operations', '--handlers', path, 'library.yaml'],
  'operations --overlay': (path) => ['operations', '--overlay', path, 'library.yaml'],
  'lint FILE': (path) => ['lint', path],
  'lint --ruleset': (path) => ['lint', '--ruleset', path, 'library.yaml'],
  'lint --against': (path) => ['lint', '--against', path, 'library.yaml'],
  'verify FILE': (path) => ['verify', path],
  'verify --values': (path) => ['verify', '--values', path, 'library.yaml'],
  'verify --ca': (path) => ['verify', '--ca', path, 'library.yaml'],
  'verify --contracts': (path) => ['verify', '--contracts', path, 'library.yaml', NOWHERE],
  'parity --recording': (path) => ['parity', '--recording', path, 'library.yaml', NOWHERE],
  'proxy DOCUMENT': (path) => ['proxy', '--port', '0', path, NOWHERE],
  'import FILE': (path) => ['import', '--fixtures', 'fixtures', 'library.yaml', path],
  'types FILE': (path) => ['types', path],
  'proto FILE': (path) => ['proto', path],
  'diff NEW': (path) => ['diff', 'library.yaml', path],
  'coverage FILE': (path) => ['coverage', path],
  'state import': (path) => ['state', 'import', path, 'library.yaml', '--store', DATABASE],
};

/** Output files. */
const WRITING: Readonly<Record<string, (path: string) => readonly string[]>> = {
  'init DIR': (path) => ['init', 'library.yaml', path],
  'handler --handlers': (path) => ['handler', '--document', 'library.yaml', '--handlers', path, 'getBook'],
  'proxy --record': (path) => ['proxy', '--port', '0', '--record', path, 'library.yaml', NOWHERE],
  'import --fixtures': (path) => ['import', '--fixtures', path, 'library.yaml', 'empty.har'],
  'import --examples': (path) => ['import', '--examples', path, 'library.yaml', 'empty.har'],
  'import --contracts': (path) => ['import', '--contracts', path, 'library.yaml', 'empty.har'],
  'state export': (path) => ['state', 'export', path, '--store', DATABASE],
};

describe.runIf(process.platform !== 'win32')('understudy', () => {
  test.each(Object.entries({ ...READING, ...WRITING }))(
    '%s with any path ends, or prints an address',
    async (_, of) => {
      for (const path of ODD_PATHS) {
        const cwd = await oddFolder();
        await writeFile(join(cwd, 'empty.har'), HAR);
        expect(['address', 'done', 'error'], path).toContain(await outcomeOf(of(path), cwd));
      }
    },
  );

  // A pipe waits for its reader, which may be a program that reads the report.
  test.each(['junit', 'sarif', 'html'])('verify --%s with any path except a pipe ends', async (form) => {
    for (const path of ODD_PATHS.filter((one) => one !== 'pipe'))
      expect(await outcomeOf(['verify', `--${form}`, path, 'library.yaml', NOWHERE], await oddFolder()), path).toBe(
        'error',
      );
  });
});
