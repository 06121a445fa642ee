// Joins apis, sandboxes, codecs, pages and listeners into one server. The only file that knows them all.

import { join } from 'node:path';
import { codecsOf, type Spoken } from './codec/codecs.ts';
import { createForeignGuard } from './control/caller.ts';
import { CONTROL, createControl } from './control/control.ts';
import type { Pipeline } from './engine/answer.ts';
import type { AnyApi } from './engine/api.ts';
import { readBases } from './engine/bases.ts';
import { createBodyQueue } from './engine/body-queue.ts';
import { refuseSameNames, refuseSamePaths } from './engine/distinct.ts';
import { type DocumentReport, foundLate, reportOf, requireFaultless } from './engine/document-report.ts';
import { foreignPage } from './engine/foreign-page.ts';
import { createHosts, type Hosts, hostsIn } from './engine/hosts.ts';
import { createIds } from './engine/ids.ts';
import { createJournals } from './engine/journal.ts';
import { type LoadedApi, loadApi, type ServedApi } from './engine/load-api.ts';
import { createMounts, type RequestHead } from './engine/mount.ts';
import { mountApis, mountPrivateApis } from './engine/mount-apis.ts';
import { createRandom } from './engine/random.ts';
import type { Responder } from './engine/responder.ts';
import { handler } from './engine/responders/handler.ts';
import { createSandbox, MAIN } from './engine/sandbox.ts';
import { createSandboxes } from './engine/sandboxes.ts';
import { createIntroductions, type Introduced } from './front/introductions.ts';
import { createPages } from './front/pages.ts';
import { LOGIN_RETURN } from './front/reference.ts';
import { createGrpcTools } from './grpc/tools.ts';
import { createIssuer, type Issuer } from './issuer/issuer.ts';
import { BEGUN, ISSUER } from './issuer/login.ts';
import { type AnyLoginApi, type Issued, loginProblems } from './issuer/login-api.ts';
import { mountIssuer } from './issuer/mount.ts';
import { issuerFixture } from './issuer/state.ts';
import { answerFetch } from './listener/fetch.ts';
import { type Listening, listen, type Tls } from './listener/listen.ts';
import { atOnce, compileAhead } from './openapi/compile-ahead.ts';
import type { DocumentFinding } from './openapi/document-finding.ts';
import type { Inferred } from './resource/resource-call.ts';
import { type EverySetting, type StandInSettings, withDefaults } from './stand-in-settings.ts';
import { memoryAdapter } from './store/adapter.ts';
import { openStores } from './store/open-stores.ts';
import { openStore } from './store/store.ts';

/** Where a stand-in is to be found. */
export interface Address {
  /** 0 picks a free one. */
  readonly port?: number;
  readonly host?: string;
  /** Speak TLS only, with this certificate. */
  readonly tls?: Tls;
}

/** Apis running together on one state. */
export interface StandIn {
  /** Answers a request without a network in between. */
  fetch(request: Request): Promise<Response>;
  /** Answers on a port, over HTTP/1.1 and HTTP/2. Default: a free one on `127.0.0.1`, in clear text. */
  listen(address?: Address): Promise<Listening>;
  /** First steps with each api, for people. */
  introductions(): readonly Introduced[];
  /** The documents of the apis, and what is wrong with them though they are served. */
  documents(): readonly DocumentReport[];
  /** Starts over from the fixtures, and forgets the recorded exchanges. */
  reset(): Promise<void>;
  /** Closes every listener, lets requests and changes under way end, and lets go of the state files. */
  close(): Promise<void>;
}

/** When what remote procedure calls need is loaded, unless one comes sooner: so many milliseconds after the start. */
const LOAD_AFTER = 500;

/**
 * Reads documents and fixtures, opens the state, and is ready to answer.
 *
 * @example
 * const standIn = await createStandIn({ apis: [pets] });
 * const response = await standIn.fetch(new Request('http://stand-in/pets'));
 * @throws Problems if an api, its fixtures or its kept state cannot be used
 */
