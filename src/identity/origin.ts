// From which pages the tokens of an application may be used.

import type { Credentials, View } from '../index.ts';
import { appsByClientId } from './indexes.ts';
import type { Records } from './records.ts';

/**
 * Whether a page may call with a token of this client: one at the origin of a redirect URI of the application, or at one of its `additionalOrigins`, in dev mode or not.
 * Pages of the stand-in itself may as well, and those of a sandbox that has its name in the address (`http://blue.localhost:5173`) count as those of
 * `localhost`. Programs have no `Origin`, and those that log in as themselves no application.
 */
export function mayCallFrom(
  { origin, host }: Credentials<Records>['headers'],
  clientId: string,
  { apps }: View<Records>,
): boolean {
  const oidc = apps.group(appsByClientId, clientId).last?.oidc;
  if (!oidc || origin === undefined || URL.parse(origin)?.host === host) return true;
  const allowed = [...oidc.redirectUris.flatMap(originOf), ...(oidc.additionalOrigins ?? [])];
  return (
    allowed.includes(origin) || allowed.includes(origin.replace(/^(\w+:\/\/)[^./]+\.localhost(?=:|$)/, '$1localhost'))
  );
}

/** Scheme and host, of an application's own scheme too. */
function originOf(uri: string): string[] {
  const url = URL.parse(uri);
  return url ? [`${url.protocol}//${url.host}`] : [];
}
