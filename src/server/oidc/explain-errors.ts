// Explains rejected requests to developers: oidc-provider hides most reasons.

import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { addNotice } from './exchange-notices.ts';
import type { LoginClient } from './login/login-types.ts';
import { sandboxAddress } from './login/sandbox-address.ts';
import type { LoginSandbox } from './login-sandbox.ts';
import { errors } from './oidc-provider.ts';

/** The error events of the library, emitted before the response is sent. */
const EVENTS = [
  'authorization.error',
  'code_verification.error',
  'end_session.error',
  'grant.error',
  'userinfo.error',
  'introspection.error',
  'revocation.error',
  'device_authorization.error',
];

/** Adds the reason of each error response to the request log, and to JSON bodies. */
export function explainErrors(provider: Provider, loginSandbox: LoginSandbox): void {
  const explain = (ctx: KoaContextWithOIDC, thrown: Error) => {
    const reason = errorReason(ctx, thrown, loginSandbox);
    if (reason === undefined) return;
    addNotice(ctx, { reason });
    if (isObject(ctx.body)) ctx.body = { ...ctx.body, error_description: reason };
  };
  for (const event of EVENTS) (provider as NodeJS.EventEmitter).on(event, explain);
}

/** The problem and, if known, its solution; undefined for internal errors. */
export function errorReason(ctx: KoaContextWithOIDC, thrown: Error, loginSandbox: LoginSandbox): string | undefined {
  if (!(thrown instanceof errors.OIDCProviderError && thrown.expose)) return undefined;
  const { login, paths, records } = loginSandbox;
  const { error_description: description, error_detail: detail } = thrown;
  const { params, client: known } = ctx.oidc;
  const client = known && login.client(records, known.clientId);
  if (detail === 'client not found')
    return `${description}: ${unknownClient(params?.client_id, login.clients(records))}`;
  if (client && thrown instanceof errors.InvalidRedirectUri)
    return notAmong(client, 'redirect URI', params?.redirect_uri, client.redirectUris, loginSandbox);
  if (client && ctx.path === paths.routes.end_session && description?.startsWith('post_logout_redirect_uri'))
    return notAmong(
      client,
      'post-logout redirect URI',
      params?.post_logout_redirect_uri,
      client.postLogoutRedirectUris,
      loginSandbox,
    );
  if (client && detail?.startsWith('the provided authentication mechanism'))
    return `${description}: ${client.name} uses the authentication method ${client.authMethod}`;
  if (detail === 'associated client not found')
    return ctx.oidc.accessToken?.clientId === undefined
      ? `${description}: the token has no client; issue it with understudy token USER --client ID`
      : `${description}: the client of the token is not active`;
  if (detail?.endsWith('not found')) return `${description}: ${detail}, or expired`;
  return detail === undefined || detail === description ? description : `${description}: ${detail}`;
}

/** Number of existing clients in a message about an unknown one, and the maximum length of its name. */
const KNOWN_CLIENTS = 10;
const REPEATED = 100;

/** A message about an unknown client, with the existing ones. */
function unknownClient(id: unknown, clients: Iterable<LoginClient>): string {
  const meant = typeof id === 'string' ? id.slice(0, REPEATED) : 'that was sent';
  const known: string[] = [];
  for (const client of clients) {
    if (known.push(known.length < KNOWN_CLIENTS ? `${client.id} (${client.name})` : 'and others') > KNOWN_CLIENTS)
      break;
  }
  return [
    `no active client has the id ${meant}`,
    ...(known.length === 0 ? [] : [`use one of ${known.join(', ')}`]),
  ].join('; ');
}

/** An address that a client may not be sent back to. */
function notAmong(
  { name, devMode }: LoginClient,
  kind: string,
  uri: unknown,
  uris: readonly string[],
  { sandbox }: LoginSandbox,
): string {
  if (!devMode && uris.some((one) => one === uri))
    return `${name} is not in dev mode (devMode), so its ${kind} ${uri} must be https`;
  const address = typeof uri === 'string' ? sandboxAddress(uri) : undefined;
  const known = uris.join(', ') || 'none';
  if (!address || !uris.includes(address.atLocalhost)) return `${name} has no ${kind} ${uri}; it has ${known}`;
  if (!devMode)
    return `${name} is not in dev mode (devMode), so ${address.atLocalhost} does not match ${uri}; it has ${known}`;
  return `${uri} is a page of sandbox ${address.sandbox}, but this is ${sandbox.name}; start the login of ${name} at the host of the page`;
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null;
}
