// The items of a recording at its end, in the order of lists.

import type { ParentIds } from '../../mock/resources/items/item-key.ts';
import { buildItemKey, listParentKeys } from '../../mock/resources/items/item-key.ts';
import type { Resource } from '../../mock/resources/resource.ts';

/** An item with its parents. */
export interface RecordedItem {
  readonly scope: ParentIds;
  /** Empty for the only one. */
  readonly id: string;
  readonly item: unknown;
}

/** A node of a doubly linked list, in the order of the items. */
interface ListNode {
  value: RecordedItem;
  previous: ListNode | undefined;
  next: ListNode | undefined;
  /** Whether it was in a list. */
  isArranged: boolean;
}

/** Items of one type, by parents and ids. Costs are proportional to the changed items, not to all. */
export class RecordedItems {
  readonly resource: Resource;
  readonly #nodes = new Map<string, ListNode>();
  /** The keys of items below some path segments, at any depth. */
  readonly #below = new Map<string, Set<string>>();
  #first: ListNode | undefined;
  #last: ListNode | undefined;

  constructor(resource: Resource) {
    this.resource = resource;
  }

  get(scope: ParentIds, id: string): RecordedItem | undefined {
    return this.#nodes.get(buildItemKey(scope, id))?.value;
  }

  put(item: RecordedItem): void {
    const key = buildItemKey(item.scope, item.id);
    const known = this.#nodes.get(key);
    if (known) {
      known.value = item;
      return;
    }
    const node: ListNode = { value: item, previous: undefined, next: undefined, isArranged: false };
    this.#nodes.set(key, node);
    for (const above of listParentKeys(key)) {
      const keys = this.#below.get(above) ?? new Set();
      this.#below.set(above, keys.add(key));
    }
    this.#linkAfter(this.#last, node);
  }

  remove(scope: ParentIds, id: string): void {
    this.#drop(buildItemKey(scope, id));
  }

  /** Removes the items below some path segments, at any depth. */
  removeBelow(scope: ParentIds, id?: string): void {
    const above = id === undefined ? scope.map((one) => buildItemKey([], one)).join('/') : buildItemKey(scope, id);
    const gone = above === '' ? this.#nodes.keys() : (this.#below.get(above) ?? []);
    for (const key of [...gone]) this.#drop(key);
  }

  /** Applies the order of a list: a new item follows its predecessor there, or else precedes its successor. */
  arrange(scope: ParentIds, ids: readonly string[]): void {
    const list = [...new Set(ids.map((id) => buildItemKey(scope, id)))].flatMap((key) => this.#nodes.get(key) ?? []);
    const known = list.find(({ isArranged }) => isArranged);
    let before: ListNode | undefined;
    for (const one of list) {
      if (!one.isArranged) {
        this.#unlink(one);
        // If no neighbour is known, it follows all items so far.
        this.#linkAfter(before ?? (known ? known.previous : this.#last), one);
      }
      // Items before the first known one are moved one by one.
      if (one.isArranged || before) before = one;
    }
    for (const one of list) one.isArranged = true;
  }

  get all(): readonly RecordedItem[] {
    const items: RecordedItem[] = [];
    for (let one = this.#first; one; one = one.next) items.push(one.value);
    return items;
  }

  #drop(key: string): void {
    const node = this.#nodes.get(key);
    if (!node) return;
    this.#unlink(node);
    this.#nodes.delete(key);
    for (const above of listParentKeys(key)) {
      const keys = this.#below.get(above);
      keys?.delete(key);
      if (keys?.size === 0) this.#below.delete(above);
    }
  }

  #unlink({ previous: before, next }: ListNode): void {
    if (before) before.next = next;
    else this.#first = next;
    if (next) next.previous = before;
    else this.#last = before;
  }

  /** @param before - undefined for the first place */
  #linkAfter(before: ListNode | undefined, one: ListNode): void {
    one.previous = before;
    one.next = before ? before.next : this.#first;
    if (one.previous) one.previous.next = one;
    else this.#first = one;
    if (one.next) one.next.previous = one;
    else this.#last = one;
  }
}
