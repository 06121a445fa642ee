// Opens the store of the state that replicas share.

import { UsageError } from '../schema/usage-error.ts';
import type { SharedKeys } from '../server/oidc/tokens/keys.ts';
import type { LogStorage } from '../store/log/store-log.ts';
import { openStore, type Store } from '../store/store.ts';
import { sharedRecordProblem } from './shared-record-problem.ts';
import { ISSUER_KEYS, NOTHING_SHARED, SHARED_STREAM, type SharedRecords } from './shared-records.ts';

/** @param fresh - whether an unusable one is reset. Default false @throws UsageError if it is unusable */
export async function openSharedRecords(place: LogStorage, fresh = false): Promise<Store<SharedRecords>> {
  const open = (anew: boolean) =>
    openStore<SharedRecords>(NOTHING_SHARED, place.log(SHARED_STREAM, true, sharedRecordProblem), {
      remembered: 0,
      fresh: anew,
    });
  return open(false).catch((error) => {
    if (fresh && error instanceof UsageError) return open(true);
    throw error;
  });
}

/** The signing keys of all replicas: those of the first one. */
export function sharedKeys(shared: Store<SharedRecords>): SharedKeys {
  return async (make) => {
    await shared.newest();
    const kept = shared.collections.keys.get(ISSUER_KEYS);
    if (kept) return kept;
    const made = await make();
    return shared.change(({ keys }) => {
      const first = keys.get(ISSUER_KEYS);
      if (!first) keys.add({ id: ISSUER_KEYS, ...made });
      return first ?? made;
    });
  };
}
