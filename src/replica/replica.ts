// One of several processes that share all that a client can see. Loaded for those who say where.

import { randomUUID } from 'node:crypto';
import { MAIN, type Sharing } from '../engine/sandbox.ts';
import type { SharedKeys } from '../issuer/keys.ts';
import type { Log, LogPlace } from '../store/log.ts';
import { openPlace } from '../store/open-place.ts';
import type { Store } from '../store/store.ts';
import { lateLog } from './late-log.ts';
import { type Common, join, leave, openSharedRecords, type SharedRecords, sharedKeys } from './shared-records.ts';

export interface Replica {
  readonly place: LogPlace;
  readonly shared: Store<SharedRecords>;
  /** The keys that all sign with. */
  readonly keys: SharedKeys;
  readonly sharing: Sharing;
  /** The log of an api in `main`. */
  main(api: string): Log;
  /** @throws Problems if others serve other apis */
  join(apis: readonly Common[], fresh: boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the place that replicas share.
 *
 * @param given - itself, or the URL of a PostgreSQL
 * @throws Problems if it cannot be used
 */
export async function openReplica(given: LogPlace | string, isShared: (api: string) => boolean): Promise<Replica> {
  const place = await openPlace(given);
  const salt = randomUUID();
  const shared = await openSharedRecords(place).catch(async (error) => {
    await place.close();
    throw error;
  });
  return {
    place,
    shared,
    keys: sharedKeys(shared),
    sharing: {
      salt,
      log: (sandbox, api) => (isShared(api) ? lateLog(place.log(`${sandbox}/${api}`)) : undefined),
    },
    main: (api) => place.log(`${MAIN}/${api}`),
    join: (apis, fresh) => join(shared, apis, { fresh, by: salt }),
    async close() {
      // Where that cannot be said any more, nobody hears it.
      await leave(shared, salt).catch(() => undefined);
      await shared.close();
      await place.close();
    },
  };
}
