// One of several processes that share all that a client can see. Loaded for those who say where.

import { randomUUID } from 'node:crypto';
import type { CoveredApi } from '../coverage/report.ts';
import { Problems } from '../schema/problems.ts';
import type { SharedKeys } from '../server/oidc/tokens/keys.ts';
import type { Metric } from '../server/pipeline/metric.ts';
import { MOST_EXCHANGES, type Rings } from '../server/pipeline/request-log/journal.ts';
import { MAIN, type Sharing } from '../server/pipeline/sandbox/sandbox.ts';
import { type Log, type LogPlace, PersistenceError } from '../store/log/log.ts';
import { openPlace } from '../store/open-place.ts';
import type { Store } from '../store/store.ts';
import { type Common, join, leave } from './joining.ts';
import { lateLog } from './late-log.ts';
import { measuredPlace } from './measured-place.ts';
import { openSharedRecords, sharedKeys } from './open-shared-records.ts';
import { type Entered, enterAgain } from './re-entry.ts';
import { createSharedJournals, type SharedJournals, type SharingSettings } from './shared-journals.ts';
import type { SharedRecords } from './shared-records.ts';
import { createSharedTallies, type SharedTallies } from './shared-tallies.ts';
import { tellTroubles } from './told-troubles.ts';

export interface Replica {
  readonly place: LogPlace;
  readonly shared: Store<SharedRecords>;
  /** The keys that all sign with. */
  readonly keys: SharedKeys;
  readonly sharing: Sharing;
  /** The log of an api in `main`. */
  main(api: string): Log;
  /**
   * Joins the others, and then opens what all share. If either fails, the place is let go of.
   *
   * @throws Problems if others serve other apis, or the place cannot be used; and whatever `open` throws
   */
  begin<T>(apis: readonly Common[], open: () => Promise<T>): Promise<T>;
  /** The recorded exchanges of all; undefined where the place shares none. @param bytes - how much of them is kept */
  journals(rings: Rings, bytes: number, settings: SharingSettings): SharedJournals | undefined;
  /** What requests to all have exercised; undefined where the place shares none of it. */
  tallies(apis: readonly CoveredApi[], settings: Pick<SharingSettings, 'isLocal'>): SharedTallies | undefined;
  /** What it measures of the place, as it was at the last look. */
  readonly metrics: readonly Metric[];
  look(): Promise<void>;
  /** What the place lost the last time that it came back with less; undefined if it never did. */
  lost(): string | undefined;
  close(): Promise<void>;
}

export interface ReplicaSettings {
  /** Whether everything begins anew, and so may be another one. */
  readonly fresh: boolean;
  /** Whether all share the store of an api. */
  readonly isShared: (api: string) => boolean;
  /** Is told in a sentence what the place lost, each time that it comes back with less than it had acknowledged, and that others came to serve something else there. */
  readonly onNotice: (sentence: string) => void;
}

/**
 * Opens the place that replicas share.
 *
 * @param given - itself, or the URL of a PostgreSQL
 * @throws Problems if it cannot be used
 */
export async function openReplica(
  given: LogPlace | string,
  { isShared, fresh, onNotice }: ReplicaSettings,
): Promise<Replica> {
  const again = () => {
    if (entered.apis.length === 0) return;
    enterAgain(shared, entered, place.living).catch((error) => {
      // If the place is away again by now, this is told again when it is back.
      if (error instanceof Problems) onNotice(error.message);
    });
  };
  const opened = await openPlace(given);
  opened.onPresent?.(again);
  let hasBegun = false;
  const onFailure = tellTroubles(onNotice);
  const { place, metrics, look, lost } = measuredPlace(
    opened,
    (sentence) => {
      onNotice(sentence);
      again();
    },
    (error) => {
      // What goes wrong before ends the start, and is told by that.
      if (hasBegun) onFailure(error);
    },
  );
  const salt = randomUUID();
  const by = place.me ?? salt;
  const entered: Entered = { by, apis: [] };
  const letGo = async (error: unknown): Promise<never> => {
    await place.close();
    throw error instanceof PersistenceError ? unusable(error) : error;
  };
  const shared = await openSharedRecords(place, fresh).catch(letGo);
  const leaveAll = async () => {
    // Where that cannot be said any more, nobody hears it.
    await leave(shared, by).catch(() => undefined);
    await shared.close();
  };
  return {
    place,
    metrics,
    look,
    lost,
    shared,
    async keys(make) {
      entered.keys = await sharedKeys(shared)(make);
      return entered.keys;
    },
    sharing: {
      salt,
      log: (sandbox, api) => (isShared(api) ? lateLog(place.log(`${sandbox}/${api}`)) : undefined),
    },
    main: (api) => place.log(`${MAIN}/${api}`, true),
    async begin(apis, open) {
      try {
        await join(shared, apis, { fresh, by, living: place.living });
        entered.apis = apis;
        const begun = await open();
        hasBegun = true;
        return begun;
      } catch (error) {
        await leaveAll();
        return letGo(error);
      }
    },
    journals(rings, bytes, settings) {
      const tapes = bytes > 0 ? place.tapes?.({ texts: MOST_EXCHANGES, bytes }) : undefined;
      return tapes && createSharedJournals(tapes, rings, settings);
    },
    tallies(apis, { isLocal }) {
      const ledgers = place.ledgers?.();
      return ledgers && createSharedTallies(ledgers, { apis, isLocal });
    },
    async close() {
      await leaveAll();
      await place.close();
    },
  };
}

/** Whoever starts it learns what clients are not told: where it is, and what to do. */
function unusable({ message, cause }: PersistenceError): Problems {
  return new Problems(`The state cannot be stored: ${cause instanceof Error ? cause.message : message}`, []);
}
