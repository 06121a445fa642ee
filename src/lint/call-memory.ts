// Shares the running rule with another thread, by shared memory.

import type { PathKeys, RuleObserver } from './rule-calls.ts';

/** A call of a rule at a location, counted from 1. */
export interface RuleCall {
  readonly number: number;
  readonly rule: string;
  readonly place: PathKeys;
}

/** The part to skip: a rule, or a rule at one location. */
export interface SkippedCall {
  readonly rule: string;
  readonly place?: PathKeys;
  readonly because: string;
}

/**
 * The number of the call, whether it is running, the length of its text in bytes; then the text: rule and location, in
 * JSON.
 */
const [NUMBER, UNDER_WAY, LENGTH, HEADER] = [0, 1, 2, 3];
const TEXT_BYTES = 24 * 1024;
/** Of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;

export function createCallMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER * Int32Array.BYTES_PER_ELEMENT + TEXT_BYTES);
}

function viewOf(memory: SharedArrayBuffer) {
  const header = new Int32Array(memory, 0, HEADER);
  return { header, text: Buffer.from(memory, header.byteLength) };
}

/** Writes the running rule to memory, and skips parts. */
export function watchCalls(memory: SharedArrayBuffer, passedOver: readonly SkippedCall[]): RuleObserver {
  const { header, text } = viewOf(memory);
  const because = new Map(
    passedOver.map(({ rule, place, because }) => [place ? JSON.stringify([rule, place]) : rule, because]),
  );
  return {
    begin(rule, place) {
      if (because.has(rule)) return {};
      const key = JSON.stringify([rule, place]);
      const reason = because.get(key);
      if (reason !== undefined) return { because: reason };
      // A location without room is omitted.
      const length = text.write(key.length <= TEXT_BYTES / MOST_BYTES ? key : JSON.stringify([rule, []]));
      Atomics.store(header, LENGTH, length);
      Atomics.add(header, NUMBER, 1);
      Atomics.store(header, UNDER_WAY, 1);
      return undefined;
    },
    end() {
      Atomics.store(header, UNDER_WAY, 0);
    },
  };
}

/** The running call; undefined between two, or if it has changed meanwhile. */
export function runningCall(memory: SharedArrayBuffer): RuleCall | undefined {
  const { header, text } = viewOf(memory);
  const number = Atomics.load(header, NUMBER);
  const running = text.toString('utf8', 0, Atomics.load(header, LENGTH));
  if (Atomics.load(header, UNDER_WAY) === 0 || Atomics.load(header, NUMBER) !== number) return undefined;
  const [rule, place] = JSON.parse(running);
  return { number, rule, place };
}
