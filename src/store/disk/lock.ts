// Exclusive lock on a state file, renewed by a heartbeat and taken over when stale.

import { readdirSync, readFileSync } from 'node:fs';
import { open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '../store-error.ts';
import { createOwner, type LockOwner, ownerState, parseOwner } from './lock-owner.ts';

/** A lock that this process owns, until another process takes it over. */
export interface FileLock {
  /** @throws StoreError `lock-lost` if this process does not own the lock any more; other errors if the lock file cannot be read */
  check(): void;
  release(): Promise<void>;
}

type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export interface LockSettings {
  /** Receives a sentence before a wait for a lock whose owner may have ended. Default: nothing is reported. */
  readonly onNotice?: (notice: string) => void;
  /** Called once, with a sentence, when another process has taken the lock over. Default: only `check` reports it. */
  readonly onLost?: (reason: string) => void;
  /** Waits for so many milliseconds, or until the signal aborts. Default: real time. */
  readonly wait?: Wait;
}

/** Interval between two heartbeats, in milliseconds. A heartbeat sets the modification time of the lock file. */
const BEAT = 4000;

/** A lock is stale after this many checks, `LOOK` milliseconds apart, without a heartbeat: five are missing then. */
const LOOKS = 40;
const LOOK = 500;
const STALE_SECONDS = (LOOKS * LOOK) / 1000;

/** Error codes of a file that no longer exists. */
const GONE: readonly string[] = ['ENOENT', 'ENOTDIR', 'ESTALE'];

/** Number of attempts for a lock that other processes acquire and release at the same time. */
const TRIES = 10;

/**
 * Locks a file by a lock file beside it, `<file>.lock.<number>`, for its owner only. It describes the process
 * (`LockOwner`).
 *
 * A lock whose process has ended is taken over: at once for a process of the same namespace of this machine, otherwise
 * when its heartbeat is missing for 20 seconds. Checks are counted and clocks are not compared, so neither clock jumps
 * nor a suspended machine make a lock stale.
 *
 * A takeover creates the lock file with the next number, which only one process can. Its number is higher than all
 * others, and all others are stale, or it is withdrawn. Then the stale ones are removed, which shows a suspended
 * process its loss.
 *
 * @throws Error naming the process that owns the lock; errors of the file system
 */
export async function lockFile(path: string, settings: LockSettings = {}): Promise<FileLock> {
  const { onNotice = () => undefined, wait = waitFor(true) } = settings;
  const owner = await createOwner();
  const text = `${JSON.stringify(owner)}\n`;
  /** Stale lock files, as they were read. */
  const stale = new Set<string>();

  async function requireStale(found: Found): Promise<void> {
    if (stale.has(versionOf(found))) return;
    const state = found.owner ? await ownerState(found.owner) : 'unknown';
    if (state === 'running') throw inUse(path, found.owner);
    if (state === 'unknown') {
      onNotice(
        `${path} is locked by ${nameOf(found.owner)}, which may have ended. Waiting until the lock is released, or has not been renewed for ${STALE_SECONDS} s.`,
      );
      const now = await watchHeartbeat(found, wait);
      if (now && versionOf(now) !== versionOf(found)) throw inUse(path, now.owner ?? found.owner);
    }
    stale.add(versionOf(found));
  }

  for (let tries = 0; tries < TRIES; tries += 1) {
    const others = await readLocks(path);
    for (const other of others) await requireStale(other);
    const own = `${path}.lock.${Math.max(0, ...others.map(({ number }) => number)) + 1}`;
    if (!(await create(own, text))) continue;
    const before = (await readLocks(path)).filter((lock) => lock.path !== own);
    if (before.every((lock) => stale.has(versionOf(lock)))) {
      for (const lock of before) await rm(lock.path, { force: true });
      return ownedLock(path, { own, text, ...settings });
    }
    await rm(own, { force: true });
  }
  throw inUse(path, undefined);
}

interface Owned extends LockSettings {
  /** Path and text of the lock file. */
  readonly own: string;
  readonly text: string;
}

function ownedLock(path: string, { own, text, onLost, wait = waitFor(false) }: Owned): FileLock {
  const beating = new AbortController();
  let isLost = false;

  function isOwn(): boolean {
    try {
      // Synchronous, because it precedes every write and takes a tenth of the time. Opening a file makes NFS query its
      // server.
      return readFileSync(own, 'utf8') === text;
    } catch (error) {
      if (GONE.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  }

  function check(): void {
    if (!isLost && isOwn()) return;
    if (!isLost) {
      isLost = true;
      beating.abort();
      onLost?.(lostReason(path));
    }
    throw new StoreError('lock-lost', 'another process has taken over the state');
  }

  async function beat(): Promise<void> {
    while (!beating.signal.aborted) {
      await wait(BEAT, beating.signal);
      if (beating.signal.aborted) return;
      try {
        check();
        const now = new Date();
        await utimes(own, now, now);
      } catch {
        // A loss has been reported. Other errors are tried again; other processes may take over until then.
      }
    }
  }
  void beat();

  return {
    check,
    async release() {
      beating.abort();
      if (!isLost && isOwn()) await rm(own, { force: true });
    },
  };
}

/** A lock file as it was read. */
interface Found {
  readonly path: string;
  readonly number: number;
  readonly text: string;
  /** Undefined while the file is incomplete, or where another user owns it. */
  readonly owner: LockOwner | undefined;
  /** Modification time. Only whether it changes matters. */
  readonly beat: number;
}

/** Distinguishes a lock file from another one of the same number, and from itself after a heartbeat. */
function versionOf({ number, text, beat }: Found): string {
  return `${number} ${beat} ${text}`;
}

/** The lock files of a file, in no order. */
async function readLocks(path: string): Promise<readonly Found[]> {
  const folder = dirname(path);
  const locks = numbersOf(path, await readdir(folder)).map((number) => readLock(`${path}.lock.${number}`, number));
  return (await Promise.all(locks)).filter((lock) => lock !== undefined);
}

/** The numbers of lock files among the names of a folder. */
function numbersOf(path: string, names: readonly string[]): readonly number[] {
  const prefix = `${basename(path)}.lock.`;
  return names
    .filter((name) => name.startsWith(prefix) && /^[1-9]\d{0,14}$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)));
}

/** Undefined if the file does not exist. */
async function readLock(path: string, number: number): Promise<Found | undefined> {
  try {
    // On NFS only an opened file is sure to have its present modification time.
    const file = await open(path);
    try {
      const [{ mtimeMs: beat }, text] = [await file.stat(), await file.readFile('utf8')];
      return { path, number, text, owner: parseOwner(text), beat };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') return { path, number, text: '', owner: undefined, beat: (await stat(path)).mtimeMs };
    if (GONE.includes(code)) return undefined;
    throw error;
  }
}

/** Resolves with the lock file when it has changed, or after enough checks; with undefined if it was removed. */
async function watchHeartbeat(found: Found, wait: Wait): Promise<Found | undefined> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await wait(LOOK, new AbortController().signal);
    const now = await readLock(found.path, found.number);
    if (!now || versionOf(now) !== versionOf(found)) return now;
  }
  return found;
}

