// Records of a store at an earlier time, for lists that lag behind changes.

import type { KnownChange } from './log/undo-history.ts';
import type { RecordTypes } from './record.ts';
import { undoChange } from './state.ts';
import type { Version } from './version.ts';
import { type View, viewOf } from './view.ts';

/** The records as they were at a time. */
export interface RecordsAsOf<C extends RecordTypes<C>> {
  readonly collections: View<C>;
  /** The time that it is true for. */
  readonly at: Date;
}

/** Computes earlier states of a store. The last result is cached, so repeated lists cost nothing more. */
export class EarlierStates<C extends RecordTypes<C>> {
  #version: Version | undefined;
  #taken = 0;
  #collections: View<C> | undefined;

  /** @param now - the collections of the newest version */
  at(time: Date, version: Version, now: View<C>): RecordsAsOf<C> {
    const { restored } = version;
    const later = laterThan(time, version);
    const at = restored.at !== undefined && restored.at > time ? restored.at : time;
    if (later.length === 0) return { collections: now, at };
    if (!this.#collections || this.#version !== version || this.#taken !== later.length) {
      const state = version.state.after(undoChange(later.map(({ edits }) => edits)));
      this.#collections = viewOf<C>(state.collections, () => state);
      [this.#version, this.#taken] = [version, later.length];
    }
    return { collections: this.#collections, at };
  }
}

/** The changes after a time, oldest first. A change without a time ends the search. */
function laterThan(time: Date, { changes, restored }: Version): readonly KnownChange[] {
  const known = changes.all;
  const last = known.findLastIndex(
    ({ number, origin }) => number <= restored.number || origin === undefined || origin.at <= time,
  );
  return known.slice(last + 1);
}
