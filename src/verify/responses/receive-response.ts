// Receives a response, all of it or the start of a stream, and decompresses it.

import type * as Http from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { cachedMediaType, isSequence, type MediaRange } from '../../openapi/media-type.ts';
import { getCompletePart, mayBeEndless } from './event-sequence.ts';

/** A response, decompressed. */
export interface ReceivedResponse {
  readonly status: number;
  /** By lower-case names; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Whether the body is only the start of a stream, or of another body without a length. Default false. */
  readonly isStart?: boolean;
}

/** How long the first event of a stream is awaited, in milliseconds: in one response, and in all of one path. */
const MAX_WAIT = 3000;
const MAX_TOTAL_WAIT = 10_000;
/** How long a stream is read once that is used up, in milliseconds. */
const MIN_WAIT = 100;
/** How long a stream is read after its first event, and after any event, in milliseconds. */
const MAX_READ = 1000;
const MAX_QUIET = 250;
/** Maximum size of the start of a sequence, in bytes. */
const MAX_START = 256 * 1024;

/** The reason of an incomplete response. */
export interface IncompleteResponse extends Error {
  /** The received part: a clause. */
  readonly received?: string;
}

/**
 * Creates a function that receives responses.
 *
 * @param limit - maximum size, in bytes
 * @param readsStreams - of a stream, reads the first events and closes the connection, or all until the limits
 */
export function createReceiver(
  limit: number,
  readsStreams: 'start' | 'whole' = 'start',
): (response: Http.IncomingMessage, request: Http.RequestOptions) => Promise<ReceivedResponse> {
  const remaining = new Map<string, number>();
  return (response, { path: target, signal }) => {
    const path = (target ?? '').replace(/\?.*$/s, '');
    const media = cachedMediaType(response.headers['content-type'] ?? '');
    const hasEnd = response.headers['content-length'] !== undefined;
    const endless = !hasEnd && media && mayBeEndless(media) ? media : undefined;
    const left = remaining.get(path) ?? MAX_TOTAL_WAIT;
    const wait = Math.max(MIN_WAIT, Math.min(MAX_WAIT, left));
    const began = performance.now();
    return receive(response, { limit, endless, isWhole: readsStreams === 'whole', wait, signal }).finally(() => {
      if (endless) remaining.set(path, left - (performance.now() - began));
    });
  };
}

interface ReceiverSettings {
  readonly limit: number;
  /** The media type of a body that may be endless. Undefined if it ends. */
  readonly endless: MediaRange | undefined;
  /** Whether it is read until its end, or the limits. */
  readonly isWhole: boolean;
  /** For the first event, in milliseconds. */
  readonly wait: number;
  /** Aborted by the timeout. */
  readonly signal: AbortSignal | undefined;
}

function receive(
  response: Http.IncomingMessage,
  { limit, endless, isWhole, wait, signal }: ReceiverSettings,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    // One growing buffer: many small chunks would keep their read buffers alive.
    let bytes = Buffer.alloc(0);
    let size = 0;
    const timers: NodeJS.Timeout[] = [];
    let quiet: NodeJS.Timeout | undefined;
    let hasEvent = false;
    const sequence = endless && !isWhole && isSequence(endless) ? endless : undefined;
    const status = response.statusCode ?? 0;
    const finish = (isStart: boolean) => {
      const body = bytes.subarray(0, size);
      resolve({ status, headers: joinHeaders(response), body, ...(isStart && { isStart }) });
    };
    const close = () => {
      finish(true);
      response.destroy();
    };
    if (sequence) timers.push(setTimeout(close, wait));
    response.on('data', (part: Buffer) => {
      if (size + part.length > limit && endless && isWhole) return close();
      if (size + part.length > limit)
        return void response.destroy(new Error(`the response has more than ${limit} bytes`));
      if (size + part.length > bytes.length) {
        const wider = Buffer.allocUnsafe(Math.min(limit, Math.max(2 * bytes.length, size + part.length)));
        bytes.copy(wider, 0, 0, size);
        bytes = wider;
      }
      part.copy(bytes, size);
      size += part.length;
      if (!sequence) return;
      if (size > MAX_START) return close();
      if (!hasEvent && getCompletePart(bytes.subarray(0, size), sequence).length > 0) {
        hasEvent = true;
        for (const timer of timers.splice(0)) clearTimeout(timer);
        timers.push(setTimeout(close, MAX_READ));
      }
      if (hasEvent) {
        clearTimeout(quiet);
        quiet = setTimeout(close, MAX_QUIET);
      }
    });
    const fail = (error: Error) => {
      if (!signal?.aborted) return reject(error);
      if (endless) return finish(true);
      reject(Object.assign(error, { received: `status ${status} and ${size} bytes of the body` }));
    };
    response.on('error', fail);
    // Without a length, the end of the connection is that of the body.
    response.on('end', () => (signal?.aborted ? fail(new Error('aborted')) : finish(false)));
    response.on('close', () => {
      for (const timer of timers) clearTimeout(timer);
      clearTimeout(quiet);
    });
  });
}

function joinHeaders({ headersDistinct }: Http.IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, texts = []]) => [name, texts.join(', ')]));
}

type Unpack = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify(unzip),
  'x-gzip': promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
};

/** Maximum number of nested codings. */
const MAX_CODINGS = 3;

/** @param limit - maximum size, in bytes @throws Error with the reason */
export async function decompressResponse(
  { headers, body, isStart }: Pick<ReceivedResponse, 'headers' | 'body' | 'isStart'>,
  limit: number,
): Promise<Uint8Array> {
  const named = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  const codings = named.map((one) => one.trim()).filter((one) => one !== '' && one !== 'identity');
  if (codings.length > MAX_CODINGS) throw new Error(`the response is compressed ${codings.length} times`);
  if (body.length === 0) return body;
  // The start of a compressed stream cannot be decompressed.
  if (isStart && codings.length > 0) return new Uint8Array();
  let bytes = body;
  for (const coding of codings.toReversed()) {
    const unpack = Object.hasOwn(UNPACK, coding) ? UNPACK[coding] : undefined;
    if (!unpack) throw new Error(`the response is encoded as ${JSON.stringify(coding)}, which was not requested`);
    bytes = await unpack(bytes, { maxOutputLength: limit }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_BUFFER_TOO_LARGE')
        throw new Error(`the response has more than ${limit} bytes after decompression`);
      throw new Error(`the response cannot be decoded as ${coding}: ${error.message}`);
    });
  }
  return bytes;
}
