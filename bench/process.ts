// What the system tells about a running process (proc(5)); not a number where it does not tell.

import { readFileSync } from 'node:fs';

/** Processor time that a process has used so far, in seconds, counted in steps of 10 ms. */
export function processorTimeOf(pid: number): number {
  // The second field is the name in brackets, which may hold spaces. Fields 14 and 15 are meant.
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory, in bytes. */
export interface Memory {
  readonly now: number;
  /** The most that it has had. */
  readonly most: number;
}

/** Memory of a process. */
export function memoryOf(pid: number): Memory {
  const status = read(`/proc/${pid}/status`);
  const bytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), most: bytes('VmHWM') };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
