// The items of a store during a change.

import type { DraftCollection } from '../../../store/collection.ts';
import type { Draft } from '../../../store/draft.ts';
import type { Identified } from '../../../store/record.ts';
import type { KeptItem, Resource } from '../resource.ts';

/** The collections of stored items during a change. */
export type Items = Draft<Record<string, Identified>>;

/** The items of a resource during a change. */
export function draftOf(items: Items, { name }: Pick<Resource, 'name'>): DraftCollection<KeptItem> {
  return items[name] as DraftCollection<KeptItem>;
}
