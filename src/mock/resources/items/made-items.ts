// Generated items of one resource, with their keys and unique values.

import { valueAt } from '../place.ts';
import type { KeptItem, Resource } from '../resource.ts';
import { groupBelow, type Scope, scopeIn } from './key.ts';

/** Lookups take constant time. */
export class MadeItems {
  readonly #items: KeptItem[] = [];
  readonly #keys = new Set<string>();
  readonly #below = new Map<string, number>();
  /** The values of unique properties, by property name. */
  readonly #values: ReadonlyMap<string, Set<unknown>>;

  constructor({ unique }: Resource) {
    this.#values = new Map(unique.map((name) => [name, new Set()]));
  }

  get all(): readonly KeptItem[] {
    return this.#items;
  }

  /** The number of items directly below these parents. */
  countBelow(scope: Scope): number {
    return this.#below.get(groupBelow(scope)) ?? 0;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Whether another item has the same key, or the same value of a unique property. */
  hasLike({ id, item }: KeptItem): boolean {
    return this.has(id) || [...this.#values].some(([name, values]) => values.has(valueAt(item, [name])));
  }

  add(kept: KeptItem): void {
    this.#items.push(kept);
    this.#keys.add(kept.id);
    const group = groupBelow(scopeIn(kept.id));
    this.#below.set(group, (this.#below.get(group) ?? 0) + 1);
    for (const [name, values] of this.#values) {
      const value = valueAt(kept.item, [name]);
      if (value !== undefined) values.add(value);
    }
  }
}
