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

const OWN = [...Object.values(ROUTES), LOGIN];
const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

/** Whether a path is the issuer's. */
export function isOwnPath(path: string): boolean {
  return DISCOVERY.includes(path) || OWN.some((own) => path === own || path.startsWith(`${own}/`));
}
