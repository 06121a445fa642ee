// Figures of the system for a running process (proc(5)); NaN where they are not available.

import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of a process so far, in seconds, in steps of 10 ms. */
export function processorTimeOf(pid: number): number {
  const { own } = timesOf(pid);
  return own;
}

/** The same including all child processes, also ended ones. Linux only. */
export function processorTimeOfFamily(pid: number): number {
  const { own, ended } = timesOf(pid);
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && timesOf(Number(name)).parent === pid);
  return children.reduce((sum, child) => sum + timesOf(Number(child)).own, own + ended);
}

/** In seconds: of a process, and of its ended children. */
function timesOf(pid: number): { readonly own: number; readonly ended: number; readonly parent: number } {
  // The second field is the name in brackets, which may contain spaces. Fields 4 and 14 to 17 are used.
  const fields = (read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []).map(Number);
  const sum = (first: number) => ((fields[first] ?? Number.NaN) + (fields[first + 1] ?? Number.NaN)) / 100;
  return { own: sum(11), ended: sum(13), parent: fields[1] ?? Number.NaN };
}

/** Resident memory, in bytes. */
export interface Memory {
  readonly now: number;
  /** The peak. */
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
