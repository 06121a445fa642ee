// Opens the state of a server: stores, sandboxes, request logs, coverage, alone or shared.

import type { ConsistencyBarrierSettings } from '../cluster/consistency-barrier.ts';
import type { Replica } from '../cluster/replica.ts';
import { type CoverageTallies, createTallies } from '../coverage/coverage-tallies.ts';
import { CONTROL_API } from '../server/control/api-store.ts';
import { ISSUER, PENDING } from '../server/oidc/login/login-types.ts';
import { issuerFixture } from '../server/oidc/tokens/issuer-state.ts';
import type { LoadedApi } from '../server/pipeline/api/load-api.ts';
import type { FaultPlan } from '../server/pipeline/faults/fault-plan.ts';
import { IDEMPOTENCY_KEYS, idempotencyFixture } from '../server/pipeline/idempotency/idempotency-keys.ts';
import { declaresIdempotencyKeys } from '../server/pipeline/idempotency/key-header.ts';
import type { Metric } from '../server/pipeline/metric.ts';
import type { SecretNamesOf } from '../server/pipeline/request-log/recorded-exchange.ts';
import { createRequestLogs } from '../server/pipeline/request-log/request-logs.ts';
import type { ConsistencyBarrier } from '../server/pipeline/route-groups.ts';
import { type ConvertedStore, MAIN, Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import { Sandboxes } from '../server/pipeline/sandbox/sandboxes.ts';
import { openQuarantineFile } from '../store/disk/quarantine-file.ts';
import { memoryLog } from '../store/log/memory-log.ts';
import { openStore } from '../store/open-store.ts';
import { openStores } from '../store/open-stores.ts';
import { StoreState } from '../store/state.ts';
import type { LoadedApis } from './load-apis.ts';
import type { CompleteSettings } from './server-settings.ts';

export interface OpenState {
  readonly main: Sandbox;
  readonly sandboxes: Sandboxes;
  readonly tallies: CoverageTallies;
  /** The consistency barrier of shared state; undefined if it is not shared. */
  readonly gate: ConsistencyBarrier | undefined;
  /** This process as a replica; undefined if the state is not shared. */
  readonly replica: Replica | undefined;
  readonly metrics: readonly Metric[];
  /** Aborted, with a sentence as the reason, when another process has taken over a file: nothing is stored any more. */
  readonly lost: AbortSignal;
  /** Releases shared state and state files, after open changes. */
  close(): Promise<void>;
}

interface OpenStateSettings {
  /** The initial faults of every sandbox. */
  readonly faults: readonly FaultPlan[];
  readonly secretsOf: SecretNamesOf;
  /** This process as a replica, which is closed with the state; undefined if the state is not shared. */
  readonly replica: Replica | undefined;
}

/** Opens the shared storage; undefined if the state is not shared. @throws UsageError if it cannot be used */
export async function openStateReplica({ store, fresh, onNotice }: CompleteSettings): Promise<Replica | undefined> {
  if (store === undefined) return undefined;
  const { openReplica } = await import('../cluster/replica.ts');
  return openReplica(store, { fresh, onNotice, isShared });
}

/**
 * From here on files are locked.
 *
 * @throws UsageError if the stored state cannot be used, or other replicas serve other APIs
 */
export async function openState(
  settings: CompleteSettings,
  loaded: LoadedApis,
  { faults, secretsOf, replica }: OpenStateSettings,
): Promise<OpenState> {
  const { now, seed } = settings;
  const lost = new AbortController();
  const open = () => openStoresOf(loaded, settings, replica, (reason) => lost.abort(reason));
  const stores = await (replica ? replica.begin(commonOf(loaded), open) : open());
  stores.set(CONTROL_API, await openStore({}, memoryLog()));

  const { requestLogs, tallies, shared } = openObservations(settings, loaded, secretsOf, replica);
  const parts = { stores, now, seed, faults, requestLogs, tallies, sharing: replica?.sharing };
  const main = new Sandbox({ name: MAIN, ...parts, quarantine: openQuarantine(loaded, settings) });
  const idle = settings.sandboxIdle * 60_000;
  const sandboxes = new Sandboxes(main, { count: settings.sandboxes, idle });
  return {
    main,
    sandboxes,
    tallies,
    gate: replica && (await openBarrier(replica, { ...shared, sandboxes, idle, consistency: settings.consistency })),
    replica,
    metrics: [
      ...stateMetrics(sandboxes),
      ...(replica?.metrics ?? []),
      ...(shared.requestLogs ? [shared.requestLogs.metric] : []),
    ],
    lost: lost.signal,
    async close() {
      await Promise.all([shared.requestLogs?.close(), shared.tallies?.close()]);
      for (const sandbox of sandboxes.allWithTentative()) if (sandbox !== main && replica) sandbox.close();
      await Promise.all([...stores.values()].map((store) => store.close()));
      await replica?.close();
    },
  };
}

/** Opens the files of records that a changed document does not allow. Undefined if the state is in memory or shared. */
function openQuarantine({ apis }: LoadedApis, { folder, store }: CompleteSettings) {
  if (folder === undefined || store !== undefined) return undefined;
  const names = new Set(apis.map(({ api }) => api.name));
  return (name: string) => (names.has(name) ? openQuarantineFile(folder, name) : undefined);
}

/** Opens the stores of `main`. @param onLost - called when another process has taken over a file */
async function openStoresOf(
  { apis, issuer }: LoadedApis,
  { folder, durability, fresh, stateLimit, onNotice }: CompleteSettings,
  replica: Replica | undefined,
  onLost: (reason: string) => void,
) {
  const own = apis.map(({ api, fixture }) => ({ name: api.name, fixture }));
  const hasKeys = apis.some(({ document }) => declaresIdempotencyKeys(document));
  const stored = [
    ...own,
    ...(issuer ? [{ name: ISSUER, fixture: issuerFixture }] : []),
    ...(hasKeys ? [{ name: IDEMPOTENCY_KEYS, fixture: idempotencyFixture }] : []),
  ];
  const location = { place: replica?.place, folder, durability };
  const stores = await openStores(stored, { ...location, fresh, stateLimit, onNotice, onLost });
  // A document that is saved later may declare them.
  if (!hasKeys && !replica) stores.set(IDEMPOTENCY_KEYS, await openStore(idempotencyFixture.records, memoryLog()));
  const begunLog = issuer && (replica?.main(PENDING) ?? memoryLog());
  if (begunLog) stores.set(PENDING, await openStore(issuerFixture.records, begunLog, { remembered: 0 }));
  return stores;
}

/** The request logs and the coverage, with those of them that are shared. */
function openObservations(
  { requestLogLimit, consistency, onNotice }: CompleteSettings,
  { apis }: LoadedApis,
  secretsOf: SecretNamesOf,
  replica: Replica | undefined,
) {
  const rings = createRequestLogs(requestLogLimit, undefined, secretsOf);
  const sharing = { isLocal: consistency === 'local', onNotice };
  const covered = apis.map(({ api, document }) => ({ api: api.name, document }));
  const shared = {
    requestLogs: replica?.requestLogs(rings, requestLogLimit, sharing),
    tallies: replica?.tallies(covered, sharing),
  };
  return { requestLogs: shared.requestLogs ?? rings, tallies: shared.tallies ?? createTallies(), shared };
}

async function openBarrier(
  { place, shared }: Replica,
  parts: Omit<ConsistencyBarrierSettings, 'place' | 'shared' | 'isShared'>,
): Promise<ConsistencyBarrier> {
  const { SharedStateBarrier } = await import('../cluster/consistency-barrier.ts');
  return new SharedStateBarrier({ place, shared, isShared, ...parts });
}

function stateMetrics(sandboxes: Sandboxes): readonly Metric[] {
  return [
    {
      name: 'understudy_sandboxes',
      help: 'Number of sandboxes, including main.',
      values: () => [{ value: sandboxes.all().length }],
    },
    {
      name: 'understudy_store_version',
      help: 'Version (number of commits) of each store of main.',
      values: () => [...sandboxes.main.stores].map(([store, { version }]) => ({ labels: { store }, value: version })),
    },
  ];
}

/** Whether clients can see the store of an API. */
function isShared(name: string): boolean {
  return name !== CONTROL_API;
}

/** The common parts of all replicas. */
function commonOf({ apis }: LoadedApis) {
  return apis.map(({ api, document, fixture }) => ({
    name: api.name,
    document: document.source.bundled,
    fixtures: fixture.records,
  }));
}

/** Moves the state to changed APIs. Returns messages. */
export type MigrateState = (apis: readonly LoadedApi[]) => Promise<readonly string[]>;

/** @param first - the APIs of the present state */
export function createStateMigration(sandboxes: Sandboxes, first: readonly LoadedApi[]): MigrateState {
  const fixtures = new Map(first.map(({ api, fixture }) => [api.name, fixture]));
  return async (apis) => {
    const sentences: string[] = [];
    for (const { api, fixture } of apis) {
      if (fixtures.get(api.name) === fixture) continue;
      const is = StoreState.of(Object.keys(fixture.records), fixture.records);
      for (const sandbox of sandboxes.allWithTentative()) {
        const converted = await sandbox.convertStore(api.name, fixture, is);
        const whose = sandbox === sandboxes.main ? api.name : `${api.name} in sandbox ${sandbox.name}`;
        if (converted) sentences.push(...describeConversion(whose, converted));
      }
      fixtures.set(api.name, fixture);
    }
    return sentences;
  };
}

function describeConversion(whose: string, { before, after, place }: ConvertedStore): readonly string[] {
  if (after === before) return [];
  if (after === 0) return [`All records of ${whose} are valid again.`];
  if (after === 1) return [`1 record of ${whose} is no longer valid and was moved to ${place}; it returns when valid.`];
  return [`${after} records of ${whose} are no longer valid and were moved to ${place}; they return when valid.`];
}
