// Detects that a state file cannot be written, and when it can again.

import { isStoreError } from '../store-error.ts';
import type { Disk } from './disk.ts';

export interface StorageHealth {
  /** Records a failed write. */
  failed(error: Error): void;
  /** Records a successful write. */
  succeeded(): void;
  /** Why changes are rejected at the moment, a clause; undefined if they are not. */
  problem(): string | undefined;
  /** Ends the probe. */
  end(): void;
}

export interface StorageHealthSettings {
  readonly disk: Disk;
  /** Receives a sentence when writes begin to fail, and when they succeed again. */
  readonly onNotice: (notice: string) => void;
  /** Waits for so many milliseconds, or until the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Interval between two probes, in milliseconds. */
const PROBE = 5000;
/** The size of a probe: most changes are shorter. */
const ROOM = new Uint8Array(64 * 1024);

/**
 * @param path - of the state file. A probe is written beside it and removed: without requests, a server would not
 * notice that the disk works again
 */
export function watchStorage(path: string, { disk, onNotice, wait }: StorageHealthSettings): StorageHealth {
  const ending = new AbortController();
  let reason: string | undefined;

  async function probe(): Promise<void> {
    const file = `${path}.probe`;
    try {
      const opened = await disk.open(file, 'new');
      try {
        await opened.write(ROOM, 0);
        await opened.flush();
      } finally {
        await opened.close();
      }
    } finally {
      await disk.remove(file);
    }
  }

  async function probeUntilWritable(): Promise<void> {
    while (reason !== undefined && !ending.signal.aborted) {
      await wait(PROBE, ending.signal);
      if (!ending.signal.aborted) await probe().then(succeeded, () => undefined);
    }
  }

  function succeeded(): void {
    if (reason === undefined) return;
    reason = undefined;
    onNotice(`${path} can be written again.`);
  }

  return {
    failed(error) {
      // Another process has the files then, which has been reported.
      if (isStoreError(error, 'lock-lost')) return;
      const isFirst = reason === undefined;
      [reason] = error.message.split(', ', 1);
      if (!isFirst) return;
      onNotice(`${path} cannot be written, so changes are rejected: ${error.message}`);
      void probeUntilWritable();
    },
    succeeded,
    problem: () => (reason === undefined ? undefined : `changes cannot be stored: ${reason}`),
    end: () => ending.abort(),
  };
}
