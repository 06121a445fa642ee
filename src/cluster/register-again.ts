// Re-registers a replica that the shared state has lost.

import type { StoredKeys } from '../server/oidc/tokens/keys.ts';
import type { LogStorage } from '../store/log/store-log.ts';
import type { Store } from '../store/store.ts';
import { joinReplicas, type SharedApi } from './join-replicas.ts';
import { ISSUER_KEYS, type SharedRecords } from './shared-records.ts';

/** The registration of a replica. */
export interface Registration {
  /** The id of the replica. */
  readonly by: string;
  /** The apis that it serves; none before it has joined. */
  apis: readonly SharedApi[];
  /** The keys that it signs with; undefined before it has signed anything. */
  keys?: StoredKeys;
}

/**
 * Adds missing parts of this registration; existing ones, perhaps of others, stay.
 *
 * @param living - see `join`
 * @throws UsageError if running replicas serve other APIs by now
 */
export async function registerAgain(
  shared: Store<SharedRecords>,
  { by, apis, keys }: Registration,
  living: LogStorage['living'],
): Promise<void> {
  await shared.newest();
  if (keys)
    await shared.change((draft) => {
      if (!draft.keys.get(ISSUER_KEYS)) draft.keys.add({ id: ISSUER_KEYS, ...keys });
    });
  await joinReplicas(shared, apis, { fresh: false, by, living });
}
