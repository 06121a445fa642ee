// What a replica enters again where it does not stand any more: which apis it serves, and the keys that all sign with.

import type { StoredKeys } from '../server/oidc/tokens/keys.ts';
import type { LogPlace } from '../store/log/log.ts';
import type { Store } from '../store/store.ts';
import { type Common, join } from './joining.ts';
import { ISSUER_KEYS, type SharedRecords } from './shared-records.ts';

/** What a replica has entered. */
export interface Entered {
  /** By what others know it. */
  readonly by: string;
  /** The apis that it serves; none before it has joined. */
  apis: readonly Common[];
  /** The keys that it signs with; undefined before it has signed anything. */
  keys?: StoredKeys;
}

/**
 * Enters what is missing of this; what is there, perhaps of others, stays as it is.
 *
 * @param living - see `join`
 * @throws Problems if others, who are there, serve other apis by now
 */
export async function enterAgain(
  shared: Store<SharedRecords>,
  { by, apis, keys }: Entered,
  living: LogPlace['living'],
): Promise<void> {
  await shared.newest();
  if (keys)
    await shared.change((draft) => {
      if (!draft.keys.get(ISSUER_KEYS)) draft.keys.add({ id: ISSUER_KEYS, ...keys });
    });
  await join(shared, apis, { fresh: false, by, living });
}
