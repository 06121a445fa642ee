// Assembles what answers requests: APIs, control API, pages and tools. Rebuilt on reload.

import type { InferredModel } from '../mock/resources/resource-call.ts';
import type { WatchSettings } from '../mock/resources/watch/watch.ts';
import type { Samples, SamplesSettings } from '../mock/samples/samples.ts';
import { once } from '../schema/once.ts';
import { createAgentRoutes } from '../server/control/agent-routes.ts';
import { STATELESS } from '../server/control/control.ts';
import { createCrossSiteGuard } from '../server/control/control-caller.ts';
import { createGrpcTools } from '../server/grpc/tools.ts';
import type { MountedGroups } from '../server/http/mounted-handler.ts';
import { issuerRoutes } from '../server/oidc/issuer-routes.ts';
import type { Issued } from '../server/oidc/login/login-api.ts';
import { createIntroductions, type Introduced } from '../server/pages/overview/introductions.ts';
import { createHealthProbes, createPages } from '../server/pages/pages.ts';
import type { AnyApi } from '../server/pipeline/api/api.ts';
import { createApiRoutes, createPrivateApiRoutes } from '../server/pipeline/api-routes.ts';
import { findCrossSiteOrigin, findDeclaredOrigin, isTrustedOrigin } from '../server/pipeline/cors/cors.ts';
import type { Pipeline } from '../server/pipeline/handle-request.ts';
import type { ItemsProvider, WebhookSender } from '../server/pipeline/handler-call.ts';
import { createOutsideRecorder } from '../server/pipeline/request-log/outside-recorder.ts';
import type { Responder } from '../server/pipeline/responder.ts';
import {
  createFaultResponder,
  createHandlerResponder,
} from '../server/pipeline/responders/fault-handler-responders.ts';
import { createIdempotencyResponder } from '../server/pipeline/responders/idempotency-responder.ts';
import { type ConsistencyBarrier, createRouteGroups, type RouteGroup } from '../server/pipeline/route-groups.ts';
import { pathInSandbox } from '../server/pipeline/sandbox/sandbox-path.ts';
import type { AssemblyDependencies } from './assembly-dependencies.ts';
import { describeApi } from './describe-api.ts';
import type { LoadedApis, ReadyApi } from './load-apis.ts';
import { loadControlApi } from './load-control-api.ts';

/** The assembly, until the APIs change. */
export interface Assembly extends LoadedApis {
  readonly mounts: MountedGroups;
  introductions(): readonly Introduced[];
  /** Loads what remote procedure calls need, in advance. */
  loadRpc(): Promise<unknown>;
  /**
   * Operations of an inferred API without a possible response, as text; undefined if there are none.
   *
   * @param signal - cancels the search
   */
  withoutResponse(api: ReadyApi, signal: AbortSignal): Promise<string | undefined>;
  /** Ends its streams. Other requests finish. */
  end(): void;
}

export async function assemble(loaded: LoadedApis, dependencies: AssemblyDependencies): Promise<Assembly> {
  const stopping = new AbortController();
  const control = await loadControlApi(loaded, dependencies, stopping.signal);
  const all: readonly [ReadyApi, ...ReadyApi[]] = [...loaded.apis, control];
  const samples = once(() => loadSamples(loaded, dependencies.samples));
  const pipeline = createPipeline(loaded, dependencies, {
    apis: all,
    responders: await respondersOf(loaded.apis, samples, { ...dependencies.watching, ended: stopping.signal }),
    checkConsistency: dependencies.gate && requireNewest(dependencies.gate, control),
  });
  const tools = createGrpcTools({
    serviceNames: all.flatMap(({ document }) => document.serviceNames),
    files: async () => (await Promise.all(all.map(({ descriptors }) => descriptors()))).flat(),
    isReady: () => dependencies.status.whyNotReady() === undefined,
    onError: dependencies.onError,
  });
  const introductions = await introduceApis(loaded, dependencies);
  return {
    ...loaded,
    mounts: createMounts(loaded, dependencies, { pipeline, tools, introductions }),
    introductions,
    withoutResponse: (api, signal) => findWithoutResponse(api, samples, signal),
    loadRpc: () => Promise.all(all.map(({ load }) => load())),
    end() {
      stopping.abort();
      tools.close();
    },
  };
}

function createPipeline(
  { apis, issuer }: LoadedApis,
  { sandboxes, hosts, bodyQueue, observers, onError }: AssemblyDependencies,
  parts: Pick<Pipeline, 'apis' | 'responders' | 'checkConsistency'>,
): Pipeline {
  const issuing = apis.find(({ api }) => api.login)?.api;
  return {
    ...parts,
    sandboxes,
    authenticationContext: (sandbox): Issued => ({ issued: async (token) => issuer?.issued(token, sandbox) }),
    issuedTokens: (api, sandbox) => (issuer && api === issuing ? issuer.tokens(sandbox) : undefined),
    crossSiteOrigin: (head) => findCrossSiteOrigin(head, hosts),
    bodyQueue,
    observers,
    onError,
  };
}

