// Assembles what answers requests: APIs, control API, pages and tools. Rebuilt on reload.

import type { CoverageTallies } from '../coverage/coverage-tallies.ts';
import type { FirstStepsSettings } from '../mock/resources/first-steps.ts';
import type { InferredModel } from '../mock/resources/resource-call.ts';
import type { Samples, SamplesSettings } from '../mock/samples/samples.ts';
import { filePath } from '../schema/file-path.ts';
import { once } from '../schema/once.ts';
import type { ControlAccess } from '../server/control/access.ts';
import { createControlApi, STATELESS } from '../server/control/control.ts';
import { createCrossSiteGuard } from '../server/control/control-caller.ts';
import type { NamedFixtures } from '../server/control/records.ts';
import { createGrpcTools } from '../server/grpc/tools.ts';
import { issuerRoutes } from '../server/oidc/issuer-routes.ts';
import type { AnyLoginApi, Issued } from '../server/oidc/login/login-api.ts';
import { createHealthProbes } from '../server/pages/health.ts';
import { createIntroductions, type Introduced, type Introducible } from '../server/pages/overview/introductions.ts';
import { createPages } from '../server/pages/pages.ts';
import type { AnyApi, AnyStore } from '../server/pipeline/api/api.ts';
import type { RecordForm } from '../server/pipeline/api/record-form.ts';
import { createApiRoutes, createPrivateApiRoutes } from '../server/pipeline/api-routes.ts';
import {
  findCrossSiteOrigin,
  findDeclaredOrigin,
  isTrustedOrigin,
} from '../server/pipeline/cors/cross-site-request.ts';
import type { TrustedHosts } from '../server/pipeline/cors/trusted-hosts.ts';
import type { Pipeline } from '../server/pipeline/handle-request.ts';
import type { Observers, OnUnexpectedError } from '../server/pipeline/request-log/observers.ts';
import { createOutsideRecorder } from '../server/pipeline/request-log/outside-recorder.ts';
import type { Responder } from '../server/pipeline/responder.ts';
import { createFaultResponder } from '../server/pipeline/responders/fault-responder.ts';
import { createHandlerResponder } from '../server/pipeline/responders/handler-responder.ts';
import {
  type ConsistencyBarrier,
  createRouteGroups,
  type RequestHead,
  type RouteGroups,
} from '../server/pipeline/route-groups.ts';
import type { Sandboxes } from '../server/pipeline/sandbox/sandboxes.ts';
import type { BodyQueue } from '../server/pipeline/scheduling/body-queue.ts';
import type { LoadedApis, ReadyApi } from './load-apis.ts';

/** The permanent parts of a server, which survive a reload. */
export interface AssemblyDependencies {
  readonly sandboxes: Sandboxes;
  readonly tallies: CoverageTallies;
  readonly hosts: TrustedHosts;
  readonly bodyQueue: BodyQueue;
  /** Loads an api. */
  load<A extends AnyLoginApi>(api: A): Promise<ReadyApi<A>>;
  /** Why requests are not welcome now, a sentence; undefined when they are. */
  whyNotReady(): string | undefined;
  /** The last report of lost state, a sentence. */
  lost(): string | undefined;
  /** Receives each response. */
  readonly observers: Observers;
  /** The metrics of the server, as text. */
  metrics(): Promise<string>;
  /** Why the last saved version is not served; undefined if it is. */
  lastFailure(): Error | undefined;
  /** Access to the control API. */
  readonly access: ControlAccess;
  /** Whether to record requests outside of APIs, too. */
  readonly requestLogAll: boolean;
  /** How samples are made. */
  readonly samples: SamplesSettings;
  readonly onError: OnUnexpectedError;
  /** The consistency barrier of shared state. Default: none. */
  readonly gate?: ConsistencyBarrier | undefined;
}

/** The assembly, until the APIs change. */
export interface Assembly extends LoadedApis {
  readonly mounts: RouteGroups;
  introductions(): readonly Introduced[];
  /** Loads what remote procedure calls need, in advance. */
  loadRpc(): Promise<unknown>;
  /**
   * Operations of an inferred API without a possible response, as text; undefined if there are none.
   *
   * @param signal - cancels the search
   */
  unanswered(api: ReadyApi, signal: AbortSignal): Promise<string | undefined>;
  /** Ends its streams. Other requests finish. */
  end(): void;
}

