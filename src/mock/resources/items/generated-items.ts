// Generated items of one resource, with their keys and unique values.

import { getAtPath } from '../property-path.ts';
import type { Resource, StoredItem } from '../resource.ts';
import { getParentGroup, getParentIds, type ParentIds } from './item-key.ts';

/** Lookups take constant time. */
export class GeneratedItems {
  readonly #items: StoredItem[] = [];
  readonly #keys = new Set<string>();
  readonly #below = new Map<string, number>();
  /** The values of unique properties, by property name. */
  readonly #values: ReadonlyMap<string, Set<unknown>>;

  constructor({ unique }: Resource) {
    this.#values = new Map(unique.map((name) => [name, new Set()]));
  }

  get all(): readonly StoredItem[] {
    return this.#items;
  }

  /** The number of items directly below these parents. */
  countBelow(scope: ParentIds): number {
    return this.#below.get(getParentGroup(scope)) ?? 0;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Whether another item has the same key, or the same value of a unique property. */
  hasDuplicate({ id, item }: StoredItem): boolean {
    return this.has(id) || [...this.#values].some(([name, values]) => values.has(getAtPath(item, [name])));
  }

  add(stored: StoredItem): void {
    this.#items.push(stored);
    this.#keys.add(stored.id);
    const group = getParentGroup(getParentIds(stored.id));
    this.#below.set(group, (this.#below.get(group) ?? 0) + 1);
    for (const [name, values] of this.#values) {
      const value = getAtPath(stored.item, [name]);
      if (value !== undefined) values.add(value);
    }
  }
}
