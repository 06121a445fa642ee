// Tokens, keys and passwords that were shown in recorded requests: they are to stand nowhere else.

import { KnownSecrets } from '../engine/security/known-secrets.ts';
import { secrecyOf } from '../engine/security/secret-name.ts';
import type { Document } from '../openapi/document.ts';
import { securitySchemes } from '../openapi/security.ts';
import type { HarExchange } from './har.ts';

/** Knows the credentials of all requests of a recording. */
export function shownCredentials(document: Document, exchanges: readonly HarExchange[]): KnownSecrets {
  const known = new KnownSecrets();
  const keys = new Set<string>();
  for (const scheme of securitySchemes(document.references).values())
    if (scheme.type === 'apiKey') keys.add(scheme.name.toLowerCase());
  const isSecret = (name: string) => keys.has(name.toLowerCase()) || secrecyOf(name) !== 'open';
  for (const { headers, target } of exchanges) {
    for (const [name, text] of headers) {
      if (/^(proxy-)?authorization$/i.test(name)) for (const one of authorized(text)) known.add(one);
      else if (/^cookie$/i.test(name))
        for (const pair of text.split(/;\s*/)) known.add(pair.slice(pair.indexOf('=') + 1));
      else if (isSecret(name)) known.add(text);
    }
    for (const [name, text] of new URLSearchParams(target.split('?')[1] ?? '')) if (isSecret(name)) known.add(text);
  }
  return known;
}

/** What stands behind the name of a scheme; of Basic (RFC 7617) the password, too. */
function authorized(text: string): readonly string[] {
  const [scheme = '', ...rest] = text.split(' ');
  const shown = rest.join(' ');
  if (!/^basic$/i.test(scheme)) return [shown === '' ? text : shown];
  const pair = Buffer.from(shown, 'base64').toString();
  return [shown, pair.slice(pair.indexOf(':') + 1)];
}
