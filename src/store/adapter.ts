// Where a store is kept, and the adapter that keeps it nowhere.

import type { RecordLists } from './record.ts';
import type { Change, State } from './state.ts';

/** A change with the state that it led to. */
export interface Step {
  readonly change: Change;
  readonly after: State;
}

/** A place for the records of one store. The store asks for one thing at a time. */
export interface Adapter {
  /** Whether it keeps nothing at all. Default false. */
  readonly isNowhere?: boolean;
  /** The records kept there; undefined when there are none yet. */
  read(): Promise<RecordLists | undefined>;
  /** Keeps these records instead. Resolves only when they are safe. @throws PersistenceError, and leaves the old ones in place */
  write(state: State): Promise<void>;
  /** Keeps what these steps did as well. Resolves only when all of it is safe. @throws PersistenceError, and keeps none of them */
  append(steps: readonly Step[]): Promise<void>;
  /** Lets go of the place. */
  close(): Promise<void>;
}

export { PersistenceError } from './log.ts';

/** Keeps records for as long as the process lives. */
export function memoryAdapter(): Adapter {
  return {
    isNowhere: true,
    read: async () => undefined,
    write: async () => undefined,
    append: async () => undefined,
    close: async () => undefined,
  };
}