interface MountedParts extends Pick<Assembly, 'introductions'> {
  readonly pipeline: Pipeline;
  readonly tools: RouteGroup;
}

/** The route groups, in order. */
function createMounts(
  { apis, issuer }: LoadedApis,
  { sandboxes, hosts, status, observers, tracing, gate, access, agents, requestLogAll, onError }: AssemblyDependencies,
  { pipeline, tools, introductions }: MountedParts,
): MountedGroups {
  const { crossSiteOrigin: foreignPage } = pipeline;
  const documents = apis.map(({ document }) => document);
  const isTaken = (path: string) => pipeline.apis.some(({ document }) => document.hasPath(path));
  const pages = createPages({
    documents,
    introductions,
    issuer: issuer?.address,
    lastFailure: () => status.lastFailure,
  });
  const login = issuer ? [issuerRoutes(issuer, { sandboxes, foreignPage, isTaken })] : [];
  const groups = createRouteGroups(
    [
      tools,
      // The control API checks names and callers itself.
      createCrossSiteGuard((head) => findDeclaredOrigin(head, hosts)),
      ...(agents ? [createAgentRoutes({ handle: agents, access, hosts })] : []),
      createHealthProbes(isTaken),
      pages,
      ...login,
      createPrivateApiRoutes(pipeline, (origin) => isTrustedOrigin(origin, hosts)),
      createApiRoutes(pipeline),
    ],
    onError,
    {
      recording: { record: createOutsideRecorder(sandboxes), isComplete: requestLogAll },
      observers,
      tracing,
      barrier: gate,
      keyNames: new Set(apis.flatMap((one) => [...one.keyNames])),
    },
  );
  return {
    ...groups,
    owns(head) {
      const path = pathInSandbox(head.target);
      return isTaken(path) || login.some((one) => one.matches(head, path));
    },
    isPage: (head) => pages.matches(head, pathInSandbox(head.target)),
  };
}

async function introduceApis(
  { apis }: LoadedApis,
  { sandboxes, samples }: AssemblyDependencies,
): Promise<Assembly['introductions']> {
  const issuing = apis.find(({ api }) => api.login);
  const storeOf = ({ api }: ReadyApi) => sandboxes.main.stores.get(api.name);
  return createIntroductions(
    await Promise.all(apis.map((one) => describeApi(one, storeOf(one), one === issuing, samples))),
  );
}

async function loadSamples({ apis }: LoadedApis, settings: SamplesSettings): Promise<Samples> {
  const { createSamples } = await import('../mock/samples/samples.ts');
  return createSamples(new Map(apis.map(({ api, document }) => [api, document])), settings);
}

async function findWithoutResponse(
  { api, document, inferred }: ReadyApi,
  samples: () => Promise<Samples>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!inferred || document.source.isLarge) return undefined;
  const { findOperationsWithoutResponse, withoutResponseText } = await import(
    '../mock/samples/operations-without-response.ts'
  );
  const { cannotSample } = await samples();
  const others = [...document.operations.values()].filter(
    ({ id }) => !Object.hasOwn(api.handlers ?? {}, id) && !inferred.resources.action(id),
  );
  const found = await findOperationsWithoutResponse(others, (operation) => cannotSample(api, operation), signal);
  return withoutResponseText(document.source.bundled.info.title, found);
}

/** Operations of the control API without state respond also while it is unavailable. */
function requireNewest(gate: ConsistencyBarrier, control: ReadyApi): Pipeline['checkConsistency'] {
  const stateless = new Set(STATELESS.map((id) => control.document.operations.get(id)));
  return (request, operation) => {
    const rejection = stateless.has(operation) ? undefined : gate.findError(request);
    if (rejection !== undefined) throw rejection;
  };
}

/** The responders, in order. Those for inferred APIs and faults are loaded if needed. */
async function respondersOf(
  apis: LoadedApis['apis'],
  samples: () => Promise<Samples>,
  watching: WatchSettings,
): Promise<readonly Responder[]> {
  const fault = createFaultResponder(
    once(async () => (await import('../mock/faults/responder.ts')).createFaults(samples)),
  );
  const idempotency = createIdempotencyResponder();
  const inferred = new Map<AnyApi, InferredModel | undefined>(apis.map((one) => [one.api, one.inferred]));
  const sendWebhook: WebhookSender = async (...order) => (await samples()).sendWebhook(...order);
  if (apis.every((one) => !one.inferred))
    return [fault, idempotency, createHandlerResponder({ itemsOf: () => undefined, sendWebhook })];
  const { createResourceResponder } = await import('../mock/resources/responder.ts');
  const { createItemCollections } = await import('../mock/resources/handler/item-collections.ts');
  const itemsOf: ItemsProvider = (request) => {
    const own = inferred.get(request.api)?.withSeed(request.seed);
    return own && createItemCollections(request, own);
  };
  const { callbacks, prefer, example, sample } = await samples();
  return [
    fault,
    idempotency,
    callbacks,
    prefer,
    createHandlerResponder({ itemsOf, sendWebhook }),
    createResourceResponder((api) => inferred.get(api), watching),
    example,
    sample,
  ];
}
