// How many items of each kind have been made: no number, and no id made of one, is given twice, whatever is deleted.

import type { DraftCollection } from '../store/collection.ts';
import type { Identified } from '../store/record.ts';
import type { Resource } from './resource.ts';
import { draftOf, type Items } from './resource-call.ts';

/** The collection of the counters. No resource has such a name. */
export const COUNTERS = '_counters';

/** What a counter is in the store: how many of a kind have been made. */
export interface Counter extends Identified {
  readonly made: number;
}

/** The number of the next item of a kind, which is taken from now on. */
export function nextNumber(items: Items, resource: Resource): number {
  const made = count(items, resource) + 1;
  countersIn(items).replace({ id: resource.name, made });
  return made;
}

/** Counts the items of a kind, if nobody has counted them yet: those that were there at the start have numbers without a gap. */
export function count(items: Items, resource: Resource): number {
  const counters = countersIn(items);
  const counter = counters.get(resource.name);
  if (counter) return counter.made;
  const made = draftOf(items, resource).size;
  counters.add({ id: resource.name, made });
  return made;
}

function countersIn(items: Items): DraftCollection<Counter> {
  return items[COUNTERS] as DraftCollection<Counter>;
}
