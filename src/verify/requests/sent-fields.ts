// Merges the headers of a request with the common ones.

import type { Call } from './call.ts';

/**
 * Headers of the request take precedence. Common headers for omitted parameters are removed.
 *
 * @param always - headers of every request, by name in any case
 */
export function sentFields(
  call: Call,
  always: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  const own = new Map(call.headers.map(([name, text]) => [name.toLowerCase(), text]));
  const without = new Set(call.without);
  const usual = Object.entries(always).filter(([name]) => !without.has(name.toLowerCase()));
  const cookies = usual.find(([name]) => name.toLowerCase() === 'cookie')?.[1];
  const joined = cookies === undefined ? undefined : cookieFor(call, cookies, own.get('cookie'));
  const others = usual.filter(([name]) => name.toLowerCase() !== 'cookie' && !own.has(name.toLowerCase()));
  if (joined === undefined) return [...others, ...call.headers];
  const rest = call.headers.filter(([name]) => name.toLowerCase() !== 'cookie');
  return [...others, ...rest, ...(joined === '' ? [] : [['cookie', joined] as const])];
}

/** Merges cookies, without common ones that the request sets or omits. */
function cookieFor({ withoutCookies = [] }: Call, usual: string, own: string | undefined): string {
  const nameOf = (pair: string) => pair.split('=', 1)[0]?.trim() ?? '';
  const pairsOf = (text: string) => text.split(';').flatMap((pair) => pair.trim() || []);
  const said = own === undefined ? [] : pairsOf(own);
  const names = new Set([...withoutCookies, ...said.map(nameOf)]);
  return [...pairsOf(usual).filter((pair) => !names.has(nameOf(pair))), ...said].join('; ');
}
