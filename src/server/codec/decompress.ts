// Decompresses bodies (RFC 9110, section 8.4), up to a limit.

import { promisify } from 'node:util';
import { once } from '../../schema/once.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { bodyTooLong } from '../pipeline/errors/describe-error.ts';

type Unpack = (bytes: Uint8Array, limits: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

/** Loaded with the first compressed body: most servers never receive one. */
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

/** The supported content codings, for messages. */
export const SUPPORTED_CODINGS: readonly string[] = ['gzip', 'br', 'deflate'];

/** Maximum number of codings: repeated compression is useless. */
const MOST_CODINGS = 3;

/** The codings of a `Content-Encoding` header, in order of application, without `identity`. */
function codingsIn(field: string): string[] {
  const names = field.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

/**
 * The rejection of a `Content-Encoding` (415); undefined if it is supported.
 *
 * @param read - the supported codings. Default: all
 */
export function rejectCodings(field: string | undefined, read = SUPPORTED_CODINGS): ApiError | undefined {
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
 * The decompressed body. No intermediate result exceeds the limit.
 *
 * @param field - the `Content-Encoding` header, checked by `refuseCodings`
 * @param limit - maximum size of the result, in bytes
 * @throws ApiError `resource_exhausted` (413) above it
 * @throws ApiError `invalid_argument` for invalid data
 */
export async function decompress(body: Uint8Array, field: string, limit: number): Promise<Uint8Array> {
  let bytes = body;
  // In reverse order of application.
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

/** A zlib header is a multiple of 31, and its first byte means "deflate" (RFC 1950, section 2.2). */
function hasZlibHead([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
