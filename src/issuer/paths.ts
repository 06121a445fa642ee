// Where the issuer is found: the paths of the reference implementation.

/** The routes of oidc-provider. */
export const ROUTES = {
  authorization: '/oauth/v2/authorize',
  token: '/oauth/v2/token',
  introspection: '/oauth/v2/introspect',
  revocation: '/oauth/v2/revoke',
  jwks: '/oauth/v2/keys',
  device_authorization: '/oauth/v2/device_authorization',
  userinfo: '/oidc/v1/userinfo',
  end_session: '/oidc/v1/end_session',
  code_verification: '/device',
} as const;

/** Below it stands one page for each login. */
export const LOGIN = '/ui/login';

/** Where clients push authorization requests, if they can. */
export const PUSHED = '/oauth/v2/par';

/** RFC 8414, section 3, and OpenID Connect Discovery 1.0, section 4. */
export const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'] as const;

const ROOTS = [...Object.values(ROUTES), LOGIN];
const OWN = new Set<string>([...ROOTS, ...DISCOVERY, PUSHED]);
const BELOW = ROOTS.map((root) => `${root}/`);

/** How their paths begin: hardly any other one does. */
const FIRST_SEGMENTS = new Set([...OWN].map(firstSegment));

/** Whether a path is the issuer's. Asked for every request. */
export function isOwnPath(path: string): boolean {
  if (!FIRST_SEGMENTS.has(firstSegment(path))) return false;
  return OWN.has(path) || BELOW.some((root) => path.startsWith(root));
}

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}
