// Decompresses responses (RFC 9110, section 8.4).

import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import type { ReceivedResponse } from './receive-response.ts';

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
