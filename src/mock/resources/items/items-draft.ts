// The items of a store during a change.

import type { DraftCollection } from '../../../store/collection.ts';
import type { Draft } from '../../../store/draft.ts';
import type { Identified } from '../../../store/record.ts';
import type { Resource, StoredItem } from '../resource.ts';

/** The collections of stored items during a change. */
export type ItemsDraft = Draft<Record<string, Identified>>;

/** The items of a resource during a change. */
export function getItemDraft(items: ItemsDraft, { name }: Pick<Resource, 'name'>): DraftCollection<StoredItem> {
  return items[name] as DraftCollection<StoredItem>;
}
