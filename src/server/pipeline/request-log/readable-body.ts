// Decompresses and decodes a body, so that its record is text.

import { createRequire } from 'node:module';
import type * as Zlib from 'node:zlib';
import { once } from '../../../schema/once.ts';
import type { WholeBody, WireHeaders } from '../wire.ts';

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
