// Loaded into the process that is attacked, before its program: tells how much memory it holds when it is asked.

import type { Memory } from './server.ts';

process.on('message', () => {
  // Twice: what is freed by the first may hold on to more.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const memory: Memory = { held: heapUsed + external, peak: process.resourceUsage().maxRSS * 1024 };
  process.send?.(memory);
});
// The program decides when it ends.
process.channel?.unref();
