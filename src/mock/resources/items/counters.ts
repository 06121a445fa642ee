// How many items of each kind each tenant has made: no number, and no id made of one, is given twice, whatever is deleted.

import type { DraftCollection } from '../../../store/collection.ts';
import type { Identified } from '../../../store/record.ts';
import type { Resource } from '../resource.ts';
import type { Tenant } from '../tenant.ts';
import { draftOf, type Items } from './items.ts';
import { groupBelow } from './key.ts';

/** The collection of the counters. No resource has such a name. */
export const COUNTERS = '_counters';

/** What a counter is in the store: how many of a kind have been made. */
export interface Counter extends Identified {
  readonly made: number;
}

/** The name of the counter of a kind: of one for all, or of one for each tenant. @param tenant - whose items are counted; none for those of the usual one */
export function counterOf({ name }: Resource, tenant: Tenant = []): string {
  return tenant.length === 0 ? name : `${name}/${groupBelow(tenant)}`;
}

/** The number of the next item of a kind, which is taken from now on. @param tenant - see `counterOf` */
export function nextNumber(items: Items, resource: Resource, tenant?: Tenant): number {
  const made = count(items, resource, tenant) + 1;
  countersIn(items).replace({ id: counterOf(resource, tenant), made });
  return made;
}

/** Counts the items of a kind, if nobody has counted them yet: those that were there at the start have numbers without a gap. */
export function count(items: Items, resource: Resource, tenant?: Tenant): number {
  const counter = countersIn(items).get(counterOf(resource, tenant));
  return counter ? counter.made : startCount(items, resource, tenant, draftOf(items, resource).size);
}

/** Begins to count. @param made - how many there are */
export function startCount(items: Items, resource: Resource, tenant: Tenant | undefined, made: number): number {
  countersIn(items).add({ id: counterOf(resource, tenant), made });
  return made;
}

function countersIn(items: Items): DraftCollection<Counter> {
  return items[COUNTERS] as DraftCollection<Counter>;
}
