// A change that is not acknowledged yet: it can be made more than once.

import type { State } from '../state.ts';
import type { Version } from '../version.ts';
import { ConflictError, type Step } from './log.ts';

/** A step that was made here. */
export type MadeStep = Step & { readonly after: State };

/** What is to be done on top of a version. */
export interface Made<T> {
  /** What it comes to for whoever wanted it. */
  readonly result: T;
  /** Absent when there is nothing to be kept. */
  readonly step?: MadeStep;
}

export interface Pending {
  /** What it does on top of the version that it was last made on; undefined when there is nothing to be kept. */
  readonly step: MadeStep | undefined;
  /** Makes it. It does not throw. */
  makeOn(before: Version): void;
  /** Tells whoever wanted it what came of it when it was last made. */
  settle(): void;
  refuse(error: unknown): void;
  /** Whether it may be made once more because others were first. Otherwise it is refused. */
  mayTryAgain(): boolean;
}

/** How often a change is made at most. */
export const TRIES = 100;

const nothing = (): void => undefined;

export function createPending<T>(
  make: (before: Version) => Made<T>,
  resolve: (result: T) => void,
  refuse: (error: unknown) => void,
): Pending {
  let tell = nothing;
  let step: MadeStep | undefined;
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
        tell = () => refuse(error);
      }
    },
    settle() {
      tell();
      // Whoever still has this must not keep a state alive with it: promises are collected late, which would cost a change half of its time.
      tell = nothing;
      step = undefined;
    },
    refuse,
    mayTryAgain() {
      tries += 1;
      if (tries <= TRIES) return true;
      refuse(new ConflictError(TRIES));
      return false;
    },
  };
}
