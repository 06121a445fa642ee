// Redaction of headers, by their names and by their values.

import { isLikeToken, protocolsOf } from './credential-forms.ts';
import { redactShapes } from './redact-shapes.ts';
import { REDACTED } from './redacted.ts';
import { isSecretHeader } from './secret-name.ts';

/** Headers that hold addresses: where an authorization server sends a browser back to, a `code` is a secret. */
const ADDRESS = /^(?:location|content-location|refresh|link|referer)$/i;

/** @param keys - names of headers for API keys, in lower case */
export function redactHeader(name: string, value: string, keys: ReadonlySet<string>): string {
  if (keys.has(name.toLowerCase()) || isSecretHeader(name)) return value === '' ? value : REDACTED;
  if (/^sec-websocket-protocol$/i.test(name))
    return protocolsOf(value)
      .map((one) => (isLikeToken(one) ? REDACTED : redactShapes(one)))
      .join(', ');
  return redactShapes(value, ADDRESS.test(name));
}
