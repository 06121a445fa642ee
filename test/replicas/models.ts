// Sequential models of records in the tests of replicas: a register and a counter.

import type { Model } from './linearizable.ts';

export type RegisterCall =
  | { readonly does: 'read' }
  | { readonly does: 'write'; readonly value: string }
  /** Replaces `from` with `value`, if the register still has `from`. */
  | { readonly does: 'exchange'; readonly from: string; readonly value: string };

/** The value read; or whether it was written. */
export type RegisterAnswer = string | boolean;

/** A value that is read, written, and replaced on the condition of its present value. */
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

/** A number that is read and added to; both return the resulting value. */
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
