// The state of one API: collections with atomic changes.

import type { Draft } from './draft.ts';
import type { RecordsAsOf } from './earlier-states.ts';
import type { ChangeOrigin, StoreLog } from './log/store-log.ts';
import type { KnownChange } from './log/undo-history.ts';
import type { RecordLists, RecordTypes } from './record.ts';
import type { StoreState } from './state.ts';
import type { StoreChange } from './store-change.ts';
import type { View } from './view.ts';

/** The state of one API. Read it freely; change it only by `change`. */
export interface Store<C extends RecordTypes<C>> {
  /** The acknowledged records. */
  readonly collections: View<C>;
  /**
   * Resolves when `collections` show everything that any process was acknowledged before this call.
   *
   * @throws StoreError `unavailable` if that cannot be determined
   */
  newest(): Promise<void>;
  /**
   * Runs `work` on a draft and stores the result, all or nothing: if it throws, or the result cannot be stored, nothing
   * has changed. Changes run one after the other. Resolves with the result of `work` when the change is stored.
   *
   * If another process was first, `work` runs again on the new state. It must do nothing but read and change the draft.
   *
   * @example await store.change(({ apps }) => apps.replace({ ...app, name: 'Shop' }));
   * @param origin - the operation and its caller, for the history. Default: unknown
   * @param onStored - called with the stored change, if there is one
   * @throws StoreError `unavailable` if the change cannot be stored
   * @throws StoreError `conflict` if other processes were first too often
   * @throws StoreError `too-large` if the state or a record is too large
   */
  change<T>(work: (draft: Draft<C>) => T, origin?: ChangeOrigin, onStored?: (change: StoreChange) => void): Promise<T>;
  /**
   * Rolls back a change of a failed request. Records that were changed since stay as they are.
   *
   * @throws StoreError `unavailable` if that cannot be stored
   */
  takeBack(change: StoreChange): Promise<void>;
  /** The changes that can be undone, oldest first: at most 16 MiB in total, at least the newest. */
  readonly changes: readonly KnownChange[];
  /**
   * The records at an earlier time, without later changes. Undone changes never appear. Restored states, changes that
   * cannot be undone, and changes without a time are always included. The cost is proportional to the excluded changes.
   */
  asOf(time: Date): RecordsAsOf<C>;
  /** Undoes the newest changes. Resolves with their number. */
  undo(count: number): Promise<number>;
  /** Undoes all changes after one. Resolves with their number; undefined if the change is unknown. */
  undoTo(number: number): Promise<number | undefined>;
  /** The acknowledged version; each stored change increments it. */
  readonly version: number;
  /** Calls `listener` after each change of the acknowledged version. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** The acknowledged state, for `restore` or `fork`. */
  readonly state: StoreState;
  /** The state after a change that can be undone, or before the oldest; undefined if the change is unknown. */
  stateAfter(number: number): StoreState | undefined;
  /** The state after `reset`. */
  readonly fixture: StoreState;
  /** Restores a state of this store, or of one that it was forked from. This is a change and can be undone. */
  restore(state: StoreState, origin?: ChangeOrigin): Promise<void>;
  /** Resets to the fixtures. */
  reset(origin?: ChangeOrigin): Promise<void>;
  /**
   * Changes to other fixtures, which may have other collections. The undo history is cleared unless all records stay
   * the same.
   *
   * @param fixture - the state after `reset`
   * @param convert - converts a state; returns whether it still has every changed record
   * @param before - resolves when records that would be lost are safe; if it throws, nothing changes. Default: none
   * @throws StoreError `unavailable` if that cannot be stored
   */
  refit(
    fixture: StoreState,
    convert: (state: StoreState) => { readonly state: StoreState; readonly isAsBefore: boolean },
    before?: () => Promise<void>,
  ): Promise<void>;
  /**
   * Returns an independent store with this state.
   *
   * @param state - default: the acknowledged state
   * @param log - where it is stored, possibly shared: existing entries are known after `newest`, an empty log is filled
   * by the first change. Default: in memory
   */
  fork(state?: StoreState, log?: StoreLog): Store<C>;
  /** The reason why changes are rejected, a clause; undefined if they are not. */
  problem(): string | undefined;
  /** All records, by collection. */
  records(): RecordLists;
  /** Finishes open changes and closes the log. Later calls are rejected. */
  close(): Promise<void>;
}
