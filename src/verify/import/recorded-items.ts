// The things that a recording tells of, as they were in the end, in the order in which lists show them.

import type { Scope } from '../../mock/resources/items/key.ts';
import { keyOf, keysAbove } from '../../mock/resources/items/key.ts';
import type { Resource } from '../../mock/resources/resource.ts';

/** One thing. */
export interface RecordedItem {
  readonly scope: Scope;
  /** Empty for the only one. */
  readonly id: string;
  readonly item: unknown;
}

/** A thing in its place between others. */
interface Standing {
  thing: RecordedItem;
  before: Standing | undefined;
  behind: Standing | undefined;
  /** Whether it stood in a list. */
  isArranged: boolean;
}

/** Things of one kind, by what they are below and their ids. What is done takes time by what it is about, however many things there are. */
export class RecordedItems {
  readonly resource: Resource;
  readonly #standing = new Map<string, Standing>();
  /** The keys of what is below some segments, however far, by these segments. */
  readonly #below = new Map<string, Set<string>>();
  #first: Standing | undefined;
  #last: Standing | undefined;

  constructor(resource: Resource) {
    this.resource = resource;
  }

  get(scope: Scope, id: string): RecordedItem | undefined {
    return this.#standing.get(keyOf(scope, id))?.thing;
  }

  put(thing: RecordedItem): void {
    const key = keyOf(thing.scope, thing.id);
    const known = this.#standing.get(key);
    if (known) {
      known.thing = thing;
      return;
    }
    const standing: Standing = { thing, before: undefined, behind: undefined, isArranged: false };
    this.#standing.set(key, standing);
    for (const above of keysAbove(key)) {
      const keys = this.#below.get(above) ?? new Set();
      this.#below.set(above, keys.add(key));
    }
    this.#standBehind(this.#last, standing);
  }

  remove(scope: Scope, id: string): void {
    this.#drop(keyOf(scope, id));
  }

  /** Removes what is below some segments, however far. */
  removeBelow(scope: Scope, id?: string): void {
    const above = id === undefined ? scope.map((one) => keyOf([], one)).join('/') : keyOf(scope, id);
    const gone = above === '' ? this.#standing.keys() : (this.#below.get(above) ?? []);
    for (const key of [...gone]) this.#drop(key);
  }

  /** Takes the order of a list: what it has anew stands behind what is before it there, or else before what is behind it. */
  arrange(scope: Scope, ids: readonly string[]): void {
    const list = [...new Set(ids.map((id) => keyOf(scope, id)))].flatMap((key) => this.#standing.get(key) ?? []);
    const known = list.find(({ isArranged }) => isArranged);
    let before: Standing | undefined;
    for (const one of list) {
      if (!one.isArranged) {
        this.#leave(one);
        // Where nothing is known of the others, it stands behind all that was seen so far.
        this.#standBehind(before ?? (known ? known.before : this.#last), one);
      }
      // What stands before the first known one is put there one by one.
      if (one.isArranged || before) before = one;
    }
    for (const one of list) one.isArranged = true;
  }

  get all(): readonly RecordedItem[] {
    const things: RecordedItem[] = [];
    for (let one = this.#first; one; one = one.behind) things.push(one.thing);
    return things;
  }

  #drop(key: string): void {
    const standing = this.#standing.get(key);
    if (!standing) return;
    this.#leave(standing);
    this.#standing.delete(key);
    for (const above of keysAbove(key)) {
      const keys = this.#below.get(above);
      keys?.delete(key);
      if (keys?.size === 0) this.#below.delete(above);
    }
  }

  #leave({ before, behind }: Standing): void {
    if (before) before.behind = behind;
    else this.#first = behind;
    if (behind) behind.before = before;
    else this.#last = before;
  }

  /** @param before - undefined for the first place */
  #standBehind(before: Standing | undefined, one: Standing): void {
    one.before = before;
    one.behind = before ? before.behind : this.#first;
    if (one.before) one.before.behind = one;
    else this.#first = one;
    if (one.behind) one.behind.before = one;
    else this.#last = one;
  }
}
