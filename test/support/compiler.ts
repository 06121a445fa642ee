// TypeScript's compiler for files that a test has written.

import { fileURLToPath } from 'node:url';
import { program } from './command-process.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
// A configuration above the temporary folder is none of the test's.
const OPTIONS = '--ignoreConfig --noEmit --strict --target es2022 --module nodenext --types node'.split(' ');

/** Compiles a file of a folder, without output. */
export function compile(file: string, cwd: string): ReturnType<typeof program> {
  return program([TSC, ...OPTIONS, file], { cwd });
}
