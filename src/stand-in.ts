// Joins apis, sandboxes, codecs, pages and listeners into one server. The only file that knows them all.

import { join } from 'node:path';
import { codecsOf } from './codec/codecs.ts';
import { isControlPath, refuseForeign } from './control/caller.ts';
import { CONTROL, createControl } from './control/control.ts';
import { answer, type Pipeline } from './engine/answer.ts';
import { answerPreflight, withCors } from './engine/cors.ts';
import { refuseSameNames, refuseSamePaths } from './engine/distinct.ts';
import { Failure } from './engine/failure.ts';
import { foreignPage, refuseSandbox, refuseUntypedBody } from './engine/foreign-page.ts';
import { createHosts, type Hosts } from './engine/hosts.ts';
import { createIds } from './engine/ids.ts';
import { createIntroductions, type Introduced } from './engine/introductions.ts';
import { createJournals } from './engine/journal.ts';
import { type LoadedApi, loadApi } from './engine/load-api.ts';
import { BEGUN, ISSUER } from './engine/login.ts';
import { createRandom } from './engine/random.ts';
import { describeFailure } from './engine/refusal.ts';
import { handler } from './engine/responders/handler.ts';
import { createSandbox, MAIN } from './engine/sandbox.ts';
import { pathBelow, withinSandbox } from './engine/sandbox-path.ts';
import { createSandboxes, sandboxNamed } from './engine/sandboxes.ts';
import { createTurns } from './engine/turns.ts';
import { pathOf, type WireRequest, type WireResponse } from './engine/wire.ts';
import { createPages } from './front/pages.ts';
import { LOGIN_RETURN } from './front/reference.ts';
import { createGrpcTools } from './grpc/tools.ts';
import { LONGEST_BODY } from './issuer/bounds.ts';
import { createIssuer, type Issuer } from './issuer/issuer.ts';
import { issuerFixture } from './issuer/state.ts';
import { answerFetch } from './listener/fetch.ts';
import { type Listening, listen, type Tls } from './listener/listen.ts';
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
  /** Starts over from the fixtures, and forgets the recorded exchanges. */
  reset(): Promise<void>;
  /** Closes every listener, lets requests and changes under way end, and lets go of the state files. */
  close(): Promise<void>;
}

