// What a replica enters again where it does not stand any more: which apis it serves, and the keys that all sign with.

import type { StoredKeys } from '../issuer/keys.ts';
import type { Store } from '../store/store.ts';
import { type Common, digestsOf, ISSUER_KEYS, type SharedRecords } from './shared-records.ts';

/** What a replica has entered. */
export interface Entered {
  /** By what others know it. */
  readonly by: string;
  /** The apis that it serves; none before it has joined. */
  apis: readonly Common[];
  /** The keys that it signs with; undefined before it has signed anything. */
  keys?: StoredKeys;
}

/** Enters what is missing of this; what is there, perhaps of others, stays as it is. */
export async function enterAgain(shared: Store<SharedRecords>, { by, apis, keys }: Entered): Promise<void> {
  await shared.newest();
  await shared.change((draft) => {
    for (const own of digestsOf(apis)) {
      const kept = draft.digests.get(own.id);
      if (!kept) draft.digests.add({ ...own, by: [by] });
      else if (!kept.by.includes(by)) draft.digests.replace({ ...kept, by: [...kept.by, by] });
    }
    if (keys && !draft.keys.get(ISSUER_KEYS)) draft.keys.add({ id: ISSUER_KEYS, ...keys });
  });
}
