// Creates ids as each API defines them, from clock and random numbers of a sandbox.

import type { IdSource } from './id-source.ts';
import type { RandomNumbers } from './random-numbers.ts';

/** The part of an API that creates ids. */
export interface IdOwner {
  readonly name: string;
  newId?(source: IdSource): string;
}

/** The ids of one sandbox. */
export interface IdGenerator {
  newId(api: IdOwner): string;
  /**
   * Independent ids that continue from here.
   *
   * @param now - their clock
   * @param random - their random numbers. Default: a continuation
   */
  fork(now: () => Date, random?: RandomNumbers): IdGenerator;
}

/** The initial ids. By default, APIs use time-ordered UUIDs. */
export function createIdGenerator(now: () => Date, random: RandomNumbers): IdGenerator {
  return createFrom(now, random, new Map());
}

/** @param lastIds - by the name of the api */
function createFrom(now: () => Date, random: RandomNumbers, lastIds: Map<string, string>): IdGenerator {
  return {
    newId({ name, newId = timeOrderedUuid }) {
      const id = newId({ now: now(), random, last: lastIds.get(name) });
      lastIds.set(name, id);
      return id;
    },
    fork: (clock, numbers = random.fork()) => createFrom(clock, numbers, new Map(lastIds)),
  };
}

/** The bits after the time count the UUIDs of one millisecond (section 6.2, method 1). */
const COUNTER_LIMIT = 2 ** 12;

/** A UUID greater than the last one, even if the clock is frozen or set back. */
function timeOrderedUuid({ now, random, last }: IdSource): string {
  const before = last === undefined ? { time: 0, counter: 0 } : parseUuid(last);
  const isLater = now.getTime() > before.time;
  const isFull = before.counter + 1 === COUNTER_LIMIT;
  const time = hex(isLater ? now.getTime() : before.time + Number(isFull), 12);
  const counter = hex(isLater || isFull ? 0 : before.counter + 1, 3);
  const variant = hex(0x8000 + Math.floor(random() * 2 ** 14), 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${variant}-${hex(Math.floor(random() * 2 ** 48), 12)}`;
}

function parseUuid(uuid: string): { readonly time: number; readonly counter: number } {
  const digits = uuid.replaceAll('-', '');
  return { time: Number.parseInt(digits.slice(0, 12), 16), counter: Number.parseInt(digits.slice(13, 16), 16) };
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}
