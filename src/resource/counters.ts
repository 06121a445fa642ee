// How many items of each kind have been made: no number, and no id made of one, is given twice, whatever is deleted.

import type { DraftCollection } from '../store/collection.ts';
import type { Identified } from '../store/record.ts';
import type { Resource } from './resource.ts';
import type { Items } from './resource-call.ts';

/** The collection of the counters. No resource has such a name. */
export const COUNTERS = '_counters';

/** What a counter is in the store: how many of a kind have been made. */
export interface Counter extends Identified {
  readonly made: number;
}

/** The number of the next item of a kind, which is taken from now on. */
export function nextNumber(items: Items, { name }: Resource): number {
  const counters = items[COUNTERS] as DraftCollection<Counter>;
  const counter = counters.get(name);
  const made = (counter?.made ?? 0) + 1;
  if (counter) counters.replace({ id: name, made });
  else counters.add({ id: name, made });
  return made;
}
