// OAuth 2.0 and OpenID Connect issuer, with clients and users from records.

import { LRUCache } from '../../schema/lru-cache.ts';
import { once } from '../../schema/once.ts';
import { addDateHeader } from '../pipeline/add-date-header.ts';
import type { IssuedTokens } from '../pipeline/authenticate-caller.ts';
import type { TrustedHosts } from '../pipeline/cors/trusted-hosts.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { SandboxVisit } from '../pipeline/sandbox/sandboxes.ts';
import { pathOf, type WireRequest, type WireResponse } from '../pipeline/wire.ts';
import { baseOf, clientOrigin, fixedOrigin, withForwardedHeaders } from './client-origin.ts';
import { noticeHeader, takeNotices } from './exchange-notices.ts';
import { createPaths } from './issuer-paths.ts';
import { cookieIn, cookieNames } from './login/cookies.ts';
import { isFormPost, redirectFormPost } from './login/form-post.ts';
import type { IssuedToken, MintedToken, TokenOrder } from './login/login.ts';
import { preflightAnswer, readableForPage, readableIfAllowed } from './login/other-origins.ts';
import { createSessionLock } from './login/session-lock.ts';
import type { IssuerPages } from './login/show-page.ts';
import { sendAndSubmit } from './login/submit-form.ts';
import { type LoginApi, loginSandboxOf } from './login-sandbox.ts';
import { requireOwnName } from './own-names.ts';
import type { MadeProvider } from './provider.ts';
import { recordExchange } from './record-exchange.ts';
import { rejectExcess } from './request-limits.ts';
import { activeToken } from './tokens/active-token.ts';
import { issuedTokens } from './tokens/issued-tokens.ts';
import type { IssuerKeys } from './tokens/keys.ts';
import type { LoginRegistry } from './tokens/registry.ts';
import { rejectUnsupported } from './unsupported-features.ts';

