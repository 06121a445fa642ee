// Starts the command line in this process.

import module from 'node:module';
import { processIO } from './io.ts';
import { isServing, run } from './run.ts';

// Later starts read compiled code from the temporary folder.
module.enableCompileCache();

/** Commands that send or forward many requests. */
const TESTING: readonly (string | undefined)[] = ['verify', 'parity', 'proxy'];

const args = process.argv.slice(2);
if (isServing(args) || TESTING.includes(args[0])) (await import('./limit-memory.ts')).boundYoungSpace();
process.exitCode = await run(args, processIO());
