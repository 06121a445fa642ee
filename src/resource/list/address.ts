// The address of a request, as far as its parts tell it: of a list, that of other pages is made of it.

import type { Operation, RequestParts } from '../../openapi/document.ts';

/**
 * @param host - as the sender named it; without it the address begins with its path
 * @param base - the path before all paths of the document
 */
export function addressOf(
  { path }: Pick<Operation, 'path'>,
  parts: Pick<RequestParts, 'path' | 'query'>,
  {
    host,
    scheme = 'http',
    base,
  }: { readonly host?: string | undefined; readonly scheme?: string | undefined; readonly base: string },
): string {
  const filled = path.replace(/\{([^{}]+)\}/g, (template, name: string) => {
    const value = Object.hasOwn(parts.path, name) ? parts.path[name] : undefined;
    return value === undefined ? template : encodeURIComponent(String(value).toWellFormed());
  });
  const query = new URLSearchParams(
    Object.entries(parts.query).flatMap(([name, value]) => pairsOf(name, value)),
  ).toString();
  const origin = host === undefined ? '' : `${scheme}://${host}`;
  return `${origin}${base}${filled}${query === '' ? '' : `?${query}`}`;
}

/** Lists are repeated, members of objects stand in brackets. */
function pairsOf(name: string, value: unknown): [name: string, value: string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(name, one));
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${key}]`, one));
  return [[name, String(value)]];
}
