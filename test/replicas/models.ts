// Sequential models of records in the tests of replicas: a register and a counter.

import type { Model, Seen } from './linearizable.ts';

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
    step(state, call, response) {
      if (call.does === 'read') return response === undefined || response === state ? state : undefined;
      const fits = call.does === 'write' || call.from === state;
      if (response !== undefined && response !== fits) return undefined;
      return fits ? call.value : state;
    },
    isIdle: ({ does }, response) => does === 'read' || response === false,
  };
}

/**
 * The same history with one name for all values that no other operation names: nothing distinguishes them, so writes
 * with an unknown end that nobody read become equal, and the search tries only one of them at each place.
 */
export function mergeUnread(
  history: readonly Seen<RegisterCall, RegisterAnswer>[],
): readonly Seen<RegisterCall, RegisterAnswer>[] {
  const named = new Set(
    history.flatMap(({ call, ended }) =>
      call.does === 'read' ? [ended?.response] : call.does === 'exchange' ? [call.from] : [],
    ),
  );
  return history.map((seen) =>
    seen.call.does === 'read' || named.has(seen.call.value) ? seen : { ...seen, call: { ...seen.call, value: '' } },
  );
}

export type CounterCall = { readonly does: 'read' } | { readonly does: 'add'; readonly amount: number };

/** A number that is read and added to; both return the resulting value. */
export function counter(start = 0): Model<number, CounterCall, number> {
  return {
    start,
    step(state, call, response) {
      const is = call.does === 'add' ? state + call.amount : state;
      return response === undefined || response === is ? is : undefined;
    },
    isIdle: ({ does }) => does === 'read',
    // It only grows.
    canFollow: (state, call, response) => state + (call.does === 'add' ? call.amount : 0) <= response,
  };
}
