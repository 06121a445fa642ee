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

/** The name of a counter: one per resource, and per scope. @param tenant - the scope; none for the default one */
export function counterOf({ name }: Resource, tenant: Tenant = []): string {
  return tenant.length === 0 ? name : `${name}/${groupBelow(tenant)}`;
}

/** Takes the next number of a resource. @param tenant - see `counterOf` */
export function nextNumber(items: Items, resource: Resource, tenant?: Tenant): number {
  const made = count(items, resource, tenant) + 1;
  countersIn(items).replace({ id: counterOf(resource, tenant), made });
  return made;
}

/** Returns the counter, and initialises it from the number of seed items, which are numbered without gaps. */
export function count(items: Items, resource: Resource, tenant?: Tenant): number {
  const counter = countersIn(items).get(counterOf(resource, tenant));
  return counter ? counter.made : startCount(items, resource, tenant, draftOf(items, resource).size);
}

/** Creates a counter. @param made - its value */
export function startCount(items: Items, resource: Resource, tenant: Tenant | undefined, made: number): number {
  countersIn(items).add({ id: counterOf(resource, tenant), made });
  return made;
}

function countersIn(items: Items): DraftCollection<Counter> {
  return items[COUNTERS] as DraftCollection<Counter>;
}
