// Decodes compressed bodies for inspection; they are forwarded unchanged.

import { decompress, rejectCodings } from '../../server/codec/decompress.ts';
import { headerIn, type RawHeaders } from './forwarded-headers.ts';

/**
 * A body decoded by its `Content-Encoding`; without one it returns at once. Undefined for unknown codings and too long
 * bodies.
 *
 * @param limit - in bytes
 */
export function decodeBody(
  fields: RawHeaders,
  body: Uint8Array,
  limit: number,
): Uint8Array | undefined | Promise<Uint8Array | undefined> {
  const coding = headerIn(fields, 'content-encoding');
  if (coding === undefined || body.length === 0) return body;
  if (rejectCodings(coding)) return undefined;
  return decompress(body, coding, limit).catch(() => undefined);
}