/** @returns false if the file exists */
async function create(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // A full disk may have created it without its text.
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

function inUse(path: string, owner: LockOwner | undefined): Error {
  return new Error(
    `The state in ${path} is in use by ${nameOf(owner)}. Stop it, or choose another folder (serve --data).`,
  );
}

function nameOf(owner: LockOwner | undefined): string {
  return owner ? `process ${owner.process} on ${owner.host}` : 'another process';
}

/** A sentence about a lost lock, with its new owner if there is one. */
function lostReason(path: string): string {
  const stored = 'This process no longer stores changes.';
  try {
    const [newest] = numbersOf(path, readdirSync(dirname(path))).toSorted((one, other) => other - one);
    if (newest === undefined) return `The lock file of ${path} was removed. ${stored}`;
    const owner = parseOwner(readFileSync(`${path}.lock.${newest}`, 'utf8'));
    return `The state in ${path} was taken over by ${nameOf(owner)}, because this process did not respond for ${STALE_SECONDS} s. ${stored}`;
  } catch {
    return `The lock file of ${path} was removed. ${stored}`;
  }
}

/** @param ref - whether the process stays alive meanwhile */
export function waitFor(ref: boolean): Wait {
  return (milliseconds, signal) => pause(milliseconds, undefined, { signal, ref }).catch(() => undefined);
}
