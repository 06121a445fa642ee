// Bodies that came packed, as they are looked at; they pass as they came.

import { refuseCodings, unpack } from '../../server/codec/unpack.ts';
import { fieldIn, type RawFields } from './fields.ts';

/** A body as its `Content-Encoding` has it: at once where it has none. Undefined when nobody here can read it, or it is too long. @param limit - in bytes */
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
