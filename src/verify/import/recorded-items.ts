// The items of a recording at its end, in the order of lists.

import type { ParentIds } from '../../mock/resources/items/item-key.ts';
import { buildItemKey, listParentKeys } from '../../mock/resources/items/item-key.ts';
import type { Resource } from '../../mock/resources/resource.ts';

/** One thing. */
export interface RecordedItem {
  readonly scope: ParentIds;
  /** Empty for the only one. */
  readonly id: string;
  readonly item: unknown;
}

/** A thing in its place between others. */
interface Standing {
  thing: RecordedItem;
  before: Standing | undefined;
  behind: Standing | undefined;
  /** Whether it was in a list. */
  isArranged: boolean;
}

/** Items of one type, by parents and ids. Costs are proportional to the changed items, not to all. */
export class RecordedItems {
  readonly resource: Resource;
  readonly #standing = new Map<string, Standing>();
  /** The keys of items below some path segments, at any depth. */
  readonly #below = new Map<string, Set<string>>();
  #first: Standing | undefined;
  #last: Standing | undefined;

  constructor(resource: Resource) {
    this.resource = resource;
  }

  get(scope: ParentIds, id: string): RecordedItem | undefined {
    return this.#standing.get(buildItemKey(scope, id))?.thing;
  }

  put(thing: RecordedItem): void {
    const key = buildItemKey(thing.scope, thing.id);
    const known = this.#standing.get(key);
    if (known) {
      known.thing = thing;
      return;
    }
    const standing: Standing = { thing, before: undefined, behind: undefined, isArranged: false };
    this.#standing.set(key, standing);
    for (const above of listParentKeys(key)) {
      const keys = this.#below.get(above) ?? new Set();
      this.#below.set(above, keys.add(key));
    }
    this.#standBehind(this.#last, standing);
  }

  remove(scope: ParentIds, id: string): void {
    this.#drop(buildItemKey(scope, id));
  }

  /** Removes the items below some path segments, at any depth. */
  removeBelow(scope: ParentIds, id?: string): void {
    const above = id === undefined ? scope.map((one) => buildItemKey([], one)).join('/') : buildItemKey(scope, id);
    const gone = above === '' ? this.#standing.keys() : (this.#below.get(above) ?? []);
    for (const key of [...gone]) this.#drop(key);
  }

  /** Applies the order of a list: a new item follows its predecessor there, or else precedes its successor. */
  arrange(scope: ParentIds, ids: readonly string[]): void {
    const list = [...new Set(ids.map((id) => buildItemKey(scope, id)))].flatMap((key) => this.#standing.get(key) ?? []);
    const known = list.find(({ isArranged }) => isArranged);
    let before: Standing | undefined;
    for (const one of list) {
      if (!one.isArranged) {
        this.#leave(one);
        // If no neighbour is known, it follows all items so far.
        this.#standBehind(before ?? (known ? known.before : this.#last), one);
      }
      // Items before the first known one are moved one by one.
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
    for (const above of listParentKeys(key)) {
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
