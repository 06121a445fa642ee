// OAuth 2.0 and OpenID Connect issuer, with clients and users from records.

import { LRUCache } from '../../schema/lru-cache.ts';
import { once } from '../../schema/once.ts';
import type { IssuedTokens } from '../pipeline/authenticate-caller.ts';
import type { TrustedHosts } from '../pipeline/cors/trusted-hosts.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { addDateHeader } from '../pipeline/sandbox/clock.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { SandboxVisit } from '../pipeline/sandbox/sandboxes.ts';
import { pathOf, type WireRequest, type WireResponse } from '../pipeline/wire.ts';
import {
  baseOf,
  clientOrigin,
  fixedOrigin,
  preflightResponse,
  readableForPage,
  readableIfAllowed,
  requireOwnName,
  withForwardedHeaders,
} from './client-origin.ts';
import { noticeHeader, takeNotices } from './exchange-notices.ts';
import { createPaths, type IssuerPaths } from './issuer-paths.ts';
import { cookieIn, cookieNames } from './login/cookies.ts';
import type { IssuedToken, MintedToken, TokenOrder } from './login/login-types.ts';
import { createSessionLock } from './login/session-lock.ts';
import type { IssuerPages } from './login/show-page.ts';
import { sendAndSubmit } from './login/submit-form.ts';
import { type LoginApi, type LoginSandbox, loginSandboxOf } from './login-sandbox.ts';
import { isFormPost, redirectFormPost } from './parse-form.ts';
import type { MadeProvider } from './provider.ts';
import { recordExchange } from './record-exchange.ts';
import { rejectExcess } from './request-limits.ts';
import { activeToken, issuedTokens } from './tokens/active-token.ts';
import type { IssuerKeys } from './tokens/keys.ts';
import type { LoginRegistry } from './tokens/registry.ts';
import { rejectUnsupported } from './unsupported-features.ts';

interface IssuerSettings {
  /** The API with the users. */
  readonly api: LoginApi;
  /** Loads the pages; called once for each address. */
  readonly pages: () => Promise<IssuerPages>;
  /** Paths of this server's pages to which applications in dev mode may redirect, too. Default none. */
  readonly ownPages?: readonly string[];
  /** Gives the keys; see `createKeys`. */
  readonly keys: () => Promise<IssuerKeys>;
  /** The address that tokens name. Default: the one that the client used. */
  readonly issuer?: string | undefined;
  /** Names of this machine. */
  readonly hosts: TrustedHosts;
  /** Whether a `login_hint` is enough to log in. Default false. */
  readonly autoLogin: boolean;
  /** Whether a user with a password can be picked without it. Default: by browsers of this machine. */
  readonly oneClickLogin: boolean | undefined;
  /** Whether an assertion of a client needs a `jti` and is good for one use. Default false. */
  readonly strictAssertions: boolean;
  /** Receives unexpected errors. */
  readonly onError: (thrown: unknown) => void;
}

/** The provider of a sandbox under one address. */
interface SandboxProvider {
  readonly sandbox: Sandbox;
  readonly provider: Promise<MadeProvider>;
}

/** How many addresses are remembered: clients choose the `Host`, and each one costs memory. */
const ADDRESSES = 16;

/** The login server of one API. */
export class Issuer {
  /** The address that tokens name; undefined when it is the one that the client used. */
  readonly address: string | undefined;
  readonly #settings: IssuerSettings;
  readonly #paths: IssuerPaths;
  readonly #providers = new LRUCache<string, SandboxProvider>({ max: ADDRESSES });
  readonly #sessionLock = createSessionLock();
  /** Logins and tokens, loaded on first use. */
  readonly registry: () => Promise<LoginRegistry>;

