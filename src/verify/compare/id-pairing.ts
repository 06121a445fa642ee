// Pairs the ids of two servers, which each server chooses itself.

import type { JsonNumber } from '../../schema/json/exact-number.ts';

type Scalar = string | JsonNumber;

/** How long a text is that no two things are called by chance. */
const DISTINCT = 5;

/** A one-to-one mapping of ids by type. Pairs of a fork are unknown outside of it. */
export class IdPairing {
  readonly #above: IdPairing | undefined;
  /** By type: ids of the first server to ids of the second one, and vice versa. */
  readonly #there = new Map<string, Map<string, Scalar>>();
  readonly #here = new Map<string, Map<string, Scalar>>();
  /** Possible ids at the second server for an id of the first one, of any type. */
  readonly #any = new Map<string, Set<Scalar>>();

  constructor(above?: IdPairing) {
    this.#above = above;
  }

  /** A copy that continues from here. */
  fork(): IdPairing {
    return new IdPairing(this);
  }

  /** Whether two ids belong to one item. Two unknown ones are paired. */
  pairOrCompare(kind: string, first: Scalar, second: Scalar): boolean {
    const findSecond = this.there(kind, first);
    if (findSecond === undefined && this.findFirst(kind, second) === undefined) {
      this.pair(kind, first, second);
      return true;
    }
    return findSecond !== undefined && String(findSecond) === String(second);
  }

  /** Pairs two ids, replacing earlier pairs. */
  pair(kind: string, first: Scalar, second: Scalar): void {
    put(this.#there, kind, first, second);
    put(this.#here, kind, second, first);
    this.#any.set(String(first), (this.#any.get(String(first)) ?? new Set()).add(second));
  }

  /** The id at the second server; undefined if unknown. */
  there(kind: string, first: Scalar): Scalar | undefined {
    return this.#there.get(kind)?.get(String(first)) ?? this.#above?.there(kind, first);
  }

  /** The id at the first server; undefined if unknown. */
  findFirst(kind: string, second: Scalar): Scalar | undefined {
    return this.#here.get(kind)?.get(String(second)) ?? this.#above?.findFirst(kind, second);
  }

  /** Uses any known id of the second server for an unknown one, if there is one. Other values of its text stay. */
  lend(kind: string, first: Scalar): void {
    const id = this.#anyThere(kind);
    if (id !== undefined) put(this.#there, kind, first, id);
  }

  #anyThere(kind: string): Scalar | undefined {
    const [id] = this.#there.get(kind)?.values() ?? [];
    return id ?? (this.#above ? this.#above.#anyThere(kind) : undefined);
  }

  /** Whether two texts are ids of one thing of whatever kind. */
  hasPair(first: Scalar, second: Scalar): boolean {
    const known = this.#any.get(String(first));
    return [...(known ?? [])].some((one) => String(one) === String(second)) || !!this.#above?.hasPair(first, second);
  }

  /** Whether one of them is a known id, and too long to be equal by chance. */
  knowsEither(first: Scalar, second: Scalar): boolean {
    const isKnown = (side: Map<string, Map<string, Scalar>>, id: Scalar) =>
      String(id).length >= DISTINCT && [...side.values()].some((ids) => ids.has(String(id)));
    return isKnown(this.#there, first) || isKnown(this.#here, second) || !!this.#above?.knowsEither(first, second);
  }

  /** A text of the first server as the second one would write it: an id, or with ids in it. */
  translateText(text: string): string {
    const whole = this.#only(text);
    if (whole !== undefined) return String(whole);
    return text.replace(/[\p{L}\p{N}_-]+/gu, (word) => String(this.#only(word) ?? word));
  }

  /** Whether two texts are equal but for paired ids between other characters. */
  isSameText(first: string, second: string): boolean {
    const [here, there] = [first, second].map((text) => text.split(/([\p{L}\p{N}_-]+)/u));
    if (!here || !there || here.length !== there.length) return false;
    return here.every((word, index) => word === there[index] || this.hasPair(word, there[index] ?? ''));
  }

  /** The id there, for a text that is certainly an id. */
  #only(text: string): Scalar | undefined {
    if (text.length < DISTINCT) return undefined;
    const known = this.#any.get(text);
    if (!known) return this.#above ? this.#above.#only(text) : undefined;
    return known.size === 1 ? [...known][0] : undefined;
  }
}

function put(side: Map<string, Map<string, Scalar>>, kind: string, id: Scalar, other: Scalar): void {
  const known = side.get(kind) ?? new Map<string, Scalar>();
  known.set(String(id), other);
  side.set(kind, known);
}
