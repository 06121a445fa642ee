// Applications as clients of OAuth 2.0.

import type { LoginClient, View } from '../../index.ts';
import { appsByClientId, appsOfProject } from '../indexes.ts';
import type { App, Project, Records } from '../records.ts';

type OidcApp = NonNullable<App['oidc']>;
type ApiApp = NonNullable<App['api']>;

const KINDS = {
  OIDC_APP_TYPE_WEB: 'web',
  OIDC_APP_TYPE_USER_AGENT: 'user-agent',
  OIDC_APP_TYPE_NATIVE: 'native',
} as const satisfies Record<OidcApp['appType'], LoginClient['kind']>;

const AUTH_METHODS = {
  OIDC_AUTH_METHOD_TYPE_BASIC: 'client_secret_basic',
  OIDC_AUTH_METHOD_TYPE_POST: 'client_secret_post',
  OIDC_AUTH_METHOD_TYPE_NONE: 'none',
  OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT: 'private_key_jwt',
  API_AUTH_METHOD_TYPE_BASIC: 'client_secret_basic',
  API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT: 'private_key_jwt',
} as const satisfies Record<OidcApp['authMethodType'] | ApiApp['authMethodType'], LoginClient['authMethod']>;

/** Token exchange is not offered. */
const GRANT_TYPES = {
  OIDC_GRANT_TYPE_AUTHORIZATION_CODE: ['authorization_code'],
  OIDC_GRANT_TYPE_IMPLICIT: ['implicit'],
  OIDC_GRANT_TYPE_REFRESH_TOKEN: ['refresh_token'],
  OIDC_GRANT_TYPE_DEVICE_CODE: ['urn:ietf:params:oauth:grant-type:device_code'],
  OIDC_GRANT_TYPE_TOKEN_EXCHANGE: [],
} as const satisfies Record<OidcApp['grantTypes'][number], readonly string[]>;

const RESPONSE_TYPES = {
  OIDC_RESPONSE_TYPE_CODE: 'code',
  OIDC_RESPONSE_TYPE_ID_TOKEN: 'id_token',
  OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN: 'id_token token',
} as const satisfies Record<OidcApp['responseTypes'][number], string>;

/** The client ids of all applications of a project, in whatever state. */
export function clientIdsOf(records: View<Records>, projectId: string): string[] {
  const apps = [...records.apps.group(appsOfProject, projectId).values()];
  return apps.flatMap(({ oidc, api }) => oidc?.clientId ?? api?.clientId ?? []);
}

/** An active application, by the client id that it has; a project that is not active has none. */
export function clientWithId(records: View<Records>, clientId: string): LoginClient | undefined {
  return asClient(records, records.apps.group(appsByClientId, clientId).last);
}

/** Applications with OpenID Connect, those in dev mode first: they may be on the machine of a developer. */
export function* clientsToShow(records: View<Records>): Generator<LoginClient> {
  for (const isTriedOut of [true, false]) {
    for (const app of records.apps.values()) {
      const client = app.oidc?.devMode === isTriedOut ? asClient(records, app) : undefined;
      if (client) yield client;
    }
  }
}

function asClient(records: View<Records>, app: App | undefined): LoginClient | undefined {
  const project = records.projects.get(app?.projectId ?? '');
  if (app?.state !== 'APP_STATE_ACTIVE' || !project || project.state === 'PROJECT_STATE_INACTIVE') return undefined;
  if (app.oidc) return ofOidc(app, app.oidc, project);
  return app.api && ofApi(app, app.api, project);
}

function ofOidc(app: App, oidc: OidcApp, project: Project): LoginClient {
  return {
    ...about(app, oidc, project),
    kind: KINDS[oidc.appType],
    redirectUris: oidc.redirectUris,
    postLogoutRedirectUris: oidc.postLogoutRedirectUris,
    grantTypes: oidc.grantTypes.flatMap((type) => GRANT_TYPES[type]),
    responseTypes: oidc.responseTypes.map((type) => RESPONSE_TYPES[type]),
    devMode: oidc.devMode,
    accessTokens: oidc.accessTokenType === 'OIDC_TOKEN_TYPE_JWT' ? 'jwt' : 'opaque',
    fullIdTokens: oidc.idTokenUserinfoAssertion ?? false,
    ...(oidc.backChannelLogoutUri !== undefined && { backChannelLogoutUri: oidc.backChannelLogoutUri }),
  };
}

/** An API application only introspects tokens. */
function ofApi(app: App, api: ApiApp, project: Project): LoginClient {
  const none = { redirectUris: [], postLogoutRedirectUris: [], grantTypes: [], responseTypes: [] };
  return { ...about(app, api, project), ...none, kind: 'api', devMode: false, accessTokens: 'opaque' };
}

function about({ name }: App, { clientId, authMethodType, clientSecret, keys }: OidcApp | ApiApp, project: Project) {
  return {
    id: clientId,
    name,
    project: { id: project.id, name: project.name },
    authMethod: AUTH_METHODS[authMethodType],
    keys: keys ?? [],
    ...(clientSecret !== undefined && { secret: clientSecret }),
  };
}
