// TypeScript compiler for files written by a test.

import { fileURLToPath } from 'node:url';
import { program } from './command-process.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
// Ignores a configuration above the temporary folder.
const OPTIONS = '--ignoreConfig --noEmit --strict --target es2022 --module nodenext --types node'.split(' ');

/** Type-checks a file of a folder. */
export function compile(file: string, cwd: string): ReturnType<typeof program> {
  return program([TSC, ...OPTIONS, file], { cwd });
}
