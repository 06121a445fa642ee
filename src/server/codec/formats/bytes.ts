// Binary bodies, and all unknown formats.

import { isRecord } from '../../../schema/is-record.ts';
import type { Format } from './format.ts';
import { UploadedFile } from './uploaded-file.ts';

export const bytes: Format = {
  covers: () => true,
  read: (body) => body,
  write() {
    throw new TypeError('it must be bytes (Uint8Array, ArrayBuffer or Blob), a stream or a string');
  },
};

/**
 * Bytes as a text with one character each, as schemas of binary data describe them: then `maxLength` counts bytes
 * (OpenAPI 3.1.1, section 4.8.14.3).
 */
export function textOfBytes(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.length).toString('latin1');
}

/** A value with texts in place of bytes, for validation; unchanged without bytes. */
export function withoutBytes(value: unknown): unknown {
  return hasBytes(value) ? replaced(value) : value;
}

/** Not recursive: JSON of other servers may have 100,000 levels. */
function hasBytes(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    if (one instanceof Uint8Array || one instanceof UploadedFile) return true;
    if (Array.isArray(one)) for (const item of one) left.push(item);
    else for (const name in one) left.push((one as Record<string, unknown>)[name]);
  }
  return false;
}

function replaced(value: unknown): unknown {
  if (value instanceof Uint8Array) return textOfBytes(value);
  if (value instanceof UploadedFile) return textOfBytes(value.bytes);
  if (Array.isArray(value)) {
    const items = value.map(replaced);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, replaced(one), one] as const);
  return entries.some(([, one, before]) => one !== before) ? Object.fromEntries(entries) : value;
}
