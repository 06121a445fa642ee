// Preloaded into the attacked process: reports its memory on request.

import { readFileSync } from 'node:fs';
import type { Memory } from './server.ts';

/** Peak memory of this program in bytes (`VmHWM`, proc(5)); `process.resourceUsage` includes the parent process before `exec`. */
function peak(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

process.on('message', () => {
  // Twice: objects freed by the first run may have held others.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const memory: Memory = { held: heapUsed + external, peak: peak() };
  process.send?.(memory);
});
// It must not keep the process running.
process.channel?.unref();
