// The credential in the header fields of a request.

import type { Operation } from '../../../openapi/document.ts';
import type { WireHeaders } from '../wire.ts';

const headersByOperation = new WeakMap<Operation, readonly string[]>();

/** The header fields of an operation that hold API keys, in lower case. */
function apiKeyHeaders(operation: Operation): readonly string[] {
  const cached = headersByOperation.get(operation);
  if (cached) return cached;
  const names = operation.security
    .flat()
    .flatMap(({ scheme }) => (scheme?.type === 'apiKey' && scheme.in === 'header' ? [scheme.name.toLowerCase()] : []));
  headersByOperation.set(operation, names);
  return names;
}

/** A token, a password (HTTP Basic) or an API key; undefined when there is none. */
export function findHeaderCredential(headers: WireHeaders, operation: Operation): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const [scheme = '', value = ''] = authorization.split(/ +/, 2);
    return /^basic$/i.test(scheme) ? parsePassword(value) : value;
  }
  for (const name of apiKeyHeaders(operation)) if (headers[name] !== undefined) return headers[name];
  return undefined;
}

function parsePassword(value: string): string {
  const text = Buffer.from(value, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
}
