// Which id of one server is which of the other: each server names what it makes itself.

export type Scalar = string | number;

/** How long a text is that no two things are called by chance. */
const DISTINCT = 5;

/** A correspondence of ids, one to one among things of a kind. What is noted in a fork is known there only. */
export class Pairing {
  readonly #above: Pairing | undefined;
  /** By kind, the ids of the first server and what the second one calls the same things; and the other way round. */
  readonly #there = new Map<string, Map<string, Scalar>>();
  readonly #here = new Map<string, Map<string, Scalar>>();
  /** What an id of the first server may be called by the second one, whatever it is the id of. */
  readonly #any = new Map<string, Set<Scalar>>();

  constructor(above?: Pairing) {
    this.#above = above;
  }

  /** One that goes on from here. */
  fork(): Pairing {
    return new Pairing(this);
  }

  /** Whether two ids are those of one thing. Two that were both never seen are from now on. */
  meet(kind: string, first: Scalar, second: Scalar): boolean {
    const there = this.there(kind, first);
    if (there === undefined && this.here(kind, second) === undefined) {
      this.note(kind, first, second);
      return true;
    }
    return there !== undefined && String(there) === String(second);
  }

  /** Takes note of a pair, whatever was known of both. */
  note(kind: string, first: Scalar, second: Scalar): void {
    put(this.#there, kind, first, second);
    put(this.#here, kind, second, first);
    this.#any.set(String(first), (this.#any.get(String(first)) ?? new Set()).add(second));
  }

  /** What the second server calls a thing; undefined when it was never seen there. */
  there(kind: string, first: Scalar): Scalar | undefined {
    return this.#there.get(kind)?.get(String(first)) ?? this.#above?.there(kind, first);
  }

  /** What the first server calls a thing of the second one; undefined when it was never seen. */
  here(kind: string, second: Scalar): Scalar | undefined {
    return this.#here.get(kind)?.get(String(second)) ?? this.#above?.here(kind, second);
  }

  /** Whether two texts are ids of one thing of whatever kind. */
  hasPair(first: Scalar, second: Scalar): boolean {
    const known = this.#any.get(String(first));
    return [...(known ?? [])].some((one) => String(one) === String(second)) || !!this.#above?.hasPair(first, second);
  }

  /** Whether one of them is the id of something, and too long to be that by chance. */
  knowsEither(first: Scalar, second: Scalar): boolean {
    const isKnown = (side: Map<string, Map<string, Scalar>>, id: Scalar) =>
      String(id).length >= DISTINCT && [...side.values()].some((ids) => ids.has(String(id)));
    return isKnown(this.#there, first) || isKnown(this.#here, second) || !!this.#above?.knowsEither(first, second);
  }

  /** What the second server would say for a text of the first one: itself an id, or with ids in it. */
  textThere(text: string): string {
    const whole = this.#only(text);
    if (whole !== undefined) return String(whole);
    return text.replace(/[\p{L}\p{N}_-]+/gu, (word) => String(this.#only(word) ?? word));
  }

  /** Whether what two texts say is the same, but for ids that stand between other signs. */
  isSameText(first: string, second: string): boolean {
    const [here, there] = [first, second].map((text) => text.split(/([\p{L}\p{N}_-]+)/u));
    if (!here || !there || here.length !== there.length) return false;
    return here.every((word, index) => word === there[index] || this.hasPair(word, there[index] ?? ''));
  }

  /** What a text that is an id for sure is called there. */
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