export async function assemble(loaded: LoadedApis, dependencies: AssemblyDependencies): Promise<Assembly> {
  const { apis, reports, issuer } = loaded;
  const { sandboxes, hosts, bodyQueue, onError } = dependencies;
  const stopping = new AbortController();
  const recordForm = createRecordForms(apis);
  const served = new Map(apis.map(({ api, document }) => [api.name, document]));
  const control: ReadyApi = {
    ...(await dependencies.load(
      createControlApi({
        sandboxes,
        issuer,
        credentials: apis.map(({ api, credentials = [] }) => ({ api: api.name, credentials })),
        hosts,
        document: () => control.document,
        documents: served,
        reports,
        tallies: dependencies.tallies,
        covered: apis.map(({ api, document }) => ({ api: api.name, document })),
        async sendWebhook(order, { now, seed, requestLog: journal }) {
          const { sendWebhook } = await import('../mock/samples/outgoing/webhooks.ts');
          const settings = { ...dependencies.samples, seed };
          return sendWebhook(order, apis, settings, { at: now(), add: (exchange) => journal.record(exchange) });
        },
        async readPlan(text) {
          const { readPlan } = await import('../mock/faults/plan-text.ts');
          return readPlan(text);
        },
        async checkPlan(plan) {
          const { checkPlan } = await import('../mock/faults/check-plan.ts');
          await checkPlan(plan, apis);
        },
        stopping: stopping.signal,
        recordForm,
        sets: createNamedFixtures(apis, recordForm),
        newId: (api, sandbox) => sandbox.newId(apis.find((one) => one.api.name === api)?.api ?? { name: api }),
        whyNotReady: dependencies.whyNotReady,
        lost: dependencies.lost,
        metrics: dependencies.metrics,
        access: dependencies.access,
      }),
    )),
    // Its handlers rely on it.
    inputCheck: 'enforce',
  };
  const all: readonly [ReadyApi, ...ReadyApi[]] = [...apis, control];
  const sampled = new Map(apis.map(({ api, document }) => [api, document]));
  const samples = once(async () =>
    (await import('../mock/samples/samples.ts')).createSamples(sampled, dependencies.samples),
  );
  const issuing = apis.find(({ api }) => api.login)?.api;
  const page = (head: RequestHead) => findCrossSiteOrigin(head, hosts);
  const pipeline: Pipeline = {
    apis: all,
    responders: await respondersOf(apis, samples),
    sandboxes,
    checkConsistency: dependencies.gate && requireNewest(dependencies.gate, control),
    authenticationContext: (sandbox): Issued => ({ issued: async (token) => issuer?.issued(token, sandbox) }),
    issuedTokens: (api, sandbox) => (issuer && api === issuing ? issuer.tokens(sandbox) : undefined),
    crossSiteOrigin: page,
    bodyQueue,
    observers: dependencies.observers,
    onError,
  };
  const tools = createGrpcTools({
    serviceNames: all.flatMap(({ document }) => document.serviceNames),
    files: async () => (await Promise.all(all.map(({ descriptors }) => descriptors()))).flat(),
    isReady: () => dependencies.whyNotReady() === undefined,
    onError,
  });
  const introductions = createIntroductions(
    await Promise.all(
      apis.map((one) =>
        introducible(one, sandboxes.main.stores.get(one.api.name), one.api === issuing, dependencies.samples),
      ),
    ),
  );
  const documents = apis.map(({ document }) => document);
  const isTaken = (path: string) => all.some(({ document }) => document.hasPath(path));
  const mounts = createRouteGroups(
    [
      tools,
      // The control API checks names and callers itself.
      createCrossSiteGuard((head) => findDeclaredOrigin(head, hosts)),
      createHealthProbes(isTaken),
      createPages({ documents, introductions, issuer: issuer?.address, lastFailure: dependencies.lastFailure }),
      ...(issuer ? [issuerRoutes(issuer, { sandboxes, foreignPage: page, isTaken })] : []),
      createPrivateApiRoutes(pipeline, (origin) => isTrustedOrigin(origin, hosts)),
      createApiRoutes(pipeline),
    ],
    onError,
    {
      recording: { record: createOutsideRecorder(sandboxes), isComplete: dependencies.requestLogAll },
      observers: dependencies.observers,
      barrier: dependencies.gate,
      keyNames: new Set(apis.flatMap((one) => [...one.keyNames])),
    },
  );
  return {
    ...loaded,
    mounts,
    introductions,
    async unanswered({ api, document, inferred }, signal) {
      if (!inferred || document.source.isLarge) return undefined;
      const { findOperationsWithoutResponse: findUnanswered, unansweredText } = await import(
        '../mock/samples/operations-without-response.ts'
      );
      const { cannotSample } = await samples();
      const others = [...document.operations.values()].filter(
        ({ id }) => !Object.hasOwn(api.handlers ?? {}, id) && !inferred.resources.action(id),
      );
      const found = await findUnanswered(others, (operation) => cannotSample(api, operation), signal);
      return unansweredText(document.source.bundled.info.title, found);
    },
    loadRpc: () => Promise.all(all.map(({ load }) => load())),
    end() {
      stopping.abort();
      tools.close();
    },
  };
}

