// The paths of an issuer: those of the reference implementation by default.

import type { LoginRoutes } from './login/login-types.ts';

const DEFAULT: LoginRoutes = {
  base: '',
  authorization: '/oauth/v2/authorize',
  token: '/oauth/v2/token',
  introspection: '/oauth/v2/introspect',
  revocation: '/oauth/v2/revoke',
  keys: '/oauth/v2/keys',
  deviceAuthorization: '/oauth/v2/device_authorization',
  userinfo: '/oidc/v1/userinfo',
  endSession: '/oidc/v1/end_session',
  device: '/device',
  login: '/ui/login',
};

/** Endpoints with pages below them. */
const PAGES: readonly string[] = ['authorization', 'endSession', 'device', 'login'];

/** Endpoints for POST only: they may be below the authorization endpoint, where logins return by links. */
const POSTED: readonly string[] = ['token', 'introspection', 'revocation', 'deviceAuthorization'];

/** OpenID Connect Discovery 1.0, section 4. */
const OPENID = '/.well-known/openid-configuration';
/** RFC 8414, section 3. */
const OAUTH = '/.well-known/oauth-authorization-server';
export const DISCOVERY_PATH: readonly string[] = [OPENID, OAUTH];

export interface IssuerPaths {
  /** The prefix of all paths; empty for the root. */
  readonly base: string;
  /** As oidc-provider names them. */
  readonly routes: {
    readonly authorization: string;
    readonly token: string;
    readonly introspection: string;
    readonly revocation: string;
    readonly jwks: string;
    readonly device_authorization: string;
    readonly userinfo: string;
    readonly end_session: string;
    readonly code_verification: string;
  };
  /** The prefix of the login pages, one for each login. */
  readonly login: string;
  /** Where clients push authorization requests, if they can. */
  readonly pushed: string;
  /** A path of the server relative to `base`; undefined if it is not the issuer's. Called for every request. */
  within(path: string): string | undefined;
}

export function createPaths(given: Partial<LoginRoutes> = {}): IssuerPaths {
  const { base: _, login, keys, deviceAuthorization, endSession, device, ...named } = { ...DEFAULT, ...given };
  const base = basePathOf(given);
  const routes = {
    ...named,
    jwks: keys,
    device_authorization: deviceAuthorization,
    end_session: endSession,
    code_verification: device,
  };
  const pushed = named.authorization.replace(/[^/]*$/, 'par');
  const roots = [...Object.values(routes), login];
  const own = new Set([...roots, ...DISCOVERY_PATH, pushed]);
  const below = roots.map((root) => `${root}/`);
  // The first path segments, which hardly any other path has.
  const firstSegments = new Set([...own].map((path) => firstSegment(base + path)).concat('/.well-known'));

  /** A server with a path has its metadata at the root of its host (RFC 8414, section 3.1). */
  const withoutBase = (path: string) => {
    if (path.startsWith(`${base}/`)) return path.slice(base.length);
    return path === OAUTH + base ? OAUTH : undefined;
  };
  return {
    base,
    routes,
    login,
    pushed,
    within(path) {
      if (!firstSegments.has(firstSegment(path))) return undefined;
      const inner = withoutBase(path);
      if (inner === undefined) return undefined;
      return own.has(inner) || below.some((root) => inner.startsWith(root)) ? inner : undefined;
    },
  };
}

/** The path of an issuer in a server; empty at the root. */
export function basePathOf({ base = DEFAULT.base }: Partial<LoginRoutes> = {}): string {
  return base === '/' ? '' : base;
}

/** Characters that need no encoding (RFC 3986, section 2.3) and have no meaning for a router. */
const PATH = /^(\/[\w.~-]+)+$/;

/** The problems of routes, a sentence each. */
export function routeProblems(given: Partial<LoginRoutes>): string[] {
  const { base: _, ...routes } = { ...DEFAULT, ...given };
  const base = basePathOf(given);
  const named: [name: string, path: string][] = Object.entries(routes);
  const unknown = named.filter(([name]) => !(name in DEFAULT)).map(([name]) => `its login has no route ${name}`);
  const unreadable = (base === '' ? named : [['base', base] as const, ...named])
    .filter(([, path]) => typeof path !== 'string' || !PATH.test(path) || path.startsWith('/_'))
    .map(
      ([name, path]) =>
        `its login has the route ${name} at ${JSON.stringify(path)}, which is not a path such as /oauth`,
    );
  if (unknown.length + unreadable.length > 0) return [...unknown, ...unreadable];
  return named.flatMap((one, index) =>
    named
      .filter((other, at) => (at > index && other[1] === one[1]) || isHidden(one, other))
      .map((other) => `its login has the routes ${one[0]} and ${other[0]} at the same path ${one[1]}`),
  );
}

type NamedPath = readonly [name: string, path: string];

/** Whether a route is below a page, which has its own pages there. */
function isHidden([name, path]: NamedPath, [page, pagePath]: NamedPath): boolean {
  const isBelow = PAGES.includes(page) && path.startsWith(`${pagePath}/`);
  return isBelow && !(page === 'authorization' && POSTED.includes(name));
}

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}
