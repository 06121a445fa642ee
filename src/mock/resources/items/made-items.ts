// Items of one kind that are made one after the other, and what of them no other one may have.

import { valueAt } from '../place.ts';
import type { KeptItem, Resource } from '../resource.ts';
import { groupBelow, type Scope, scopeIn } from './key.ts';

/** A look at what there is costs the same, however many were made. */
export class MadeItems {
  readonly #items: KeptItem[] = [];
  readonly #keys = new Set<string>();
  readonly #below = new Map<string, number>();
  /** The values of properties that are unique, by the name of the property. */
  readonly #values: ReadonlyMap<string, Set<unknown>>;

  constructor({ unique }: Resource) {
    this.#values = new Map(unique.map((name) => [name, new Set()]));
  }

  get all(): readonly KeptItem[] {
    return this.#items;
  }

  /** How many are just below this. */
  countBelow(scope: Scope): number {
    return this.#below.get(groupBelow(scope)) ?? 0;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Whether another one has its key, or the value of a property that is unique. */
  hasLike({ id, item }: KeptItem): boolean {
    return this.has(id) || [...this.#values].some(([name, values]) => values.has(valueAt(item, [name])));
  }

  add(kept: KeptItem): void {
    this.#items.push(kept);
    this.#keys.add(kept.id);
    const below = groupBelow(scopeIn(kept.id));
    this.#below.set(below, (this.#below.get(below) ?? 0) + 1);
    for (const [name, values] of this.#values) {
      const value = valueAt(kept.item, [name]);
      if (value !== undefined) values.add(value);
    }
  }
}