export async function createStandIn(given: StandInSettings): Promise<StandIn> {
  const settings = withDefaults(given);
  const { credentials, omitDefaults, outputCheck, bodyLimit, onError, onNotice, now } = settings;
  const allowedHosts = hostsIn('--allow-fetch', settings.allowFetch);
  const bases = readBases(
    settings.base,
    settings.apis.map(({ name }) => name),
  );
  const inferred = new Map<AnyApi, Inferred>();
  const serve = async <A extends AnyLoginApi>(api: A) => {
    const base = bases.get(api.name);
    const loaded = await loadApi(api, { found: loginProblems(api), hosts: allowedHosts, credentials, base });
    if (api.infer) {
      const { inferApi } = await import('./resource/infer.ts');
      inferred.set(loaded.api, await inferApi(loaded.document, settings));
    }
    return { ...loaded, ...(await codecsOf(loaded, { omitDefaults, limit: bodyLimit })), outputCheck };
  };
  const [first, ...others] = settings.apis;
  const apis = [await serve(first), ...(await Promise.all(others.map(serve)))] as const;
  refuseSameNames([...apis.map(({ api }) => api.name), CONTROL, ISSUER, BEGUN]);
  refuseSamePaths(apis);
  for (const remark of apis.flatMap(({ remarks }) => remarks)) settings.onNotice(remark);
  if (settings.strict) await Promise.all(apis.map(({ document }) => document.source.compileAll?.(atOnce)));
  const reports = apis.map(reportOf);
  if (settings.strict) requireFaultless(reports);
  const hosts = createHosts(settings.trustedHosts);
  const issuer = issuerOf(apis, settings, hosts);

  // From here on files are held; what cannot be used was refused before.
  const kept = apis.map(({ api, fixture }) => ({
    name: api.name,
    fixture: inferred.get(api)?.collectionsOf(fixture) ?? fixture,
  }));
  const stores = await openStores(issuer ? [...kept, { name: ISSUER, fixture: issuerFixture }] : kept, settings);
  if (issuer) stores.set(BEGUN, await openStore(issuerFixture.records, memoryAdapter(), { remembered: 0 }));
  const firstIds = createIds(now, createRandom(settings.seed));
  const main = createSandbox({ name: MAIN, stores, now, firstIds, journals: createJournals(settings.journalLimit) });
  const sandboxes = createSandboxes(main, { count: settings.sandboxes, idle: settings.sandboxIdle * 60_000 });

  let stopping = false;
  const control: ServedApi & Spoken = await serve(
    createControl({
      sandboxes,
      issuer,
      hosts,
      document: () => control.document,
      reports,
      isReady: () => !stopping,
      openTo: settings.controlOpenTo,
    }),
  );
  stores.set(control.api.name, await openStore(control.fixture.records, memoryAdapter()));

  const all = [...apis, control] as const;
  const page = (head: RequestHead) => foreignPage(head, hosts);
  const pipeline: Pipeline = {
    apis: all,
    responders: inferred.size > 0 ? [handler, await resourceResponder(inferred)] : [handler],
    sandboxes,
    known: (sandbox): Issued => ({ issued: async (token) => issuer?.issued(token, sandbox) }),
    foreignPage: page,
    bodyQueue: createBodyQueue(),
    onError,
  };
  const tools = createGrpcTools({
    serviceNames: all.flatMap(({ document }) => document.serviceNames),
    files: async () => (await Promise.all(all.map(({ descriptors }) => descriptors()))).flat(),
    onError,
  });
  const introductions = createIntroductions(
    apis.map(({ api, document }) => ({
      api,
      title: document.source.bundled.info.title,
      services: document.serviceNames,
      store: stores.get(api.name),
    })),
  );
  const documents = apis.map(({ document }) => document);
  const isTaken = (path: string) => all.some(({ document }) => document.hasPath(path));

  const mounts = createMounts(
    [
      tools,
      createForeignGuard(page),
      createPages({ documents, introductions, issuer: issuer?.address }),
      ...(issuer ? [mountIssuer(issuer, { sandboxes, foreignPage: page, isTaken })] : []),
      mountPrivateApis(pipeline),
      mountApis(pipeline),
    ],
    onError,
  );

  const listeners: Listening[] = [];
  const compiling = new AbortController();
  let loading: NodeJS.Timeout | undefined;
  const tellFound = (api: LoadedApi) => (found: readonly DocumentFinding[]) => {
    if (found.length > 0) onNotice(foundLate(api, found));
  };
  const loadRpc = () => void Promise.all(all.map(({ load }) => load())).catch(onError);
  return {
    async fetch(request) {
      if (stopping) throw new Error('this stand-in is closed');
      return answerFetch(request, mounts, bodyLimit);
    },
    async listen({ port = 0, host = '127.0.0.1', tls } = {}) {
      const listening = await listen(mounts, { port, host, bodyLimit, onError, ...(tls && { tls }) });
      // Only now is it certain that this stand-in serves: a start that failed has forgotten nothing.
      const isFirst = listeners.push(listening) === 1;
      if (settings.fresh && isFirst) await main.reset();
      if (isFirst) {
        loading = setTimeout(loadRpc, LOAD_AFTER).unref();
        for (const api of apis) compileAhead(api.document, compiling.signal).then(tellFound(api), onError);
      }
      return listening;
    },
    introductions,
    documents: () => reports,
    reset: () => main.reset(),
    async close() {
      stopping = true;
      clearTimeout(loading);
      compiling.abort();
      tools.close();
      await Promise.all(listeners.map((listening) => listening.close()));
      await Promise.all([...stores.values()].map((store) => store.close()));
    },
  };
}

/** Loaded only for those who have an api that is inferred. */
async function resourceResponder(inferred: ReadonlyMap<AnyApi, Inferred>): Promise<Responder> {
  const { createResourceResponder } = await import('./resource/responder.ts');
  return createResourceResponder((api) => inferred.get(api));
}

/** The issuer of the first api that people can log in to; undefined when there is none. */
function issuerOf(
  loaded: readonly LoadedApi<AnyLoginApi>[],
  { folder, issuer, autoLogin, oneClickLogin, strictAssertions, onError }: EverySetting,
  hosts: Hosts,
): Issuer | undefined {
  const keys = folder === undefined ? undefined : join(folder, 'issuer-keys.json');
  for (const { api } of loaded) {
    const { name, login } = api;
    if (!login) continue;
    const pages = async () => {
      const { createLoginPages, loginPageHeaders } = await import('./front/login-pages.ts');
      return { ...createLoginPages(), headers: loginPageHeaders };
    };
    const given = { ownPages: [LOGIN_RETURN], issuer, hosts, autoLogin, oneClickLogin, strictAssertions };
    return createIssuer({ api: { name, login }, pages, keys, ...given, onError });
  }
  return undefined;
}