/** Operations of the control API without state respond also while it is unavailable. */
function requireNewest(gate: ConsistencyBarrier, control: ReadyApi): Pipeline['checkConsistency'] {
  const stateless = new Set(STATELESS.map((id) => control.document.operations.get(id)));
  return (request, operation) => {
    const refusal = stateless.has(operation) ? undefined : gate.findError(request);
    if (refusal !== undefined) throw refusal;
  };
}

/** The formats of the records of each API, loaded on demand. */
function createRecordForms(apis: LoadedApis['apis']): (api: string) => Promise<RecordForm> {
  const forms = new Map<string, Promise<RecordForm>>();
  const make = async ({ fixture, inferred }: ReadyApi): Promise<RecordForm> => {
    const { plainForm } = await import('../mock/fixtures/stored-form.ts');
    if (!inferred) return plainForm(fixture);
    const { createItemForm: itemForm } = await import('../mock/resources/items/item-form.ts');
    return itemForm(inferred, fixture, (names) => plainForm(fixture, names));
  };
  return (name) => {
    const found = apis.find(({ api }) => api.name === name);
    if (!found) throw new Error(`this server has no API ${name}`);
    const form = forms.get(name) ?? make(found);
    forms.set(name, form);
    return form;
  };
}

/** The fixtures of the apis by their names. */
function createNamedFixtures(
  apis: LoadedApis['apis'],
  recordForm: (api: string) => Promise<RecordForm>,
): NamedFixtures {
  const room = once(() => import('../mock/fixtures/fixture-sets.ts'));
  const sets = once(async () => {
    const { createFixtureSets } = await room();
    return new Map(
      apis.map(({ api: { name, fixtures, fixturesBeside } }) => {
        const folders = [fixtures ?? fixturesBeside ?? []].flat().map(filePath);
        return [name, createFixtureSets(folders, () => recordForm(name))] as const;
      }),
    );
  });
  return {
    beginningFrom: async (name, sandbox) => (await room()).beginningFrom(name, sandbox, await sets()),
    async of(api) {
      const own = (await sets()).get(api);
      return { names: (await own?.names()) ?? [], folder: own?.folder };
    },
  };
}

/** The responders, in order. Those for inferred APIs and faults are loaded if needed. */
async function respondersOf(apis: LoadedApis['apis'], samples: () => Promise<Samples>): Promise<readonly Responder[]> {
  const fault = createFaultResponder(
    once(async () => (await import('../mock/faults/responder.ts')).createFaults(samples)),
  );
  const inferred = new Map<AnyApi, InferredModel | undefined>(apis.map((one) => [one.api, one.inferred]));
  if (apis.every((one) => !one.inferred)) return [fault, createHandlerResponder()];
  const { createResourceResponder } = await import('../mock/resources/responder.ts');
  const { createItemCollections } = await import('../mock/resources/handler/item-collections.ts');
  const handler = createHandlerResponder((request) => {
    const own = inferred.get(request.api)?.withSeed(request.seed);
    return own && createItemCollections(request, own);
  });
  const { callbacks, prefer, example, sample } = await samples();
  return [fault, callbacks, prefer, handler, createResourceResponder((api) => inferred.get(api)), example, sample];
}

/** An api that is inferred is introduced by its document, unless it does so itself. */
async function introducible(
  { api, document, inferred, credentials }: ReadyApi,
  store: AnyStore | undefined,
  hasLogin: boolean,
  { locale = 'en' }: SamplesSettings,
): Promise<Introducible> {
  const { bundled } = document.source;
  const introduced = { api, title: bundled.info.title, services: document.serviceNames, store, credentials };
  if (!inferred) return { ...introduced, responders: undefined };
  const { createFirstSteps: firstSteps } = await import('../mock/resources/first-steps.ts');
  const { createSampler } = await import('../mock/samples/generate/sampler.ts');
  const { countWebhooks } = await import('../mock/samples/outgoing/described-request.ts');
  const sampler = await createSampler(document, { locale });
  const ids = [...document.operations.keys()];
  const kindOf = (id: string) => {
    if (Object.hasOwn(api.handlers ?? {}, id)) return 'handler';
    return inferred.resources.action(id) ? 'stateful' : 'static';
  };
  const kinds = ids.map(kindOf);
  const count = (kind: ReturnType<typeof kindOf>) => kinds.filter((one) => one === kind).length;
  return {
    ...introduced,
    responders: {
      operations: ids.length,
      handlers: count('handler'),
      resources: count('stateful'),
      webhooks: countWebhooks(document.references),
    },
    kindOf,
    introduce: ({ collections: all }) => {
      const collections = all as FirstStepsSettings['collections'];
      const [user] = hasLogin ? (api.login?.users(all) ?? []) : [];
      const access = { tokenOf: user?.loginName, hasOwnCheck: api.authenticate !== undefined };
      return firstSteps(inferred, { sampler, collections, credentials, ...access });
    },
  };
}