  /** @throws UsageError if the setting `issuer` is no origin */
  constructor(settings: IssuerSettings) {
    this.#settings = settings;
    this.address = settings.issuer === undefined ? undefined : fixedOrigin(settings.issuer);
    this.#paths = createPaths(settings.api.login.routes);
    this.registry = once(() => this.#loadRegistry());
  }

  /** Whether a path belongs to the issuer. */
  owns(path: string): boolean {
    return this.#paths.within(path) !== undefined;
  }

  /**
   * Responds to a request for one of its paths. Never throws.
   *
   * @param enter - returns the sandbox, or throws an `ApiError`
   * @param outside - records requests that are rejected before
   */
  async respond(received: WireRequest, enter: () => SandboxVisit, outside: SandboxVisit): Promise<WireResponse> {
    const request = this.#belowBase(received);
    const preflight = preflightResponse(request, this.#paths);
    if (preflight) return preflight;
    const answered = await this.#catching(request, () => this.#visit(request, received, enter));
    const { response, remarks } = takeNotices(answered);
    if (remarks.reason !== undefined)
      recordExchange(outside, outside.sandbox.now(), received, response, remarks, this.#paths);
    return response;
  }

  /** The user and client of a bearer token; undefined if it is invalid. */
  issued(token: string, sandbox: Sandbox): Promise<IssuedToken | undefined> {
    return activeToken(token, this.#loginSandbox(sandbox), this.#settings.keys);
  }

  /** The tokens of a sandbox, for an API that leaves authentication to its login. */
  tokens(sandbox: Sandbox): IssuedTokens {
    return issuedTokens(this.#loginSandbox(sandbox), this.#settings.keys);
  }

  /**
   * Issues a token without a login.
   *
   * @param address - the address of the server for the caller
   * @throws ApiError `not_found` if there is no such active user or client
   */
  async mint(order: TokenOrder, sandbox: Sandbox, address: string): Promise<MintedToken> {
    const [{ provider }, { issueToken }] = await Promise.all([
      this.#provider(sandbox, this.#issuerAddress(address)),
      import('./tokens/issue-token.ts'),
    ]);
    return issueToken(provider, this.#loginSandbox(sandbox), order);
  }

  #loginSandbox(sandbox: Sandbox): LoginSandbox {
    return loginSandboxOf(sandbox, this.#settings.api, this.#paths);
  }

  /** Handles a request in its sandbox, and records it. */
  async #visit(request: WireRequest, received: WireRequest, enter: () => SandboxVisit): Promise<WireResponse> {
    const address = this.#allowedOrigin(clientOrigin(request)) + (request.base ?? '');
    const visit = enter();
    try {
      const { sandbox } = visit;
      const time = sandbox.now();
      const answered = await this.#catching(request, () => this.#handle(request, sandbox, address));
      const { response, remarks } = takeNotices(answered);
      const isUse = request.method !== 'OPTIONS' && !isFormPost(request, this.#paths);
      if (isUse && response.status < 400 && remarks.reason === undefined) visit.accept();
      recordExchange(visit, time, received, response, remarks, this.#paths);
      return addDateHeader(response, sandbox.clock);
    } finally {
      visit.leave();
    }
  }

  async #handle(request: WireRequest, sandbox: Sandbox, address: string): Promise<WireResponse> {
    const paths = this.#paths;
    rejectExcess(request, paths);
    rejectUnsupported(request, paths);
    const link = redirectFormPost(request, paths);
    if (link) return link;
    const [{ handler }, keys, { injectInto }, { adaptRequest }] = await Promise.all([
      this.#provider(sandbox, address),
      this.#settings.keys(),
      import('../http/inject-request.ts'),
      import('./adapt-request.ts'),
    ]);
    const adapted = await adaptRequest(request, keys, this.#loginSandbox(sandbox));
    const forwarded = withForwardedHeaders(adapted, address);
    const session = cookieIn(request, cookieNames(address + paths.base).session);
    const response = await this.#sessionLock.hold(sandbox, session, () =>
      sendAndSubmit(forwarded, (one) => injectInto(handler, one)),
    );
    return readableIfAllowed(request, response, paths);
  }

  /** Converts errors to error responses. */
  async #catching(request: WireRequest, respond: () => Promise<WireResponse>): Promise<WireResponse> {
    try {
      return await respond();
    } catch (error) {
      return readableForPage(request, this.#errorResponse(error), this.#paths);
    }
  }

  #errorResponse(error: unknown): WireResponse {
    if (error instanceof ApiError)
      return errorResponse(error.status, error.status < 500 ? 'invalid_request' : 'server_error', error.message);
    this.#settings.onError(error);
    return errorResponse(500, 'server_error', 'internal error of the issuer');
  }

  /** A request with its path below the base of the issuer. */
  #belowBase(request: WireRequest): WireRequest {
    const path = pathOf(request.target);
    const target = (this.#paths.within(path) ?? path) + request.target.slice(path.length);
    return target === request.target ? request : { ...request, target };
  }

  /** The issuer origin for a client's origin. @throws ApiError if it is not allowed */
  #allowedOrigin(origin: string | undefined): string {
    if (this.address !== undefined) return this.address;
    if (origin === undefined) throw new ApiError('invalid_argument', 'Invalid Host header');
    requireOwnName(origin, this.#settings.hosts);
    return origin;
  }

  /** The issuer URL for an address of the server. @throws ApiError if it is not allowed */
  #issuerAddress(address: string): string {
    return this.#allowedOrigin(URL.parse(address)?.origin) + baseOf(address);
  }

  #provider(sandbox: Sandbox, address: string): Promise<MadeProvider> {
    const providers = this.#providers;
    const name = `${sandbox.name} ${address}`;
    const existing = providers.get(name);
    // The sandbox may have been replaced by another one of its name.
    if (existing?.sandbox === sandbox) return existing.provider;
    const created = { sandbox, provider: this.#createProvider(sandbox, address) };
    providers.set(name, created);
    created.provider.catch(() => providers.peek(name) === created && providers.delete(name));
    return created.provider;
  }

  async #createProvider(sandbox: Sandbox, address: string): Promise<MadeProvider> {
    const { keys: openKeys, pages: loadPages, ownPages = [], autoLogin, oneClickLogin } = this.#settings;
    const { strictAssertions, onError } = this.#settings;
    // Loading takes as long as half of a start, and most processes never need it.
    const [keys, { createProvider }, pages] = await Promise.all([openKeys(), import('./provider.ts'), loadPages()]);
    return createProvider({
      loginSandbox: this.#loginSandbox(sandbox),
      keys,
      pages,
      issuer: address + this.#paths.base,
      ownPages: ownPages.map((path) => address + path),
      autoLogin,
      oneClickLogin,
      strictAssertions,
      onError,
    });
  }

  async #loadRegistry(): Promise<LoginRegistry> {
    const { createRegistry } = await import('./tokens/registry.ts');
    const addressOf = (issuer: string) => issuer.slice(0, issuer.length - this.#paths.base.length);
    return createRegistry({
      loginSandboxOf: (sandbox) => this.#loginSandbox(sandbox),
      providerOf: (issuer, sandbox, address) =>
        this.#provider(sandbox, issuer === undefined ? this.#issuerAddress(address) : addressOf(issuer)),
      sessionLock: this.#sessionLock,
    });
  }
}

/** An error response of OAuth (RFC 6749, section 5.2). */
function errorResponse(status: number, error: string, description: string): WireResponse {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...noticeHeader({ reason: description }),
    },
    body: JSON.stringify({ error, error_description: description }),
  };
}
