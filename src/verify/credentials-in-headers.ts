// Finds credentials in the common headers, such as a token in `Authorization`.

import type { SecuritySchemeObject } from '../openapi/objects.ts';
import type { Credentials } from './credentials.ts';

/**
 * Extracts the credentials of headers, by security scheme.
 *
 * @param headers - of every request, by name in any case
 * @param schemes - by name
 */
export function findCredentials(
  headers: Readonly<Record<string, string>>,
  schemes: ReadonlyMap<string, SecuritySchemeObject | undefined>,
): Credentials {
  const fields = new Map(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text.trim()]));
  const authorization = fields.get('authorization') ?? '';
  return new Map(
    [...schemes].flatMap(([name, scheme]) => {
      const credential = scheme && findCredential(scheme, authorization, fields);
      return credential ? [[name, credential] as const] : [];
    }),
  );
}

function findCredential(
  scheme: SecuritySchemeObject,
  authorization: string,
  fields: ReadonlyMap<string, string>,
): string | undefined {
  if (scheme.type === 'apiKey') return scheme.in === 'header' ? fields.get(scheme.name.toLowerCase()) : undefined;
  const takesTokens = scheme.type === 'oauth2' || scheme.type === 'openIdConnect';
  const kind = scheme.type === 'http' ? scheme.scheme.toLowerCase() : takesTokens && 'bearer';
  const [, prefix = '', text = ''] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
  if (prefix.toLowerCase() !== kind) return undefined;
  // RFC 7617, section 2.
  return kind === 'basic' ? Buffer.from(text, 'base64').toString() : kind === 'bearer' ? text : undefined;
}
