// Creates a mock server from the bottom up: network, shared storage, APIs, state, assembly.

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Replica } from '../cluster/replica.ts';
import { createOutbox } from '../mock/samples/outgoing/outbox.ts';
import { stringifyJson } from '../schema/json/stringify-json.ts';
import { once } from '../schema/once.ts';
import { createBodies } from '../server/codec/body-tools.ts';
import { limitsOf } from '../server/codec/codecs.ts';
import { createAccess } from '../server/control/access.ts';
import type { HandleAgents } from '../server/control/agent-routes.ts';
import type { HttpListener } from '../server/http/listen.ts';
import type { AnyLoginApi, UntypedHandlers } from '../server/oidc/login/login-api.ts';
import { createKeys, type SharedKeys } from '../server/oidc/tokens/keys.ts';
import type { Handlers, Operations } from '../server/pipeline/api/api.ts';
import { createTrustedHosts } from '../server/pipeline/cors/trusted-hosts.ts';
import type { FaultPlan } from '../server/pipeline/faults/fault-plan.ts';
import { Observers } from '../server/pipeline/request-log/observers.ts';
import type { SecretNamesOf } from '../server/pipeline/request-log/recorded-exchange.ts';
import { createBodyQueue } from '../server/pipeline/scheduling/work-queue.ts';
import type { Caller } from '../server/pipeline/security/authenticator.ts';
import { loadTracing } from '../server/tracing/load-tracing.ts';
import type { Identified } from '../store/record.ts';
import { apiNames } from './api-names.ts';
import { assemble } from './assembly.ts';
import type { AssemblyDependencies } from './assembly-dependencies.ts';
import { ApiLoader, CurrentApis, type LoadedApis } from './load-apis.ts';
import type { Address, MockServer } from './mock-server.ts';
import { type OpenState, openState, openStateReplica } from './open-state.ts';
import { createServerObject, RunningServer } from './running-server.ts';
import { type CompleteSettings, type MockServerSettings, withDefaults } from './server-settings.ts';
import { ServerStatus } from './server-status.ts';

/**
 * Reads documents and fixtures, opens the state, and is ready to answer.
 *
 * @param agents - handles the requests of MCP clients. Default: there is no MCP server
 * @example
 * const server = await createServer({ apis: [pets] });
 * const response = await server.fetch(new Request('http://localhost/pets'));
 * @throws UsageError if an api, its fixtures or its stored state cannot be used
 */
export async function createServer(given: MockServerSettings, agents?: HandleAgents): Promise<MockServer> {
  const settings = withDefaults(given);
  const network = { ...(await createNetworkParts(settings)), agents };
  const replica = await openStateReplica(settings);
  try {
    return await createServerOn(settings, network, replica);
  } catch (error) {
    await replica?.close();
    throw error;
  }
}

async function createServerOn(
  settings: CompleteSettings,
  network: NetworkParts,
  replica: Replica | undefined,
): Promise<MockServer> {
  const keyFile = settings.folder === undefined ? undefined : join(settings.folder, 'issuer-keys.json');
  const sharedKeys: SharedKeys | undefined = replica && ((make) => replica.keys(make));
  const loader = new ApiLoader(settings, { hosts: network.hosts, keys: createKeys(sharedKeys ?? keyFile) });
  const loaded = await loader.loadAll(settings.apis);
  const apis = new CurrentApis(loaded);
  const faults = await initialFaults(settings, loaded);
  // From here on files are locked; other errors were reported before.
  const secretsOf: SecretNamesOf = (api, operationId) => apis.secretNames(api, operationId);
  const state = await openState(settings, loaded, { faults, secretsOf, replica });
  try {
    const dependencies = await createDependencies(settings, { network, loader, state });
    const assembly = await assemble(loaded, dependencies);
    return createServerObject(new RunningServer({ settings, dependencies, state, apis, assembly, ...network }));
  } catch (error) {
    await state.close();
    throw error;
  }
}

type NetworkParts = Awaited<ReturnType<typeof createNetworkParts>> & { readonly agents: HandleAgents | undefined };

/** Who may connect, and where to. @throws UsageError for invalid settings */
async function createNetworkParts(settings: CompleteSettings) {
  const { controlAccess, controlToken, trustedProxy, trustedHosts, allowCallbacks, onNotice } = settings;
  const listeners: HttpListener[] = [];
  const isOwnPort = (port: number) => listeners.some((listening) => listening.port === port);
  const tracing = await loadTracing(onNotice);
  const outbox = createOutbox({ allowed: allowCallbacks, isOwnPort, tracing });
  const hosts = createTrustedHosts(trustedHosts);
  const access = createAccess({ controlAccess, controlToken });
  const proxies =
    trustedProxy === ''
      ? undefined
      : (await import('../server/http/trusted-proxies.ts')).createTrustedProxies(trustedProxy);
  return { listeners, outbox, tracing, hosts, access, proxies };
}

async function initialFaults({ fault, delay }: CompleteSettings, { apis }: LoadedApis): Promise<readonly FaultPlan[]> {
  if (fault === '' && delay === '') return [];
  const { firstPlans } = await import('../mock/faults/check-plan.ts');
  return firstPlans(fault, delay, apis);
}

