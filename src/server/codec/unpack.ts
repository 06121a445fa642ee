// Bodies that came packed (RFC 9110, section 8.4), unpacked to a limit.

import { promisify } from 'node:util';
import { once } from '../../schema/once.ts';
import { ApiError } from '../pipeline/errors/failure.ts';
import { bodyTooLong } from '../pipeline/errors/refusal.ts';

type Unpack = (bytes: Uint8Array, limits: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

/** Loaded for the first body that comes packed: hardly any does, and each start would wait for it. */
const zlib = once(async () => {
  const { brotliDecompress, gunzip, inflate, inflateRaw } = await import('node:zlib');
  return {
    gzip: promisify(gunzip),
    brotli: promisify(brotliDecompress),
    headed: promisify(inflate),
    headless: promisify(inflateRaw),
  };
});

const gzip: Unpack = async (bytes, limits) => (await zlib()).gzip(bytes, limits);
const CODINGS: Readonly<Record<string, Unpack>> = {
  gzip,
  'x-gzip': gzip,
  br: async (bytes, limits) => (await zlib()).brotli(bytes, limits),
  // By the standard it has a head, but some clients send it without one (RFC 9110, section 8.4.1.2).
  deflate: async (bytes, limits) => (await zlib())[hasZlibHead(bytes) ? 'headed' : 'headless'](bytes, limits),
};

/** The content codings that are read, as they are told. */
export const READ_CODINGS: readonly string[] = ['gzip', 'br', 'deflate'];

/** Whoever packs what is packed already does it once. */
const MOST_CODINGS = 3;

/** The names in a `Content-Encoding` field, in the order in which they were applied, without those that do nothing. */
function codingsIn(field: string): string[] {
  const names = field.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

/**
 * The refusal of a `Content-Encoding` that is not read (415); undefined when it is read.
 *
 * @param read - the codings that are. Default: all that are known
 */
export function refuseCodings(field: string | undefined, read = READ_CODINGS): ApiError | undefined {
  const codings = field === undefined ? [] : codingsIn(field);
  const unknown = codings.find((name) => read.length === 0 || !Object.hasOwn(CODINGS, name));
  if (unknown === undefined && codings.length <= MOST_CODINGS) return undefined;
  const came =
    unknown === undefined
      ? `the body has ${codings.length} content encodings`
      : `content encoding ${unknown} is not supported`;
  const list = read.length === 0 ? 'send it without encoding' : `supported: ${read.join(', ')}`;
  const message = `Unsupported Media Type: ${came}; ${list}`;
  return new ApiError('invalid_argument', message, {
    status: 415,
    headers: { 'accept-encoding': read.length === 0 ? 'identity' : read.join(', ') },
  });
}

/**
 * What was packed. No step of it is ever longer than the limit.
 *
 * @param field - the `Content-Encoding` field, of which `refuseCodings` knows all names
 * @param limit - longest body that is read, in bytes
 * @throws ApiError `resource_exhausted` (413) when it would be longer than that
 * @throws ApiError `invalid_argument` when it is not packed in that way
 */
export async function unpack(body: Uint8Array, field: string, limit: number): Promise<Uint8Array> {
  let bytes = body;
  // What was applied last comes off first.
  for (const coding of codingsIn(field).reverse()) {
    try {
      bytes = (await CODINGS[coding]?.(bytes, { maxOutputLength: limit })) ?? bytes;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw bodyTooLong(limit, ' after decompression');
      throw new ApiError('invalid_argument', `the body is not valid ${coding}: ${(error as Error).message}`);
    }
  }
  return bytes;
}

/** The two bytes of a zlib head are a multiple of 31, and the first one says "deflate" (RFC 1950, section 2.2). */
function hasZlibHead([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
