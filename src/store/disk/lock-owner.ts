// Identity of the process that owns a lock, and whether it still runs.

import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** A process, as its lock file describes it. */
export interface LockOwner {
  /** Random: no two locks have the same. */
  readonly id: string;
  /** Process id in its own namespace. */
  readonly process: number;
  /** Host name, which containers have of their own. */
  readonly host: string;
  /** Boot and process namespace in which `process` is a process id; absent where neither is known. */
  readonly namespace?: string;
  /**
   * Start of the process in clock ticks since the boot, because process ids are reused; absent where the system does
   * not report it.
   */
  readonly start?: string;
}

/** This process as the owner of a new lock. */
export async function createOwner(): Promise<LockOwner> {
  const [namespace, self] = await Promise.all([currentNamespace(), readProcess(process.pid)]);
  return {
    id: crypto.randomUUID(),
    process: process.pid,
    host: hostname(),
    ...(namespace !== undefined && { namespace }),
    ...(self && { start: self.start }),
  };
}

/** The owner in the text of a lock file; undefined if the file is incomplete. */
export function parseOwner(text: string): LockOwner | undefined {
  try {
    const owner: LockOwner | null = JSON.parse(text);
    return Number.isSafeInteger(owner?.process) && owner !== null && owner.process > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the process of an owner runs. `unknown`: it belongs to another namespace or machine, or the system does not
 * report it.
 */
export async function ownerState(owner: LockOwner): Promise<'running' | 'ended' | 'unknown'> {
  if (owner.namespace === undefined || owner.namespace !== (await currentNamespace())) return 'unknown';
  if (!exists(owner.process)) return 'ended';
  const found = await readProcess(owner.process);
  if (!found || owner.start === undefined) return 'unknown';
  return found.hasEnded || found.start !== owner.start ? 'ended' : 'running';
}

/**
 * Boot and process namespace of this process. Namespace numbers are unique among those that exist at the same time. Undefined where `/proc` is absent or shows the
 * processes of another namespace. On systems without such namespaces: the host name.
 */
async function currentNamespace(): Promise<string | undefined> {
  if (process.platform !== 'linux') return hostname();
  const [boot, namespace, self] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined),
    readlink('/proc/self/ns/pid').catch(() => undefined),
    readlink('/proc/self').catch(() => undefined),
  ]);
  if (boot === undefined || namespace === undefined || self !== `${process.pid}`) return undefined;
  return `${boot.trim()} ${namespace}`;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** State and start of a process (proc(5)); undefined where the system does not report them. */
async function readProcess(pid: number): Promise<{ readonly hasEnded: boolean; readonly start: string } | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (status === undefined) return undefined;
  // The second field, the name in brackets, may contain spaces. The third is the state, the 22nd the start.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  const [state = '', start = ''] = [fields[0], fields[19]];
  // Zombie or dead: listed until its parent reads its exit code, which the first process of a container may never do.
  return { hasEnded: /^[ZXx]$/.test(state), start };
}
