// Scopes of the identity API, with the prefixes of document and reference implementation.

import type { Claims, LoginOrganization, LoginProvider, Scopes, View } from '../../index.ts';
import { organizationsByDomain } from '../indexes.ts';
import type { Records } from '../records.ts';
import { asProvider } from './providers.ts';
import { asOrganization } from './users.ts';

/** Name prefixes; the first one is the document's. */
const PREFIXES = ['urn:service:iam:', 'urn:zitadel:iam:'] as const;

/** This API in an audience. Scopes name it like a project: `service`, or `zitadel` with the reference implementation. */
export const API_AUDIENCE = 'service';

/** By this one a token names the API in its audience. */
export const API_SCOPE = 'urn:service:iam:org:project:id:service:aud';

/** The scopes that the API requires: the document's security scheme. */
export const OWN_SCOPES: readonly string[] = ['openid', API_SCOPE];

const KNOWN = [
  /^org:id:(.+)$/,
  /^org:domain:primary:(.+)$/,
  /^org:project:id:(.+):aud$/,
  /^org:project:role:(.+)$/,
  /^org:projects:roles$/,
  /^org:roles:id:(.+)$/,
  /^org:idp:id:(.+)$/,
  /^user:metadata$/,
  /^user:resourceowner$/,
];

export function isScope(scope: string): boolean {
  const name = nameOf(scope);
  return name !== undefined && KNOWN.some((pattern) => pattern.test(name));
}

/** The values of scopes with a prefix: `valuesOf(scopes, 'org:id:')`. */
export function valuesOf(scopes: Scopes, start: string, end = ''): string[] {
  return [...scopes].flatMap((scope) => {
    const name = nameOf(scope) ?? '';
    const isOne = name.startsWith(start) && name.endsWith(end) && name.length > start.length + end.length;
    return isOne ? [name.slice(start.length, name.length - end.length)] : [];
  });
}

/** A claim under either prefix. */
export function namedScopes(name: string, value: unknown): Claims {
  return Object.fromEntries(PREFIXES.map((prefix) => [prefix + name, value]));
}

/** Whether one of the scopes has this name, with either prefix. */
export function hasScope(scopes: Scopes, name: string): boolean {
  return PREFIXES.some((prefix) => scopes.has(prefix + name));
}

/** The additional audience of a token; the API is one of them. */
export function projectsOf(scopes: Scopes): string[] {
  const ids = valuesOf(scopes, 'org:project:id:', ':aud');
  return ids.map((id) => (id === 'zitadel' ? API_AUDIENCE : id));
}

/** An unknown or removed one is an organization without users: no login is possible. */
export function organizationOf(records: View<Records>, scopes: Scopes): LoginOrganization | undefined {
  const [id] = valuesOf(scopes, 'org:id:');
  const [domain] = valuesOf(scopes, 'org:domain:primary:');
  if (id === undefined && domain === undefined) return undefined;
  return organizationNamed(records, { id, domain }) ?? { id: id ?? '', name: id ?? domain ?? '' };
}

/** Without `openid`, the reference implementation does not log anybody in. */
export function scopeProblem(records: View<Records>, scopes: Scopes): string | undefined {
  if (!scopes.has('openid')) return 'the scope openid is missing; add it to the request';
  for (const scope of scopes) {
    const [, kind, name = ''] = /^org:(id|domain:primary):(.+)$/.exec(nameOf(scope) ?? '') ?? [];
    const wanted = kind === 'id' ? { id: name } : { domain: name };
    if (kind !== undefined && !organizationNamed(records, wanted))
      return `the scope ${scope} names no active organization`;
  }
  return undefined;
}

/** An active organization, by its id or else its domain. */
function organizationNamed(
  records: View<Records>,
  { id, domain = '' }: { readonly id?: string | undefined; readonly domain?: string | undefined },
): LoginOrganization | undefined {
  if (id !== undefined) return asOrganization(records.organizations.get(id));
  return asOrganization(records.organizations.group(organizationsByDomain, domain.toLowerCase()).last);
}

export function providerOf(records: View<Records>, scopes: Scopes): LoginProvider | undefined {
  const [id] = valuesOf(scopes, 'org:idp:id:');
  return id === undefined ? undefined : asProvider(records.identityProviders.get(id));
}

function nameOf(scope: string): string | undefined {
  const prefix = PREFIXES.find((one) => scope.startsWith(one));
  return prefix && scope.slice(prefix.length);
}