export interface IssuerSettings {
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

export interface Issuer {
  /** The address that tokens name; undefined when it is the one that the client used. */
  readonly address: string | undefined;
  /** Whether a path belongs to the issuer. */
  owns(path: string): boolean;
  /**
   * Responds to a request for one of its paths. Never throws.
   *
   * @param enter - returns the sandbox, or throws an `ApiError`
   * @param outside - records requests that are rejected before
   */
  answer(request: WireRequest, enter: () => SandboxVisit, outside: SandboxVisit): Promise<WireResponse>;
  /** The user and client of a bearer token; undefined if it is invalid. */
  issued(token: string, sandbox: Sandbox): Promise<IssuedToken | undefined>;
  /** The tokens of a sandbox, for an API that leaves authentication to its login. */
  tokens(sandbox: Sandbox): IssuedTokens;
  /**
   * Issues a token without a login.
   *
   * @param address - the address of the server for the caller
   * @throws ApiError `not_found` if there is no such active user or client
   */
  mint(order: TokenOrder, sandbox: Sandbox, address: string): Promise<MintedToken>;
  /** Logins and tokens, loaded on first use. */
  registry(): Promise<LoginRegistry>;
}

/** The provider of a sandbox under one address. */
interface SandboxProvider {
  readonly sandbox: Sandbox;
  readonly provider: Promise<MadeProvider>;
}

/** How many addresses are remembered: clients choose the `Host`, and each one costs memory. */
const ADDRESSES = 16;

/** @throws UsageError if the setting `issuer` is no origin */
export function createIssuer(settings: IssuerSettings): Issuer {
  const { api, pages, ownPages = [], keys: openKeys, issuer, hosts, autoLogin, oneClickLogin } = settings;
  const { strictAssertions, onError } = settings;
  const fixed = issuer === undefined ? undefined : fixedOrigin(issuer);
  const paths = createPaths(api.login.routes);
  const providers = new LRUCache<string, SandboxProvider>({ max: ADDRESSES });
  const sessionLock = createSessionLock();

  function providerOf(sandbox: Sandbox, address: string): Promise<MadeProvider> {
    const name = `${sandbox.name} ${address}`;
    const known = providers.get(name);
    // The sandbox may have been replaced by another one of its name.
    if (known?.sandbox === sandbox) return known.provider;
    const made = { sandbox, provider: makeProvider(sandbox, address) };
    providers.set(name, made);
    made.provider.catch(() => providers.peek(name) === made && providers.delete(name));
    return made.provider;
  }

  async function makeProvider(sandbox: Sandbox, address: string): Promise<MadeProvider> {
    // Loading takes as long as half of a start, and most processes never need it.
    const [keys, { createProvider }, shown] = await Promise.all([openKeys(), import('./provider.ts'), pages()]);
    return createProvider({
      loginSandbox: loginSandboxOf(sandbox, api, paths),
      keys,
      pages: shown,
      issuer: address + paths.base,
      ownPages: ownPages.map((path) => address + path),
      autoLogin,
      oneClickLogin,
      strictAssertions,
      onError,
    });
  }

  /** The issuer origin for a client's origin. @throws ApiError if it is not allowed */
  function originFor(used: string | undefined): string {
    if (fixed !== undefined) return fixed;
    if (used === undefined) throw new ApiError('invalid_argument', 'Invalid Host header');
    requireOwnName(used, hosts);
    return used;
  }

  /** The issuer URL for an address of the server. @throws ApiError as `originFor` */
  function addressFor(given: string): string {
    return originFor(URL.parse(given)?.origin) + baseOf(given);
  }

  const registry = once(async () => {
    const { createRegistry } = await import('./tokens/registry.ts');
    return createRegistry({
      worldOf: (sandbox) => loginSandboxOf(sandbox, api, paths),
      providerOf: (named, sandbox, given) =>
        providerOf(sandbox, named === undefined ? addressFor(given) : named.slice(0, named.length - paths.base.length)),
      sessionLock,
    });
  });

  /** A request by the paths that it has below the base. */
  function belowBase(request: WireRequest): WireRequest {
    const path = pathOf(request.target);
    const target = (paths.within(path) ?? path) + request.target.slice(path.length);
    return target === request.target ? request : { ...request, target };
  }

  async function respond(came: WireRequest, enter: () => SandboxVisit, outside: SandboxVisit): Promise<WireResponse> {
    const request = belowBase(came);
    const preflight = preflightAnswer(request, paths);
    if (preflight) return preflight;
    const answered = await refusing(request, async () => {
      const address = originFor(clientOrigin(request)) + (request.base ?? '');
      const visit = enter();
      try {
        const { sandbox } = visit;
        const at = sandbox.now();
        const { response, remarks } = takeNotices(await refusing(request, () => ask(request, sandbox, address)));
        const isLookedAt = request.method !== 'OPTIONS' && !isFormPost(request, paths);
        if (isLookedAt && response.status < 400 && remarks.reason === undefined) visit.accept();
        recordExchange(visit, at, came, response, remarks, paths);
        return addDateHeader(response, sandbox.clock);
      } finally {
        visit.leave();
      }
    });
    const { response, remarks } = takeNotices(answered);
    if (remarks.reason !== undefined) recordExchange(outside, outside.sandbox.now(), came, response, remarks, paths);
    return response;
  }

  async function ask(request: WireRequest, sandbox: Sandbox, address: string): Promise<WireResponse> {
    rejectExcess(request, paths);
    rejectUnsupported(request, paths);
    const link = redirectFormPost(request, paths);
    if (link) return link;
    const [{ handler }, keys, { injectInto }, { adaptRequest: translate }] = await Promise.all([
      providerOf(sandbox, address),
      openKeys(),
      import('../http/inject-request.ts'),
      import('./adapt-request.ts'),
    ]);
    const asked = withForwardedHeaders(await translate(request, keys, loginSandboxOf(sandbox, api, paths)), address);
    const session = cookieIn(request, cookieNames(address + paths.base).session);
    const answered = sessionLock.hold(sandbox, session, () => sendAndSubmit(asked, (one) => injectInto(handler, one)));
    return readableIfAllowed(request, await answered, paths);
  }

  /** Converts errors to error responses. */
  async function refusing(request: WireRequest, answer: () => Promise<WireResponse>): Promise<WireResponse> {
    try {
      return await answer();
    } catch (thrown) {
      if (thrown instanceof ApiError)
        return readableForPage(
          request,
          refuse(thrown.status, thrown.status < 500 ? 'invalid_request' : 'server_error', thrown.message),
          paths,
        );
      onError(thrown);
      return readableForPage(request, refuse(500, 'server_error', 'internal error of the issuer'), paths);
    }
  }

  return {
    address: fixed,
    owns: (path) => paths.within(path) !== undefined,
    answer: respond,
    issued: (token, sandbox) => activeToken(token, loginSandboxOf(sandbox, api, paths), openKeys),
    tokens: (sandbox) => issuedTokens(loginSandboxOf(sandbox, api, paths), openKeys),
    registry,
    async mint(order, sandbox, given) {
      const [{ provider }, { issueToken }] = await Promise.all([
        providerOf(sandbox, addressFor(given)),
        import('./tokens/issue-token.ts'),
      ]);
      return issueToken(provider, loginSandboxOf(sandbox, api, paths), order);
    },
  };
}

/** An error response of OAuth (RFC 6749, section 5.2). */
function refuse(status: number, error: string, description: string): WireResponse {
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
