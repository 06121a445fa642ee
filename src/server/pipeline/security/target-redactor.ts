// Redaction of secrets in URLs.

import type { References } from '../../../openapi/references.ts';
import { listSecuritySchemes } from '../../../openapi/security.ts';
import { REDACTED } from './redacted.ts';

/** Leaves the secrets out of the target of a request. */
export type RedactTarget = (target: string) => string;

/** A token in the query, declared or not (RFC 6750, section 2.3). */
const TOKEN = 'access_token';

/** The names of API keys that a document has: in headers in lower case, in queries and cookies as they are. */
export function listApiKeyNames(references: References): ReadonlySet<string> {
  const schemes = [...listSecuritySchemes(references).values()];
  return new Set(
    schemes.flatMap((one) => (one.type === 'apiKey' ? [one.in === 'header' ? one.name.toLowerCase() : one.name] : [])),
  );
}

/** For the API keys that a document has in queries. */
export function createTargetRedactor(references: References): RedactTarget {
  const names = new Set([TOKEN]);
  for (const scheme of listSecuritySchemes(references).values()) {
    if (scheme.type === 'apiKey' && scheme.in === 'query') names.add(scheme.name);
  }
  return (target) => {
    const mark = target.indexOf('?');
    if (mark === -1) return target;
    const pieces = target.slice(mark + 1).split('&');
    if (!pieces.some((piece) => names.has(nameOf(piece)))) return target;
    const redacted = pieces.map((piece) =>
      names.has(nameOf(piece)) && piece.includes('=') ? `${piece.slice(0, piece.indexOf('='))}=${REDACTED}` : piece,
    );
    return `${target.slice(0, mark)}?${redacted.join('&')}`;
  };
}

function nameOf(piece: string): string {
  const name = piece.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
