// Headers as text in a form, one per line.

/** Replaces secrets in recorded requests. */
export const REDACTED = '[redacted]';

export type Headers = Readonly<Record<string, string>>;

/** Headers that browsers set themselves, or that belong to one connection or one body. */
const NOT_SENT =
  /^(?:host|origin|referer|user-agent|connection|keep-alive|transfer-encoding|te|trailer|upgrade|via|date|dnt|expect|cookie|content-length|accept-encoding|accept-charset|(?:sec|proxy|access-control)-.*|x-understudy-sandbox|priority|pragma|cache-control|if-.*|authorization|…)$/;

/** Headers of a request that a page can send again. */
export function resendable(headers: Headers = {}): Headers {
  const sent = Object.entries(without(headers, NOT_SENT));
  return Object.fromEntries(sent.filter(([name, value]) => !(name.startsWith('accept') && /^[*/]+$/.test(value))));
}

/** Headers that the server adds to each response. */
const ADDED =
  /^(?:date|etag|vary|content-type|content-length|content-encoding|connection|keep-alive|transfer-encoding|trailer|upgrade|set-cookie|allow|cross-origin-.*|access-control-.*|x-understudy-.*|…)$/;

/** Headers of a response that a fault can set. */
export function pinnable(headers: Headers = {}): Headers {
  return without(headers, ADDED);
}

export function linesOf(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** @throws Error naming the first line that is not a header */
export function headersIn(text: string): Headers {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`Not a header: ${line}. Write name: value.`);
      return [name.toLowerCase(), value];
    }),
  );
}

function without(headers: Headers, names: RegExp): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.test(name)));
}
