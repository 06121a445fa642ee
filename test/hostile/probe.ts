// Loaded into the process that is attacked, before its program: tells how much memory it holds when it is asked.

import { readFileSync } from 'node:fs';
import type { Memory } from './server.ts';

/** Peak memory of this program in bytes (`VmHWM`, proc(5)); `process.resourceUsage` includes the parent process before `exec`. */
function peak(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

process.on('message', () => {
  // Twice: what is freed by the first may hold on to more.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const memory: Memory = { held: heapUsed + external, peak: peak() };
  process.send?.(memory);
});
// The program decides when it ends.
process.channel?.unref();
