// Authentication challenges, as headers and messages.

import type { SecurityRequirement } from '../../../openapi/security.ts';

/** Why a token is insufficient, in the terms of RFC 6750, section 3.1. */
type TokenError = 'invalid_request' | 'invalid_token' | 'insufficient_scope';

/** The problem of a token. */
export interface CredentialProblem {
  readonly error: TokenError;
  readonly description: string;
}

/** A challenge (RFC 9110, section 11.6.1); undefined for a scheme that has none. */
export function createChallenge(
  { scheme, scopes }: SecurityRequirement,
  realm: string,
  problem?: CredentialProblem,
): string | undefined {
  const fields = [`realm=${quoted(realm)}`];
  switch (scheme?.type) {
    case 'apiKey':
      // There is no registered scheme for keys; this is a common notation.
      return `ApiKey ${[...fields, `in=${quoted(scheme.in)}`, `name=${quoted(scheme.name)}`].join(', ')}`;
    case 'http': {
      const name = /^[\w!#$%&'*+.^`|~-]+$/.test(scheme.scheme) ? scheme.scheme : 'Bearer';
      if (/^basic$/i.test(name)) return `Basic ${[...fields, 'charset="UTF-8"'].join(', ')}`;
      return /^bearer$/i.test(name) ? bearer(fields, scopes, problem) : `${name} ${fields.join(', ')}`;
    }
    case 'oauth2':
    case 'openIdConnect':
      return bearer(fields, scopes, problem);
    default:
      return undefined;
  }
}

/** RFC 6750, section 3. */
function bearer(fields: readonly string[], scopes: readonly string[], problem: CredentialProblem | undefined): string {
  const scope = scopes.length > 0 ? [`scope=${quoted(scopes.join(' '))}`] : [];
  const error = problem
    ? [`error=${quoted(problem.error)}`, `error_description=${quoted(problem.description.replaceAll('"', "'"))}`]
    : [];
  return `Bearer ${[...fields, ...scope, ...error].join(', ')}`;
}

/** A quoted string (RFC 9110, section 5.6.4); signs that header fields cannot have are left out. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[^ -~]/g, '').replaceAll(/["\\]/g, '\\$&')}"`;
}

/** The expected credential, such as `the header X-API-Key`. */
export function describeRequirement({ name, scheme }: SecurityRequirement): string {
  switch (scheme?.type) {
    case 'apiKey':
      return `${LOCATIONS[scheme.in]} ${scheme.name}`;
    case 'http':
      if (/^basic$/i.test(scheme.scheme)) return 'Authorization: Basic <user:password in Base64>';
      return /^bearer$/i.test(scheme.scheme) ? BEARER : `Authorization: ${scheme.scheme} …`;
    case 'oauth2':
    case 'openIdConnect':
      return BEARER;
    default:
      return name;
  }
}

const BEARER = 'Authorization: Bearer <token>';
const LOCATIONS = { header: 'the header', query: 'the query parameter', cookie: 'the cookie' } as const;
