// Texts of a recorded exchange, as bytes in one buffer that is reused. As strings they would be garbage-collected
// late, and take many times the memory of a log.

import { createRequire } from 'node:module';
import type * as Zlib from 'node:zlib';
import { once } from '../../../schema/once.ts';
import { redactHeader } from '../security/redact-header.ts';
import { REDACTED } from '../security/redacted.ts';
import { isSecretHeader } from '../security/secret-name.ts';
import type { WholeBody, WireHeaders } from '../wire.ts';

/** Allocation unit in bytes, so that the next exchange often fits. */
const CHUNK = 256;
/** It is given back when the next exchange needs no more than this part of it. */
const SHRINK_FACTOR = 4;

const NOTHING = Buffer.alloc(0);

/** The texts of an exchange, in their order. */
export type ExchangeTexts<T> = readonly [
  target: T,
  requestBody: T,
  responseBody: T,
  requestHeaders: T,
  responseHeaders: T,
];

export class EntryTexts {
  #bytes: Buffer = NOTHING;
  /** Where each text ends. */
  readonly #ends = [0, 0, 0, 0, 0];

  /** The allocated memory, in bytes. */
  get length(): number {
    return this.#bytes.length;
  }

  /** Replaces the texts. */
  write(texts: ExchangeTexts<WholeBody>): void {
    let end = 0;
    for (let at = 0; at < texts.length; at += 1) {
      end += Buffer.byteLength(texts[at] ?? '');
      this.#ends[at] = end;
    }
    this.#reserve(end);
    for (let at = 0; at < texts.length; at += 1) write(this.#bytes, texts[at] ?? '', this.#start(at));
  }

  /** Clears the texts, and frees the memory. */
  clear(): void {
    this.#bytes = NOTHING;
    this.#ends.fill(0);
  }

  get target(): string {
    return this.#text(0);
  }

  get all(): ExchangeTexts<string> {
    return [this.#text(0), this.#text(1), this.#text(2), this.#text(3), this.#text(4)];
  }

  #reserve(length: number): void {
    const available = this.#bytes.length;
    if (length <= available && available <= CHUNK + SHRINK_FACTOR * length) return;
    this.#bytes = length === 0 ? NOTHING : Buffer.allocUnsafeSlow(Math.ceil(length / CHUNK) * CHUNK);
  }

  #start(at: number): number {
    return at === 0 ? 0 : (this.#ends[at - 1] ?? 0);
  }

  #text(at: number): string {
    return new TextDecoder().decode(this.#bytes.subarray(this.#start(at), this.#ends[at]));
  }
}

function write(bytes: Buffer, body: WholeBody, at: number): void {
  if (typeof body === 'string') bytes.write(body, at);
  else bytes.set(body, at);
}

/** Loaded with the first compressed body. */
const zlib = once((): typeof Zlib => createRequire(import.meta.url)('node:zlib'));

type Unpack = (bytes: Uint8Array, limits: Zlib.ZlibOptions) => Uint8Array;

const CODINGS: Readonly<Record<string, Unpack>> = {
  gzip: (bytes, limits) => zlib().gunzipSync(bytes, limits),
  br: (bytes, limits) => zlib().brotliDecompressSync(bytes, limits),
  deflate: (bytes, limits) => zlib().inflateSync(bytes, limits),
};

/**
 * A body without content coding, in UTF-8. Unchanged if it cannot be decoded.
 *
 * @param limit - maximum size of the decompressed body, in bytes
 */
export function readableBody(body: WholeBody, headers: WireHeaders, limit: number): WholeBody {
  const { 'content-encoding': coding, 'content-type': type = '' } = headers;
  if (typeof body === 'string' || body.length === 0) return body;
  const [, charset] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(type) ?? [];
  const isUtf8 = charset === undefined || /^utf-?8$/i.test(charset);
  if (coding === undefined && isUtf8) return body;
  try {
    const bytes =
      coding === undefined ? body : CODINGS[coding.trim().toLowerCase()]?.(body, { maxOutputLength: limit });
    return bytes === undefined || isUtf8 ? (bytes ?? body) : new TextDecoder(charset).decode(bytes);
  } catch {
    return body;
  }
}

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
