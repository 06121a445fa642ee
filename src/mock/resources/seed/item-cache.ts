// An LRU cache of generated items.

import type { StoredItem } from '../resource.ts';

/** Item lists by key. */
export class ItemCache {
  readonly #most: number;
  readonly #lists = new Map<string, readonly StoredItem[]>();
  #size = 0;

  /** @param most - maximum number of items in all lists. Each list counts as one more; the last one is always cached */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): readonly StoredItem[] | undefined {
    const items = this.#lists.get(key);
    if (!items) return undefined;
    this.#lists.delete(key);
    this.#lists.set(key, items);
    return items;
  }

  /** @param key - must not be in the cache */
  add(key: string, items: readonly StoredItem[]): void {
    this.#lists.set(key, items);
    this.#size += items.length + 1;
    for (const [oldest, { length }] of this.#lists) {
      if (this.#size <= this.#most || oldest === key) return;
      this.#lists.delete(oldest);
      this.#size -= length + 1;
    }
  }
}
