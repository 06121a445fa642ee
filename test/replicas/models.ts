// What clients do to records in the tests of replicas, and what is right: a register and a counter.

import type { Model } from './linearizable.ts';

export type RegisterCall =
  | { readonly does: 'read' }
  | { readonly does: 'write'; readonly value: string }
  /** Puts `value` in the place of `from`, if that is what is there. */
  | { readonly does: 'exchange'; readonly from: string; readonly value: string };

/** What was read; or whether it was written. */
export type RegisterAnswer = string | boolean;

/** One value that is read, written, and exchanged for another if it still is what somebody thinks. */
export function register(start: string): Model<string, RegisterCall, RegisterAnswer> {
  return {
    start,
    step(state, call, answer) {
      if (call.does === 'read') return answer === undefined || answer === state ? state : undefined;
      const fits = call.does === 'write' || call.from === state;
      if (answer !== undefined && answer !== fits) return undefined;
      return fits ? call.value : state;
    },
    isIdle: ({ does }, answer) => does === 'read' || answer === false,
  };
}

export type CounterCall = { readonly does: 'read' } | { readonly does: 'add'; readonly amount: number };

/** A number that is read and added to; both are answered with what it is then. */
export function counter(start = 0): Model<number, CounterCall, number> {
  return {
    start,
    step(state, call, answer) {
      const is = call.does === 'add' ? state + call.amount : state;
      return answer === undefined || answer === is ? is : undefined;
    },
    isIdle: ({ does }) => does === 'read',
  };
}