/** What is answered when not even a failure could be described. */
const unexpected: WireResponse = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(describeFailure(Failure.from(undefined))),
};

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
  const { bodyLimit, onError, now } = settings;
  const [firstApi, ...otherApis] = settings.apis;
  const loaded: [LoadedApi, ...LoadedApi[]] = [await loadApi(firstApi), ...(await Promise.all(otherApis.map(loadApi)))];
  refuseSameNames([...loaded.map(({ api }) => api.name), CONTROL, ISSUER, BEGUN]);
  refuseSamePaths(loaded);
  const hosts = createHosts(settings.trustedHosts);
  const issuer = issuerOf(loaded, settings, hosts);
  const served = (one: LoadedApi) => ({
    ...one,
    ...codecsOf(one, { omitDefaults: settings.omitDefaults, limit: bodyLimit }),
    outputCheck: settings.outputCheck,
  });
  const [first, ...others] = loaded;
  const spokenApis = [served(first), ...others.map(served)] as const;

  // From here on files are held; what cannot be used was refused before.
  const kept = loaded.map(({ api, fixture }) => ({ name: api.name, fixture }));
  if (loaded.some(({ api }) => api.login)) kept.push({ name: ISSUER, fixture: issuerFixture });
  const stores = await openStores(kept, settings);
  if (issuer) stores.set(BEGUN, await openStore(issuerFixture.snapshot, memoryAdapter(), { remembered: 0 }));

  const firstIds = createIds(now, createRandom(settings.seed));
  const main = createSandbox({ name: MAIN, stores, now, firstIds, journals: createJournals(settings.journalLimit) });
  const sandboxes = createSandboxes(main, { count: settings.sandboxes, idle: settings.sandboxIdle * 60_000 });

  let stopping = false;
  const control: LoadedApi = await loadApi(
    createControl({
      sandboxes,
      issuer,
      hosts,
      document: () => control.document,
      isReady: () => !stopping,
      openTo: settings.controlOpenTo,
    }),
  );
  stores.set(control.api.name, await openStore(control.fixture.snapshot, memoryAdapter()));

  const spoken = [...spokenApis, served(control)] as const;
  const issued: Pipeline['issued'] = async (token, sandbox) => issuer?.issued(token, sandbox);
  const page = (request: WireRequest) => foreignPage(request, hosts);
  const pipeline: Pipeline = {
    apis: spoken,
    responders: [handler],
    sandboxes,
    turns: createTurns(),
    issued,
    foreignPage: page,
    onError,
  };
  const enter = (request: WireRequest) => {
    refuseUntypedBody(request, page);
    return sandboxes.visit(sandboxNamed(request.headers), () => refuseSandbox(page(request)));
  };
  const tools = createGrpcTools({
    serviceNames: spoken.flatMap(({ document }) => document.serviceNames),
    files: async () => (await Promise.all(spoken.map(({ descriptors }) => descriptors()))).flat(),
    onError,
  });

  const introductions = createIntroductions(
    loaded.map(({ api, document }) => ({
      api,
      title: document.source.bundled.info.title,
      services: document.serviceNames,
      store: stores.get(api.name),
    })),
  );
  const documents = loaded.map(({ document }) => document.source);
  const pages = createPages({ documents, introductions, issuer: issuer?.address });

  // A path that a document names is the document's.
  const isIssuers = (path: string) => issuer?.owns(path) && !spoken.some(({ document }) => document.hasPath(path));
  const limitFor = (target: string) => (isIssuers(pathBelow(target)) ? LONGEST_BODY : undefined);

  const privateApis = pipeline.apis.filter(({ api }) => api.cors === false);
  const respond = async (came: WireRequest): Promise<WireResponse> => {
    try {
      const request = withinSandbox(came);
      const path = pathOf(request.target);
      const refused = isControlPath(path) ? refuseForeign(page(request)) : undefined;
      if (refused) return refused;
      const shown = pages(request);
      if (shown) return shown;
      if (issuer && isIssuers(path)) return await issuer.answer(request, () => enter(request), sandboxes.visit(MAIN));
      const isPrivate = privateApis.some(({ document }) => document.hasPath(path));
      if (isPrivate) return await answer(request, pipeline);
      return answerPreflight(request) ?? withCors(request, await answer(request, pipeline));
    } catch (thrown) {
      // Pages show what apis say of themselves, and an api may throw. A listener would tell the client how.
      onError(thrown);
      return unexpected;
    }
  };

  const listeners: Listening[] = [];
  let loading: NodeJS.Timeout | undefined;
  const loadRpc = () => void Promise.all(spoken.map(({ load }) => load())).catch(onError);
  return {
    async fetch(request) {
      if (stopping) throw new Error('this stand-in is closed');
      return answerFetch(request, respond, bodyLimit);
    },
    async listen({ port = 0, host = '127.0.0.1', tls } = {}) {
      const { around } = tools;
      const listening = await listen(respond, {
        port,
        host,
        bodyLimit,
        limitFor,
        around,
        onError,
        ...(tls && { tls }),
      });
      // Only now is it certain that this stand-in serves: a start that failed has forgotten nothing.
      const isFirst = listeners.push(listening) === 1;
      if (settings.fresh && isFirst) await main.reset();
      if (isFirst) loading = setTimeout(loadRpc, LOAD_AFTER).unref();
      return listening;
    },
    introductions,
    reset: () => main.reset(),
    async close() {
      stopping = true;
      clearTimeout(loading);
      tools.close();
      await Promise.all(listeners.map((listening) => listening.close()));
      await Promise.all([...stores.values()].map((store) => store.close()));
    },
  };
}

/** The issuer of the first api that people can log in to; undefined when there is none. */
function issuerOf(
  loaded: readonly LoadedApi[],
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
