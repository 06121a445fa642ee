// The memory budget of inspected bodies.

export class BodyMemory {
  #left: number;

  /** @param bytes - how long they may be together */
  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** @returns whether there was enough left */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}
