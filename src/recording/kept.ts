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
  #order: string[] = [];
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

  /** Takes the order of a list: what it has anew stands behind what is before it there, or else before what is behind it. */
  arrange(scope: Scope, ids: readonly string[]): void {
    const keys = [...new Set(ids.map((id) => keyOf(scope, id)))].filter((key) => this.#things.has(key));
    const anew = new Set(keys.filter((key) => !this.#arranged.has(key)));
    if (anew.size === 0) return;
    const behind = new Map<string | undefined, string[]>();
    let before: string | undefined;
    for (const key of keys) {
      const run = behind.get(before) ?? [];
      if (!anew.has(key)) before = key;
      else if (run.push(key) === 1) behind.set(before, run);
    }
    const first = behind.get(undefined) ?? [];
    const next = keys.find((key) => !anew.has(key));
    const rest = this.#order.filter((key) => !anew.has(key));
    const order = rest.flatMap((key) => [...(key === next ? first : []), key, ...(behind.get(key) ?? [])]);
    this.#order = next === undefined ? [...order, ...first] : order;
    for (const key of anew) this.#arranged.add(key);
  }

  get all(): readonly Thing[] {
    return this.#order.flatMap((key) => this.#things.get(key) ?? []);
  }

  #drop(isGone: (key: string) => boolean): void {
    const gone = new Set(this.#order.filter(isGone));
    if (gone.size === 0) return;
    for (const key of gone) {
      this.#things.delete(key);
      this.#arranged.delete(key);
    }
    this.#order = this.#order.filter((key) => !gone.has(key));
  }
}
