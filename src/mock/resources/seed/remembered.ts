// Items that can be made again, so that not all of them need be kept: those that were asked for last are remembered.

import type { KeptItem } from '../resource.ts';

/** Lists of items by texts. */
export class Remembered {
  readonly #most: number;
  readonly #lists = new Map<string, readonly KeptItem[]>();
  #size = 0;

  /** @param most - how many items are remembered, in all lists. A list counts as one more, and the last one is remembered however long it is */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): readonly KeptItem[] | undefined {
    const items = this.#lists.get(key);
    if (!items) return undefined;
    this.#lists.delete(key);
    this.#lists.set(key, items);
    return items;
  }

  /** @param key - of none that is remembered */
  add(key: string, items: readonly KeptItem[]): void {
    this.#lists.set(key, items);
    this.#size += items.length + 1;
    for (const [oldest, { length }] of this.#lists) {
      if (this.#size <= this.#most || oldest === key) return;
      this.#lists.delete(oldest);
      this.#size -= length + 1;
    }
  }
}
