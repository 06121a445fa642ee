// Counters of created items, so that numbers and ids are never reused.

import type { DraftCollection } from '../../../store/collection.ts';
import type { Identified } from '../../../store/record.ts';
import type { PathScope } from '../path-scope.ts';
import type { Resource } from '../resource.ts';
import { getParentGroup } from './item-key.ts';
import { getItemDraft, type ItemsDraft } from './items-draft.ts';

/** The collection of the counters. No resource has this name. */
export const COUNTERS = '_counters';

/** A counter in the store: the number of items created so far. */
interface Counter extends Identified {
  readonly made: number;
}

/** The name of a counter: one per resource, and per scope. @param scope - the scope; none for the default one */
export function getCounterName({ name }: Resource, scope: PathScope = []): string {
  return scope.length === 0 ? name : `${name}/${getParentGroup(scope)}`;
}

/** Takes the next number of a resource. @param scope - the scope; none for the default one */
export function nextNumber(items: ItemsDraft, resource: Resource, scope?: PathScope): number {
  const created = countItems(items, resource, scope) + 1;
  getCounters(items).replace({ id: getCounterName(resource, scope), made: created });
  return created;
}

/** Returns the counter, and initialises it from the number of seed items, which are numbered without gaps. */
export function countItems(items: ItemsDraft, resource: Resource, scope?: PathScope): number {
  const counter = getCounters(items).get(getCounterName(resource, scope));
  return counter ? counter.made : startCount(items, resource, scope, getItemDraft(items, resource).size);
}

/** Creates a counter. @param created - its value */
export function startCount(
  items: ItemsDraft,
  resource: Resource,
  scope: PathScope | undefined,
  created: number,
): number {
  getCounters(items).add({ id: getCounterName(resource, scope), made: created });
  return created;
}

function getCounters(items: ItemsDraft): DraftCollection<Counter> {
  return items[COUNTERS] as DraftCollection<Counter>;
}
