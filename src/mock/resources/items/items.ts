// The items of a store while they are changed.

import type { DraftCollection } from '../../../store/collection.ts';
import type { Draft } from '../../../store/draft.ts';
import type { Identified } from '../../../store/record.ts';
import type { KeptItem, Resource } from '../resource.ts';

/** The collections of a store in which items are kept, while they are changed. */
export type Items = Draft<Record<string, Identified>>;

/** The items of a kind, to be changed. */
export function draftOf(items: Items, { name }: Pick<Resource, 'name'>): DraftCollection<KeptItem> {
  return items[name] as DraftCollection<KeptItem>;
}
