// Reads recorded exchanges, as HAR 1.2 or one entry per line, defensively.
// http://www.softwareishard.com/blog/har-12-spec/

import { isRecord } from '../../schema/is-record.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { ReceivedResponse } from '../target.ts';
import { HarEntries } from './har-entries.ts';

/** One recorded exchange. Its origin is dropped: it is only sent where the user says. */
export interface HarExchange {
  /** The how manieth entry it is, from 1. */
  readonly number: number;
  /** In upper case. */
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, text: string])[];
  readonly body: Uint8Array | undefined;
  readonly response: ReceivedResponse;
}

export interface RecordedExchanges {
  readonly exchanges: readonly HarExchange[];
  /** Omitted parts with the reason, a sentence each. */
  readonly notices: readonly string[];
}

/** How many entries are read, header fields of each, and bytes of a body. */
const MOST_ENTRIES = 100_000;
const MOST_HEADERS = 200;
const LONGEST_BODY = 16 * 1024 * 1024;
/** Maximum number of omitted entries that are named. */
const MAX_NAMED = 5;

/** @param name - the file name, for messages @throws UsageError if it is no recording */
export function readHar(text: string, name: string): RecordedExchanges {
  const reader = new HarReader(name);
  reader.push(Buffer.from(text));
  return reader.end();
}

/** Reads a recording piece by piece: only its exchanges are in memory as a whole. */
export class HarReader {
  readonly #name: string;
  readonly #entries = new HarEntries((entry) => this.#add(entry));
  readonly #exchanges: HarExchange[] = [];
  readonly #wrong: string[] = [];
  #count = 0;

  /** @param name - the file name, for messages */
  constructor(name: string) {
    this.#name = name;
  }

  push(piece: Uint8Array): void {
    this.#entries.push(piece);
  }

  /** @throws UsageError if it was no recording */
  end(): RecordedExchanges {
    if (!this.#entries.end())
      throw new UsageError(
        `${this.#name} is not a recording: expected an HTTP Archive (HAR) with log.entries, or one entry per line.`,
      );
    const more = this.#wrong.length - MAX_NAMED;
    const named = [...this.#wrong.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])];
    return {
      exchanges: this.#exchanges,
      notices: [
        ...(named.length > 0 ? [`Skipped in ${this.#name}: ${named.join('; ')}.`] : []),
        ...(this.#count > MOST_ENTRIES ? [`Only the first ${MOST_ENTRIES} entries of ${this.#name} were read.`] : []),
      ],
    };
  }

  #add(entry: Uint8Array | undefined): void {
    this.#count += 1;
    if (this.#count > MOST_ENTRIES) return;
    const read = entry ? exchangeIn(jsonIn(entry), this.#count) : failure('is too long');
    if (read.ok) this.#exchanges.push(read.value);
    else this.#wrong.push(`entry ${this.#count} ${read.reason}`);
  }
}

function exchangeIn(entry: unknown, number: number): Result<HarExchange> {
  if (!isRecord(entry) || !isRecord(entry.request) || !isRecord(entry.response))
    return failure('has no request, or no response');
  const { request, response } = entry;
  const { method, url } = request;
  if (typeof method !== 'string' || !/^[!#$%&'*+.^_`|~\w-]{1,40}$/.test(method)) return failure('has no method');
  const target = typeof url === 'string' ? targetIn(url) : undefined;
  if (target === undefined) return failure('has no URL with a path');
  const { status } = response;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599)
    return failure(status === 0 ? 'got no response' : 'has no status');
  const [sent, answered] = [bodyIn(request.postData), bodyIn(response.content)];
  if (!sent.ok) return sent;
  if (!answered.ok) return answered;
  const body = sent.value;
  const headers = fieldsIn(request.headers);
  const type = typeIn(request.postData);
  const fields = Object.fromEntries(fieldsIn(response.headers).map(([key, text]) => [key.toLowerCase(), text]));
  const responseType = fields['content-type'] ?? typeIn(response.content);
  return success({
    number,
    method: method.toUpperCase(),
    target,
    headers: body && type && !hasType(headers) ? [...headers, ['Content-Type', type]] : headers,
    body,
    response: {
      status,
      headers: { ...fields, ...(responseType !== undefined && { 'content-type': responseType }) },
      body: answered.value ?? new Uint8Array(),
    },
  });
}

function hasType(headers: HarExchange['headers']): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'content-type');
}

/** The path and the query of an address, wherever it leads. */
function targetIn(url: string): string | undefined {
  const target = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const rooted = target.startsWith('/') ? target : `/${target}`;
  return rooted.length > 65_536 || (!target.startsWith('/') && url === target) ? undefined : rooted;
}

function fieldsIn(headers: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(headers)) return [];
  return headers.slice(0, MOST_HEADERS).flatMap((one): (readonly [string, string])[] => {
    const { name, value } = isRecord(one) ? one : ({} as Readonly<Record<string, unknown>>);
    // HTTP/2 pseudo-headers repeat the method and the URL.
    const isField = typeof name === 'string' && /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && typeof value === 'string';
    return isField && /^[\x20-\x7e]*$/.test(value) ? [[name, value]] : [];
  });
}

function typeIn(content: unknown): string | undefined {
  const type = isRecord(content) ? content.mimeType : undefined;
  return typeof type === 'string' && /^[\x21-\x7e][\x20-\x7e]*$/.test(type) ? type : undefined;
}

/** The body of a message; undefined without one. */
function bodyIn(content: unknown): Result<Uint8Array | undefined> {
  if (!isRecord(content)) return success(undefined);
  const { text, encoding, params } = content;
  if (typeof text === 'string' && text.length > 1.5 * LONGEST_BODY)
    return failure(`has a body that is longer than ${LONGEST_BODY} bytes`);
  if (typeof text === 'string' && text !== '')
    return success(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'));
  if (text === undefined && Array.isArray(params) && params.length > 0) {
    const form = new URLSearchParams();
    for (const one of params)
      if (isRecord(one) && typeof one.name === 'string') form.append(one.name, String(one.value ?? ''));
    return success(Buffer.from(form.toString()));
  }
  return success(undefined);
}
