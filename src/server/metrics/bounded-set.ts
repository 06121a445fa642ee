// A bounded set of names; later names are not added.

/** Limits the labels that are counted separately, which clients can influence. */
export class BoundedSet {
  readonly #most: number;
  readonly #names = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a name is in the set. It is added if there is room. */
  has(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (this.#names.size >= this.#most) return false;
    this.#names.add(name);
    return true;
  }
}
