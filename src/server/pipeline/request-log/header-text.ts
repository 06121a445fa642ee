// Headers in the request log: as text, bounded in size, without secrets.

import { redactHeader } from '../security/redact-header.ts';
import { REDACTED } from '../security/redacted.ts';
import { isSecretHeader } from '../security/secret-name.ts';
import type { WireHeaders } from '../wire.ts';

/** The longest value, and the longest text of all headers of a message, in characters. */
const [MAX_VALUE, MAX_LENGTH] = [1000, 8 * 1024];
/** Ends a value that is cut, and a list of headers. */
const ELLIPSIS = '…';

/** The overhead of a header in memory, in bytes, approximately. */
const OVERHEAD = 40;

const NO_NAMES: ReadonlySet<string> = new Set();

/** The size of headers in memory, in bytes, approximately. */
export function estimateHeaderSize(headers: WireHeaders): number {
  let size = 0;
  for (const name in headers) size += OVERHEAD + name.length + (headers[name]?.length ?? 0);
  return size;
}

/**
 * One line for each header. Values of headers with the name of a secret are masked.
 *
 * @param keyNames - names of headers that hold API keys, in lower case
 */
export function writeHeaders(headers: WireHeaders | undefined, keyNames = NO_NAMES): string {
  let text = '';
  for (const name of headers ? Object.keys(headers) : []) {
    const value = headers?.[name];
    if (value === undefined) continue;
    const isSecret = value !== '' && (keyNames.has(name) || isSecretHeader(name));
    const shown = isSecret ? REDACTED : value.length > MAX_VALUE ? value.slice(0, MAX_VALUE) + ELLIPSIS : value;
    if (text.length + name.length + shown.length > MAX_LENGTH) return `${text}${ELLIPSIS}: ${ELLIPSIS}\n`;
    text += `${name}: ${shown}\n`;
  }
  return text;
}

/** The headers in such a text; undefined for an empty text. */
export function readHeaders(text: string): Readonly<Record<string, string>> | undefined {
  if (text === '') return undefined;
  const pairs = text.split('\n').flatMap((line) => {
    const colon = line.indexOf(': ', 1);
    return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 2)] as const];
  });
  return Object.fromEntries(pairs);
}

/** Such a text without the secrets inside of values, such as tokens in addresses. */
export function redactHeaders(text: string): string {
  return text.replace(
    /^([^\n]+?): (.*)$/gm,
    (_, name: string, value: string) => `${name}: ${redactHeader(name, value, NO_NAMES)}`,
  );
}
