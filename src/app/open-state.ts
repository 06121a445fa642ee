// Opens the state of a server: stores, sandboxes, request logs, coverage, alone or shared.

import type { Replica } from '../cluster/replica.ts';
import { type CoverageTallies, createTallies } from '../coverage/coverage-tallies.ts';
import { CONTROL_API } from '../server/control/api-store.ts';
import { ISSUER, PENDING } from '../server/oidc/login/login.ts';
import { issuerFixture } from '../server/oidc/tokens/issuer-state.ts';
import type { FaultPlan } from '../server/pipeline/faults/fault-plan.ts';
import type { Metric } from '../server/pipeline/metric.ts';
import type { SecretNamesOf } from '../server/pipeline/request-log/recorded-exchange.ts';
import { createRequestLogs } from '../server/pipeline/request-log/request-logs.ts';
import type { ConsistencyBarrier } from '../server/pipeline/route-groups.ts';
import { createSandbox, MAIN, type Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import { createSandboxes, type Sandboxes } from '../server/pipeline/sandbox/sandboxes.ts';
import { memoryLog } from '../store/log/memory-log.ts';
import { openStores } from '../store/open-stores.ts';
import { openStore } from '../store/store.ts';
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
  /** Releases shared state and state files, after open changes. */
  close(): Promise<void>;
}

export interface OpenStateSettings {
  /** The initial faults of every sandbox. */
  readonly faults: readonly FaultPlan[];
  readonly secretsOf: SecretNamesOf;
}

/**
 * From here on files are locked.
 *
 * @throws UsageError if the stored state cannot be used, or other replicas serve other APIs
 */
export async function openState(
  settings: CompleteSettings,
  loaded: LoadedApis,
  { faults, secretsOf }: OpenStateSettings,
): Promise<OpenState> {
  const { consistency, requestLogLimit, now, seed, fresh, folder, durability, stateLimit, onNotice, onLost } = settings;
  const replica =
    settings.store === undefined
      ? undefined
      : await (await import('../cluster/replica.ts')).openReplica(settings.store, { fresh, onNotice, isShared });
  const own = loaded.apis.map(({ api, fixture }) => ({ name: api.name, fixture }));
  const stored = loaded.issuer ? [...own, { name: ISSUER, fixture: issuerFixture }] : own;
  const open = async () => {
    const location = { place: replica?.place, folder, durability };
    const opened = await openStores(stored, { ...location, fresh, stateLimit, onNotice, onLost });
    const begunLog = loaded.issuer && (replica?.main(PENDING) ?? memoryLog());
    if (begunLog) opened.set(PENDING, await openStore(issuerFixture.records, begunLog, { remembered: 0 }));
    return opened;
  };
  const stores = await (replica ? replica.begin(commonOf(loaded), open) : open());
  stores.set(CONTROL_API, await openStore({}, memoryLog()));

  const rings = createRequestLogs(requestLogLimit, undefined, secretsOf);
  const sharing = { isLocal: consistency === 'local', onNotice };
  const sharedJournals = replica?.journals(rings, requestLogLimit, sharing);
  const journals = sharedJournals ?? rings;
  const covered = loaded.apis.map(({ api, document }) => ({ api: api.name, document }));
  const sharedTallies = replica?.tallies(covered, sharing);
  const tallies = sharedTallies ?? createTallies();
  const main = createSandbox({
    name: MAIN,
    stores,
    now,
    seed,
    faults,
    requestLogs: journals,
    tallies,
    sharing: replica?.sharing,
  });
  const idle = settings.sandboxIdle * 60_000;
  const sandboxes = createSandboxes(main, { count: settings.sandboxes, idle });
  const gate =
    replica &&
    (await import('../cluster/consistency-barrier.ts')).createConsistencyBarrier({
      ...replica,
      tapes: sharedJournals,
      tallies: sharedTallies,
      sandboxes,
      consistency,
      idle,
      isShared,
    });
  return {
    main,
    sandboxes,
    tallies,
    gate,
    replica,
    metrics: [
      {
        name: 'understudy_sandboxes',
        help: 'Number of sandboxes, including main.',
        values: () => [{ value: sandboxes.all().length }],
      },
      {
        name: 'understudy_store_version',
        help: 'Version (number of commits) of each store of main.',
        values: () => [...stores].map(([store, { version }]) => ({ labels: { store }, value: version })),
      },
      ...(replica?.metrics ?? []),
      ...(sharedJournals ? [sharedJournals.metric] : []),
    ],
    async close() {
      await Promise.all([sharedJournals?.close(), sharedTallies?.close()]);
      for (const sandbox of sandboxes.allWithTentative()) if (sandbox !== main && replica) sandbox.close();
      await Promise.all([...stores.values()].map((store) => store.close()));
      await replica?.close();
    },
  };
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
