// A mock server: opens its state, listens, reloads its APIs.

import { join } from 'node:path';
import type { Replica } from '../cluster/replica.ts';
import { createOutbox } from '../mock/samples/outgoing/outbox.ts';
import { findSecretNames } from '../openapi/find-secret-names.ts';
import { compileAhead } from '../openapi/schema/compile-ahead.ts';
import { once } from '../schema/once.ts';
import { UsageError } from '../schema/usage-error.ts';
import { createBodies } from '../server/codec/body-tools.ts';
import { limitsOf } from '../server/codec/codecs.ts';
import { createAccess } from '../server/control/access.ts';
import { handleFetch } from '../server/http/handle-fetch.ts';
import { type HttpListener, listen, type TlsSettings } from '../server/http/listen.ts';
import { loginRemarks } from '../server/oidc/login/login-remarks.ts';
import { createKeys, type SharedKeys } from '../server/oidc/tokens/keys.ts';
import type { Introduced } from '../server/pages/overview/introductions.ts';
import { type DocumentReport, formatLateFindings } from '../server/pipeline/api/document-report.ts';
import { createTrustedHosts } from '../server/pipeline/cors/trusted-hosts.ts';
import { Observers } from '../server/pipeline/request-log/observers.ts';
import type { RouteGroups } from '../server/pipeline/route-groups.ts';
import { createBodyQueue } from '../server/pipeline/scheduling/body-queue.ts';
import { type AssemblyDependencies, assemble } from './assembly.ts';
import { createApiLoader, rejectOtherApis } from './load-apis.ts';
import { createStateMigration } from './migrate-state.ts';
import { openState } from './open-state.ts';
import { type MockServerSettings, withDefaults } from './server-settings.ts';

/** The address to listen on. */
export interface Address {
  /** 0 picks a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Accept TLS only, with this certificate. */
  readonly tls?: TlsSettings;
}

/** A running mock server: several APIs with one state. */
export interface MockServer {
  /**
   * The URL, such as `http://127.0.0.1:8080`: the first, if it listens on several addresses. Undefined until it
   * listens.
   */
  readonly url: string | undefined;
  /** Responds to a request in this process, without a network. */
  fetch(request: Request): Promise<Response>;
  /** Listens on a port, with HTTP/1.1 and HTTP/2. Default: a free port on `127.0.0.1`, without TLS. */
  listen(address?: Address): Promise<HttpListener>;
  /** First steps with each API, for the start page. */
  introductions(): readonly Introduced[];
  /** The documents of the APIs and their problems. */
  documents(): readonly DocumentReport[];
  /**
   * Replaces the APIs by others of the same names, for example after a document was saved. Their files are read again;
   * items that still fit are kept. Open requests finish with the previous APIs. If a new API cannot be used, the
   * previous ones stay, and the start page shows the reason.
   *
   * @param again - returns the new APIs. Default: the current ones
   * @returns sentences to report
   * @throws what `again` throws; UsageError if an API cannot be used
   */
  reload(again?: () => Promise<MockServerSettings['apis']>): Promise<readonly string[]>;
  /** The files and folders of the APIs. Call `reload` when one changes. */
  files(): readonly string[];
  /** Resets the state to the fixtures and clears the request log. */
  reset(): Promise<void>;
  /**
   * Reports at `/_understudy/ready` that the server is not ready any more. It still responds, until a load balancer
   * stops sending requests.
   */
  retire(): void;
  /** Stops listening, finishes open requests and changes, and releases the state files. */
  close(): Promise<void>;
}

/** Milliseconds after the start when the code of remote procedure calls is loaded, unless a call comes first. */
const LOAD_AFTER = 500;

/**
 * Reads documents and fixtures, opens the state, and is ready to answer.
 *
 * @example
 * const server = await createServer({ apis: [pets] });
 * const response = await server.fetch(new Request('http://localhost/pets'));
 * @throws UsageError if an api, its fixtures or its kept state cannot be used
 */
