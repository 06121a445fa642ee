// A change before its acknowledgement, which may be repeated.

import type { StoreState } from '../state.ts';
import { changeConflict } from '../store-error.ts';
import type { Version } from '../version.ts';
import type { LogStep } from './store-log.ts';

/** A step that was made here. */
export type PreparedStep = LogStep & { readonly after: StoreState };

/** The result of a change on top of a version. */
export interface PreparedChange<T> {
  /** The return value for the caller. */
  readonly result: T;
  /** Absent if nothing is stored. */
  readonly step?: PreparedStep;
}

export interface PendingChange {
  /** Its edits on top of the last version; undefined if nothing is stored. */
  readonly step: PreparedStep | undefined;
  /** Makes it. It does not throw. */
  makeOn(before: Version): void;
  /** Settles the caller's promise with the last result. */
  settle(): void;
  reject(error: unknown): void;
  /** Whether it may be repeated because other processes were first. Otherwise it is rejected. */
  mayTryAgain(): boolean;
}

/** How often a change is made at most. */
export const MAX_ATTEMPTS = 100;

const nothing = (): void => undefined;

export function createPendingChange<T>(
  make: (before: Version) => PreparedChange<T>,
  resolve: (result: T) => void,
  reject: (error: unknown) => void,
): PendingChange {
  let tell = nothing;
  let step: PreparedStep | undefined;
  let tries = 1;
  return {
    get step() {
      return step;
    },
    makeOn(before) {
      try {
        const made = make(before);
        step = made.step;
        tell = () => resolve(made.result);
      } catch (error) {
        step = undefined;
        tell = () => reject(error);
      }
    },
    settle() {
      tell();
      // Releases the state: promises are collected late, which would cost a change half of its time.
      tell = nothing;
      step = undefined;
    },
    reject,
    mayTryAgain() {
      tries += 1;
      if (tries <= MAX_ATTEMPTS) return true;
      reject(changeConflict(MAX_ATTEMPTS));
      return false;
    },
  };
}
