// A running mock server: the parts that it is made of, and their end.

// Apart from its interface, whose types users compile: those of the parts need libraries without types.
import type { PlannedFault } from '../client/fault.ts';
import type { Outbox } from '../mock/samples/outgoing/outbox.ts';
import { compileAhead } from '../openapi/schema/compile-ahead.ts';
import { UsageError } from '../schema/usage-error.ts';
import { handleFetch } from '../server/http/handle-fetch.ts';
import { type HttpListener, listen } from '../server/http/listen.ts';
import { createMountedHandler, type MountedGroups, type MountedHandler } from '../server/http/mounted-handler.ts';
import type { NodeRequest, NodeResponse } from '../server/http/node-http-types.ts';
import type { TrustedProxies } from '../server/http/trusted-proxies.ts';
import { loginRemarks } from '../server/oidc/login/login-remarks.ts';
import type { Introduced } from '../server/pages/overview/introductions.ts';
import { type DocumentReport, formatLateFindings } from '../server/pipeline/api/document-report.ts';
import type { Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import { type Assembly, assemble } from './assembly.ts';
import type { AssemblyDependencies } from './assembly-dependencies.ts';
import { type CurrentApis, rejectOtherApis } from './load-apis.ts';
import type { Address, MockServer } from './mock-server.ts';
import { createStateMigration, type MigrateState, type OpenState } from './open-state.ts';
import type { CompleteSettings, MockServerSettings } from './server-settings.ts';

/** The parts of a server. */
interface ServerParts {
  readonly settings: CompleteSettings;
  readonly dependencies: AssemblyDependencies;
  readonly state: OpenState;
  readonly apis: CurrentApis;
  /** The first one; it is replaced by a reload. */
  readonly assembly: Assembly;
  readonly outbox: Outbox;
  /** The proxies whose headers name the client; undefined if none is trusted. */
  readonly proxies: TrustedProxies | undefined;
  /** Receives the listeners. */
  readonly listeners: HttpListener[];
}

export class RunningServer implements MockServer {
  readonly #parts: ServerParts;
  readonly #migrateState: MigrateState;
  readonly #mounts: MountedGroups = {
    find: (head) => this.#assembly.mounts.find(head),
    owns: (head) => this.#assembly.mounts.owns(head),
    isPage: (head) => this.#assembly.mounts.isPage(head),
  };
  readonly #mounted: MountedHandler;
  #assembly: Assembly;
  #endWarmUp = (): void => undefined;
  #reloading: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(parts: ServerParts) {
    const { assembly, state } = parts;
    this.#parts = parts;
    this.#assembly = assembly;
    const { bodyLimit, onRejected, onError } = parts.settings;
    this.#mounted = createMountedHandler(this.#mounts, { bodyLimit, proxies: parts.proxies, onRejected, onError });
    this.#migrateState = createStateMigration(state.sandboxes, assembly.apis);
    state.lost.addEventListener('abort', () => this.#closeAfterLoss());
    if (state.lost.aborted) this.#closeAfterLoss();
  }

  get url(): string | undefined {
    return this.#parts.listeners[0]?.url;
  }

  async fetch(request: Request): Promise<Response> {
    const { dependencies, settings } = this.#parts;
    if (dependencies.status.isStopping) throw new Error('this mock server is closed');
    return handleFetch(request, this.#mounts, settings.bodyLimit);
  }

  handle(request: NodeRequest, response: NodeResponse): boolean {
    return !this.#parts.dependencies.status.isStopping && this.#mounted.handle(request, response);
  }

  async listen({ port = 0, host = '127.0.0.1', tls }: Address = {}): Promise<HttpListener> {
    const { settings, state, listeners, proxies } = this.#parts;
    const { bodyLimit, onRejected, onError } = settings;
    const address = { port, host, ...(tls && { tls }) };
    const listening = await listen(this.#mounts, { ...address, bodyLimit, proxies, onRejected, onError });
    // Only now is the start successful: a failed one must not clear anything.
    const isFirst = listeners.push(listening) === 1;
    if (settings.fresh && isFirst) {
      await state.main.reset();
      await state.tallies.clear([state.main.tally], true);
    }
    if (isFirst) this.#startWarmUp();
    return listening;
  }

  introductions(): readonly Introduced[] {
    return this.#assembly.introductions();
  }

  documents(): readonly DocumentReport[] {
    return this.#assembly.reports;
  }

  reload(again = async () => this.#parts.settings.apis): Promise<readonly string[]> {
    const notices = this.#reloading.then(() => this.#reload(again));
    this.#reloading = notices.catch(() => undefined);
    return notices;
  }

  async #reload(again: () => Promise<MockServerSettings['apis']>): Promise<readonly string[]> {
    const { status } = this.#parts.dependencies;
    try {
      const notices = await this.#replaceApis(again);
      status.lastFailure = undefined;
      return notices;
    } catch (error) {
      status.lastFailure = error as Error;
      throw error;
    }
  }

  async #replaceApis(again: () => Promise<MockServerSettings['apis']>): Promise<readonly string[]> {
    const { dependencies, state, listeners, apis } = this.#parts;
    if (state.replica) throw new UsageError('With --store, restart all replicas to serve a changed document.');
    const before = this.#assembly;
    const next = await dependencies.loader.loadAll(await again(), before);
    rejectOtherApis(next, before);
    const notices = await this.#migrateState(next.apis);
    this.#assembly = await assemble(next, dependencies);
    apis.replace(next);
    for (const { api, document } of before.apis) {
      const after = next.apis.find((one) => one.api.name === api.name)?.document;
      if (after && after !== document) state.tallies.renew(document, after, state.sandboxes.allWithTentative());
    }
    this.#endWarmUp();
    before.end();
    if (listeners.length > 0) this.#startWarmUp();
    return notices;
  }

  #startWarmUp(): void {
    this.#endWarmUp = warmUp(this.#assembly, this.#parts.state.main, this.#parts.settings);
  }

  files(): readonly string[] {
    return this.#assembly.apis.flatMap(({ files }) => files);
  }

  async respondOnce(...response: Parameters<MockServer['respondOnce']>): Promise<PlannedFault> {
    const { controlToken: token } = this.#parts.settings;
    const { understudy } = await import('../client/client.ts');
    return understudy('http://localhost', { fetch: (request) => this.fetch(request), token }).respondOnce(...response);
  }

  reset(): Promise<void> {
    return this.#parts.state.main.reset();
  }

  async startFrom(name: string): Promise<void> {
    const { sandboxes, main, replica } = this.#parts.state;
    const sandbox = sandboxes.all().find((one) => one.sandbox.name === name)?.sandbox;
    if (replica)
      throw new UsageError(
        'Initial data of a sandbox cannot be combined with --store: other processes have other data.',
      );
    if (!sandbox || sandbox === main) throw new UsageError(`There is no sandbox ${JSON.stringify(name)} besides main.`);
    main.setInitialState(sandbox.snapshot());
    sandboxes.remove(name);
    if (main.isUnchanged) await main.reset();
  }

  retire(): void {
    this.#parts.dependencies.status.retire();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    const { dependencies, outbox, listeners, state } = this.#parts;
    dependencies.status.stop();
    await this.#reloading;
    this.#endWarmUp();
    outbox.end();
    this.#assembly.end();
    // Its streams end whole, before the listeners cut off others.
    await new Promise((resolve) => setImmediate(resolve));
    this.#mounted.close();
    await Promise.all(listeners.map((listening) => listening.close()));
    await state.close();
  }

  async #closeAfterLoss(): Promise<void> {
    const { settings, state } = this.#parts;
    try {
      settings.onLost(state.lost.reason);
      await this.close();
    } catch (error) {
      settings.onError(error);
    }
  }
}

