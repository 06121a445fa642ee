// A bounded set of names: whoever comes first is in it for good.

/** What is counted by itself, so that no client makes it more than that. */
export class BoundedSet {
  readonly #most: number;
  readonly #names = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a name is in it. It comes in if there is room. */
  has(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (this.#names.size >= this.#most) return false;
    this.#names.add(name);
    return true;
  }
}