interface StateParts {
  readonly network: NetworkParts;
  readonly loader: ApiLoader;
  readonly state: OpenState;
}

async function createDependencies(
  settings: CompleteSettings,
  { network: { hosts, access, outbox, tracing, agents }, loader, state }: StateParts,
): Promise<AssemblyDependencies> {
  const { bodyLimit, seed, locale, preferInQuery, streamItems, requestLogAll, onError } = settings;
  const { main, sandboxes, tallies, gate, replica } = state;
  const observers = new Observers();
  if (settings.onResponse) observers.add(settings.onResponse);
  if (tracing) observers.add(tracing.observe);
  /** Loaded on first use, and counts from then on. */
  const metrics = once(async () => {
    const made = (await import('../server/metrics/metrics.ts')).createMetrics(() => state.metrics);
    observers.add(made.count);
    return made;
  });
  if (settings.metrics) await metrics();
  return {
    sandboxes,
    tallies,
    hosts,
    access,
    agents,
    loader,
    observers,
    tracing,
    onError,
    gate,
    requestLogAll,
    bodyQueue: createBodyQueue(),
    status: new ServerStatus(main.stores),
    lost: () => replica?.lost(),
    async metrics() {
      const [made] = await Promise.all([metrics(), replica?.look()]);
      return made.text();
    },
    samples: { seed, locale, preferInQuery, onError, outbox, bodies: createBodies(limitsOf(bodyLimit)) },
    watching: { streamItems, preferInQuery },
  };
}

/** A document as an object, such as an imported JSON file: OpenAPI, or Swagger 2.0. */
export type DocumentObject = object & ({ readonly openapi: string } | { readonly swagger: string });

/** Settings of a mock server of one document. It listens if an address is given. */
export interface DocumentSettings<Implemented extends AnyHandlers = UntypedHandlers>
  extends Omit<MockServerSettings, 'apis'>,
    Address {
  /** Handlers, by operationId. Operations without one get responses from the document. Default: none. */
  readonly handlers?: Implemented;
}

/** Some handlers of an API with generated types. */
type SomeHandlers<Ops extends Operations<Ops>> = Partial<Handlers<Ops, Readonly<Record<string, Identified>>, Caller>>;

type AnyHandlers = NonNullable<AnyLoginApi['handlers']>;

/**
 * Reads documents and fixtures, opens the state, and is ready to respond: by `fetch`, and on a port if `port` is given (0 picks a free one).
 *
 * @param document - a path, a URL that begins with `file:`, `http:` or `https:`, or an object, whose references are relative to the working directory. Records in the folder `fixtures` beside a file are those that the server starts with
 * @example
 * await using server = await createMockServer('openapi.yaml', { port: 0 });
 * await fetch(`${server.url}/pets`);
 * @throws UsageError if a document, its fixtures or the stored state cannot be used
 */
export async function createMockServer(
  document: string | URL | DocumentObject,
  settings?: DocumentSettings,
): Promise<MockServer>;

export async function createMockServer(settings: MockServerSettings & Address): Promise<MockServer>;

/**
 * As above, with the types of `understudy types`: for `handlers` and `respondOnce`.
 *
 * @example await createMockServer<Operations>('openapi.yaml', { handlers: { addPet: ({ next }) => next() } });
 */
export async function createMockServer<Ops extends Operations<Ops>>(
  document: string | URL | DocumentObject,
  settings?: DocumentSettings<SomeHandlers<Ops>>,
): Promise<MockServer<Ops>>;

export async function createMockServer<Ops extends Operations<Ops>>(
  settings: MockServerSettings & Address,
): Promise<MockServer<Ops>>;

export async function createMockServer(
  given: string | URL | DocumentObject | (MockServerSettings & Address),
  { handlers = {}, ...more }: DocumentSettings<AnyHandlers> = {},
): Promise<MockServer> {
  const { port, host, tls, ...settings } = isDocument(given)
    ? { ...more, apis: [{ ...apiOf(given), handlers }] as const }
    : given;
  const server = await createServer(settings);
  if (port === undefined && host === undefined && tls === undefined) return server;
  try {
    await server.listen({
      ...(port !== undefined && { port }),
      ...(host !== undefined && { host }),
      ...(tls && { tls }),
    });
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

function isDocument(given: string | URL | DocumentObject | MockServerSettings): given is string | URL | DocumentObject {
  return typeof given === 'string' || given instanceof URL || 'openapi' in given || 'swagger' in given;
}

/** An API from its document. */
function apiOf(document: string | URL | DocumentObject): AnyLoginApi {
  if (typeof document === 'object' && !(document instanceof URL))
    return {
      name: 'api',
      document: { location: resolve('openapi.json'), text: stringifyJson(document) },
      fixtures: [],
      infer: true,
    };
  const isRemote = /^https?:/i.test(`${document}`);
  const path = isRemote
    ? `${document}`
    : resolve(/^file:/i.test(`${document}`) ? fileURLToPath(document) : `${document}`);
  const [name = 'api'] = apiNames([path]);
  return { name, document: path, infer: true };
}
