// Merges the headers of a request with the common ones.

import type { SerializedRequest } from './serialize-request.ts';

/**
 * Headers of the request take precedence. Common headers for omitted parameters are removed.
 *
 * @param commonHeaders - headers of every request, by name in any case
 */
export function mergeHeaders(
  request: SerializedRequest,
  commonHeaders: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  const own = new Map(request.headers.map(([name, text]) => [name.toLowerCase(), text]));
  const without = new Set(request.omittedHeaders);
  const common = Object.entries(commonHeaders).filter(([name]) => !without.has(name.toLowerCase()));
  const cookies = common.find(([name]) => name.toLowerCase() === 'cookie')?.[1];
  const joined = cookies === undefined ? undefined : mergeCookies(request, cookies, own.get('cookie'));
  const others = common.filter(([name]) => name.toLowerCase() !== 'cookie' && !own.has(name.toLowerCase()));
  if (joined === undefined) return [...others, ...request.headers];
  const rest = request.headers.filter(([name]) => name.toLowerCase() !== 'cookie');
  return [...others, ...rest, ...(joined === '' ? [] : [['cookie', joined] as const])];
}

/** Merges cookies, without common ones that the request sets or omits. */
function mergeCookies({ omittedCookies = [] }: SerializedRequest, common: string, own: string | undefined): string {
  const nameOf = (pair: string) => pair.split('=', 1)[0]?.trim() ?? '';
  const pairsOf = (text: string) => text.split(';').flatMap((pair) => pair.trim() || []);
  const ownCookies = own === undefined ? [] : pairsOf(own);
  const names = new Set([...omittedCookies, ...ownCookies.map(nameOf)]);
  return [...pairsOf(common).filter((pair) => !names.has(nameOf(pair))), ...ownCookies].join('; ');
}
