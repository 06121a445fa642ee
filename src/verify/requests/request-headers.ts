// Headers of requests: merged with the common ones, and those of the connection.

/** The headers of a request, beside the common ones. */
export interface RequestHeaders {
  readonly headers: readonly (readonly [name: string, text: string])[];
  /** Common headers that this request omits, in lower case. Default: none. */
  readonly omittedHeaders?: readonly string[];
  /** Common cookies that this request omits. Default: none. */
  readonly omittedCookies?: readonly string[];
}

/**
 * Headers of the request take precedence. Common headers for omitted parameters are removed.
 *
 * @param commonHeaders - headers of every request, by name in any case
 */
export function mergeHeaders(
  request: RequestHeaders,
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
function mergeCookies({ omittedCookies = [] }: RequestHeaders, common: string, own: string | undefined): string {
  const nameOf = (pair: string) => pair.split('=', 1)[0]?.trim() ?? '';
  const pairsOf = (text: string) => text.split(';').flatMap((pair) => pair.trim() || []);
  const ownCookies = own === undefined ? [] : pairsOf(own);
  const names = new Set([...omittedCookies, ...ownCookies.map(nameOf)]);
  return [...pairsOf(common).filter((pair) => !names.has(nameOf(pair))), ...ownCookies].join('; ');
}

/** RFC 9110, sections 7.6.1, 8.4 and 8.6; RFC 9112, section 6. Bodies are not compressed. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a parameter is a header of the connection or the form of the body, which is never varied. */
export function isConnectionHeader({ in: location, name }: { readonly in: string; readonly name: string }): boolean {
  return location === 'header' && CONNECTION_HEADERS.has(name.toLowerCase());
}
