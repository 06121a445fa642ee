// Bodies that are bytes and nothing else: images, archives, and all that nobody here knows better.

import type { Format } from './format.ts';

export const bytes: Format = {
  covers: () => true,
  read: (body) => body,
  write: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
};

/** Bytes as a text with one character for each, as a schema of bytes means them: then `maxLength` counts bytes (OpenAPI 3.1.1, section 4.8.14.3). */
export function checkable(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.length).toString('latin1');
}
