// Decodes compressed bodies for inspection; they are forwarded unchanged.

import { refuseCodings, unpack } from '../../server/codec/unpack.ts';
import { fieldIn, type RawFields } from './fields.ts';

/**
 * A body decoded by its `Content-Encoding`; without one it returns at once. Undefined for unknown codings and too long
 * bodies.
 *
 * @param limit - in bytes
 */
export function unpacked(
  fields: RawFields,
  body: Uint8Array,
  limit: number,
): Uint8Array | undefined | Promise<Uint8Array | undefined> {
  const coding = fieldIn(fields, 'content-encoding');
  if (coding === undefined || body.length === 0) return body;
  if (refuseCodings(coding)) return undefined;
  return unpack(body, coding, limit).catch(() => undefined);
}
