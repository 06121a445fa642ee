// The page origins that may use the tokens of an application.

import type { Credentials, View } from '../index.ts';
import { appsByClientId } from './indexes.ts';
import type { App, Records } from './records.ts';

/**
 * Whether a page may use a token of this client: one at the origin of a redirect URI of the application, or at one of
 * its `additionalOrigins`, in dev mode or not. Pages of the mock server may, too, and those at a sandbox host
 * (`http://blue.localhost:5173`) count as those of `localhost`. Programs have no `Origin`, and machine logins no
 * application.
 */
export function mayCallFrom(
  { origin, host }: Credentials<Records>['headers'],
  clientId: string,
  { apps }: View<Records>,
): boolean {
  const oidc = apps.group(appsByClientId, clientId).last?.oidc;
  if (!oidc || origin === undefined || URL.parse(origin)?.host === host) return true;
  const allowed = allowedOrigins(oidc);
  return (
    allowed.includes(origin) || allowed.includes(origin.replace(/^(\w+:\/\/)[^./]+\.localhost(?=:|$)/, '$1localhost'))
  );
}

/** The origins of the redirect URIs of an application, then its `additionalOrigins`, each once. */
export function allowedOrigins({ redirectUris, additionalOrigins = [] }: NonNullable<App['oidc']>): string[] {
  return [...new Set([...redirectUris.flatMap(originOf), ...additionalOrigins])];
}

/** Scheme and host, of an application's own scheme too. */
function originOf(uri: string): string[] {
  const url = URL.parse(uri);
  return url ? [`${url.protocol}//${url.host}`] : [];
}
