// The program of the executable: unpacks the package once, and starts it.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { unpack } from './unpack.ts';

try {
  // What is inside of an executable loads the modules of Node only; what is in a file loads others too.
  const start = join(unpack(), 'start.cjs');
  createRequire(start)(start);
} catch (error) {
  console.error(`understudy: ${(error as Error).message}`);
  process.exitCode = 1;
}