/** A plain object, so that users may destructure and copy it. */
export function createServerObject(server: RunningServer): MockServer {
  return {
    get url() {
      return server.url;
    },
    fetch: (request) => server.fetch(request),
    handle: (request, response) => server.handle(request, response),
    listen: (address) => server.listen(address),
    introductions: () => server.introductions(),
    documents: () => server.documents(),
    reload: (again) => server.reload(again),
    files: () => server.files(),
    respondOnce: (...response) => server.respondOnce(...response),
    reset: () => server.reset(),
    startFrom: (sandbox) => server.startFrom(sandbox),
    retire: () => server.retire(),
    close: () => server.close(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Milliseconds after the start when the code of remote procedure calls is loaded, unless a call comes first. */
const LOAD_AFTER = 500;

/** Starts the work for an assembly. Returns a function that ends it. */
function warmUp(
  assembly: Assembly,
  { stores }: Sandbox,
  { onNotice, onError }: Pick<CompleteSettings, 'onNotice' | 'onError'>,
): () => void {
  const ending = new AbortController();
  const loading = setTimeout(() => void assembly.loadRpc().catch(onError), LOAD_AFTER).unref();
  for (const api of assembly.apis) {
    for (const remark of loginRemarks(api.api, stores.get(api.api.name))) onNotice(remark);
    compileAhead(api.document, ending.signal).then((found) => {
      if (found.length > 0) onNotice(formatLateFindings(api, found));
    }, onError);
    assembly.withoutResponse(api, ending.signal).then((notice) => {
      if (notice !== undefined) onNotice(notice);
    }, onError);
  }
  return () => {
    clearTimeout(loading);
    ending.abort();
  };
}