export async function createServer(given: MockServerSettings): Promise<MockServer> {
  const settings = withDefaults(given);
  const { folder, bodyLimit, onError, onNotice } = settings;
  const listeners: HttpListener[] = [];
  const isOwnPort = (port: number) => listeners.some((listening) => listening.port === port);
  const outbox = createOutbox({ allowed: settings.allowCallbacks, isOwnPort });
  const hosts = createTrustedHosts(settings.trustedHosts);
  const { controlAccess, controlToken, trustedProxy, seed, locale, preferInQuery } = settings;
  const access = createAccess({ controlAccess, controlToken });
  const proxies =
    trustedProxy === ''
      ? undefined
      : (await import('../server/http/trusted-proxies.ts')).createTrustedProxies(trustedProxy);
  let replica: Replica | undefined;
  const sharedKeys: SharedKeys = (make) => replica?.keys(make) ?? make();
  const keyFile = folder === undefined ? undefined : join(folder, 'issuer-keys.json');
  const keys = createKeys(settings.store === undefined ? keyFile : sharedKeys);
  const { load, loadAll } = createApiLoader(settings, { hosts, keys });
  const loaded = await loadAll(settings.apis);
  const { fault, delay } = settings;
  const isFaulty = fault !== '' || delay !== '';
  const faults = isFaulty
    ? await (await import('../mock/faults/initial-plans.ts')).firstPlans(fault, delay, loaded.apis)
    : [];

  // From here on files are locked; other errors were reported before.
  let onLost = (_: string) => {};
  const lost = new Promise<string>((resolve) => {
    onLost = resolve;
  });
  const state = await openState({ ...settings, onLost }, loaded, {
    faults,
    secretsOf(name, id = '') {
      const operation = assembly.apis.find(({ api }) => api.name === name)?.document.operations.get(id);
      return operation ? findSecretNames(operation) : new Set<string>();
    },
  });
  const { main, sandboxes, tallies, gate } = state;
  replica = state.replica;

  let stopping = false;
  let isRetired = false;
  const observers = new Observers();
  if (settings.onResponse) observers.add(settings.onResponse);
  /** Loaded on first use, and counts from then on. */
  const metrics = once(async () => {
    const made = (await import('../server/metrics/metrics.ts')).createMetrics(() => state.metrics);
    observers.add(made.count);
    return made;
  });
  if (settings.metrics) await metrics();
  let lastFailure: Error | undefined;
  const dependencies: AssemblyDependencies = {
    sandboxes,
    tallies,
    hosts,
    bodyQueue: createBodyQueue(),
    load,
    lost: () => replica?.lost(),
    whyNotReady() {
      if (stopping || isRetired) return 'the server is shutting down';
      return [...main.stores.values()].map((store) => store.problem()).find((problem) => problem !== undefined);
    },
    observers,
    async metrics() {
      const [made] = await Promise.all([metrics(), replica?.look()]);
      return made.text();
    },
    lastFailure: () => lastFailure,
    access,
    requestLogAll: settings.requestLogAll,
    samples: { seed, locale, preferInQuery, onError, outbox, bodies: createBodies(limitsOf(bodyLimit)) },
    onError,
    gate,
  };
  let assembly = await assemble(loaded, dependencies);
  const mounts: RouteGroups = { find: (head) => assembly.mounts.find(head) };

  let compiling = new AbortController();
  let loading: NodeJS.Timeout | undefined;
  /** Does in advance what requests would wait for. */
  const prepare = () => {
    loading = setTimeout(() => void assembly.loadRpc().catch(onError), LOAD_AFTER).unref();
    for (const api of assembly.apis) {
      for (const remark of loginRemarks(api.api, main.stores.get(api.api.name))) onNotice(remark);
      compileAhead(api.document, compiling.signal).then((found) => {
        if (found.length > 0) onNotice(formatLateFindings(api, found));
      }, onError);
      assembly.unanswered(api, compiling.signal).then((told) => {
        if (told !== undefined) onNotice(told);
      }, onError);
    }
  };
  const endPreparing = () => {
    clearTimeout(loading);
    compiling.abort();
  };

  const refitState = createStateMigration(sandboxes, loaded.apis, folder);
  const reloadNow = async (again: () => Promise<MockServerSettings['apis']>): Promise<readonly string[]> => {
    try {
      if (replica) throw new UsageError('With --store, restart all replicas to serve a changed document.', []);
      const next = await loadAll(await again(), assembly);
      rejectOtherApis(next, assembly);
      const told = await refitState(next.apis);
      const before = assembly;
      assembly = await assemble(next, dependencies);
      for (const { api, document } of before.apis) {
        const after = next.apis.find((one) => one.api.name === api.name)?.document;
        if (after && after !== document) tallies.renew(document, after, sandboxes.allWithTentative());
      }
      endPreparing();
      before.end();
      compiling = new AbortController();
      if (listeners.length > 0) prepare();
      lastFailure = undefined;
      return told;
    } catch (error) {
      lastFailure = error as Error;
      throw error;
    }
  };
  let reloading: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  function close(): Promise<void> {
    closing ??= closeAll();
    return closing;
  }

  async function closeAll(): Promise<void> {
    stopping = true;
    await reloading;
    endPreparing();
    outbox.end();
    assembly.end();
    await Promise.all(listeners.map((listening) => listening.close()));
    await state.close();
  }

  lost
    .then((reason) => {
      settings.onLost(reason);
      return close();
    })
    .catch(onError);

  return {
    get url() {
      return listeners[0]?.url;
    },
    async fetch(request) {
      if (stopping) throw new Error('this mock server is closed');
      return handleFetch(request, mounts, bodyLimit);
    },
    async listen({ port = 0, host = '127.0.0.1', tls } = {}) {
      const listening = await listen(mounts, {
        port,
        host,
        bodyLimit,
        proxies,
        onRejected: settings.onRejected,
        onError,
        ...(tls && { tls }),
      });
      // Only now is the start successful: a failed one must not clear anything.
      const isFirst = listeners.push(listening) === 1;
      if (settings.fresh && isFirst) {
        await main.reset();
        await tallies.clear([main.tally], true);
      }
      if (isFirst) prepare();
      return listening;
    },
    introductions: () => assembly.introductions(),
    documents: () => assembly.reports,
    reload(again = async () => settings.apis) {
      const told = reloading.then(() => reloadNow(again));
      reloading = told.catch(() => undefined);
      return told;
    },
    files: () => assembly.apis.flatMap(({ files }) => files),
    reset: () => main.reset(),
    retire() {
      isRetired = true;
    },
    close,
  };
}
