// The things that a recording tells of, as they were in the end, in the order in which lists show them.

import type { Scope } from '../resource/key.ts';
import { isBelow, keyOf } from '../resource/key.ts';
import type { Resource } from '../resource/resource.ts';

/** One thing. */
export interface Thing {
  readonly scope: Scope;
  /** Empty for the only one. */
  readonly id: string;
  readonly item: unknown;
}

/** Things of one kind, by what they are below and their ids. */
export class Kept {
  readonly resource: Resource;
  readonly #things = new Map<string, Thing>();
  /** Keys, in the order of lists. */
  readonly #order: string[] = [];
  /** Those that stood in a list. */
  readonly #arranged = new Set<string>();

  constructor(resource: Resource) {
    this.resource = resource;
  }

  get(scope: Scope, id: string): Thing | undefined {
    return this.#things.get(keyOf(scope, id));
  }

  put(thing: Thing): void {
    const key = keyOf(thing.scope, thing.id);
    if (!this.#things.has(key)) this.#order.push(key);
    this.#things.set(key, thing);
  }

  remove(scope: Scope, id: string): void {
    this.#drop((key) => key === keyOf(scope, id));
  }

  /** Removes what is below some segments, however far. */
  removeBelow(scope: Scope, id?: string): void {
    const above = id === undefined ? scope.map((one) => keyOf([], one)).join('/') : keyOf(scope, id);
    this.#drop((key) => above === '' || isBelow(key, above));
  }

  /** Takes the order of a list: what it has anew stands behind what is before it there. */
  arrange(scope: Scope, ids: readonly string[]): void {
    const keys = ids.map((id) => keyOf(scope, id)).filter((key) => this.#things.has(key));
    let before: string | undefined;
    for (const key of keys) {
      if (!this.#arranged.has(key)) {
        this.#order.splice(this.#order.indexOf(key), 1);
        const next = keys.slice(keys.indexOf(key) + 1).find((one) => this.#arranged.has(one));
        const at =
          before !== undefined
            ? this.#order.indexOf(before) + 1
            : next === undefined
              ? this.#order.length
              : this.#order.indexOf(next);
        this.#order.splice(at, 0, key);
        this.#arranged.add(key);
      }
      before = key;
    }
  }

  get all(): readonly Thing[] {
    return this.#order.flatMap((key) => this.#things.get(key) ?? []);
  }

  #drop(isGone: (key: string) => boolean): void {
    for (const key of [...this.#things.keys()].filter(isGone)) {
      this.#things.delete(key);
      this.#arranged.delete(key);
      this.#order.splice(this.#order.indexOf(key), 1);
    }
  }
}
