// Starts the command line in this process.

import module from 'node:module';
import { processIO } from './io.ts';
import { isServing, run } from './run.ts';
import { boundYoungSpace } from './serve/limit-memory.ts';

// Later starts read compiled code from the temporary folder. Node 20 lacks this function.
module.enableCompileCache?.();

const args = process.argv.slice(2);
if (isServing(args)) boundYoungSpace();
process.exitCode = await run(args, processIO());
