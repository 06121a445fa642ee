// Counters of created items, so that numbers and ids are never reused.

import type { DraftCollection } from '../../../store/collection.ts';
import type { Identified } from '../../../store/record.ts';
import type { Resource } from '../resource.ts';
import type { Tenant } from '../tenant.ts';
import { draftOf, type Items } from './items.ts';
import { groupBelow } from './key.ts';

/** The collection of the counters. No resource has this name. */
export const COUNTERS = '_counters';

/** A counter in the store: the number of items created so far. */
export interface Counter extends Identified {
  readonly made: number;
}

/** The name of a counter: one per resource, and per scope. @param scope - the scope; none for the default one */
export function counterOf({ name }: Resource, scope: Tenant = []): string {
  return scope.length === 0 ? name : `${name}/${groupBelow(scope)}`;
}

/** Takes the next number of a resource. @param scope - the scope; none for the default one */
export function nextNumber(items: Items, resource: Resource, scope?: Tenant): number {
  const created = count(items, resource, scope) + 1;
  getCounters(items).replace({ id: counterOf(resource, scope), made: created });
  return created;
}

/** Returns the counter, and initialises it from the number of seed items, which are numbered without gaps. */
export function count(items: Items, resource: Resource, scope?: Tenant): number {
  const counter = getCounters(items).get(counterOf(resource, scope));
  return counter ? counter.made : startCount(items, resource, scope, draftOf(items, resource).size);
}

/** Creates a counter. @param created - its value */
export function startCount(items: Items, resource: Resource, scope: Tenant | undefined, created: number): number {
  getCounters(items).add({ id: counterOf(resource, scope), made: created });
  return created;
}

function getCounters(items: Items): DraftCollection<Counter> {
  return items[COUNTERS] as DraftCollection<Counter>;
}
