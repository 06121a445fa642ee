// Decodes bytes by the charset of a media type.

import type { MediaRange } from '../../../openapi/media-type.ts';
import { bodyError } from '../body-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a body; UTF-8 by default.
 *
 * @throws ApiError if it is invalid in that charset, or the charset is unknown
 */
export function decodeText(bytes: Uint8Array, { parameters }: Pick<MediaRange, 'parameters'>): string {
  const charset = parameters.get('charset') ?? 'utf-8';
  try {
    return decoderOf(charset).decode(bytes);
  } catch {
    throw bodyError(`the body is not valid ${charset === 'utf-8' ? 'UTF-8' : charset}`);
  }
}

/** Whether texts in a charset can be read (https://encoding.spec.whatwg.org/#names-and-labels). */
export function isKnownCharset(charset: string): boolean {
  try {
    decoderOf(charset);
    return true;
  } catch {
    return false;
  }
}

function decoderOf(charset: string) {
  return /^utf-?8$/i.test(charset) ? utf8 : new TextDecoder(charset, { fatal: true });
}
