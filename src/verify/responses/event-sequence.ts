// Sequences in response bodies, which may be endless: events and JSON lines.

import { isEventStream, isSequence, type MediaRange } from '../../openapi/media-type.ts';

/** Types of other bodies that may be endless, such as logs, files and pictures of a camera. */
const MAY_BE_ENDLESS =
  /^(audio|video)\/|^multipart\/(x-mixed-replace|mixed)$|^application\/octet-stream$|^text\/plain$/;

/** Whether the start of a body says something without its end. */
export function mayBeEndless(media: MediaRange): boolean {
  return isSequence(media) || MAY_BE_ENDLESS.test(`${media.type}/${media.subtype}`);
}

const RECORD_SEPARATOR = 0x1e;

/** The start of a sequence, or of a multipart body, without its last part, if that is incomplete. */
export function getCompletePart(body: Uint8Array, media: MediaRange): Uint8Array {
  if (media.type === 'multipart') return getCompleteParts(body, media.parameters.get('boundary') ?? '');
  if (!isEventStream(media)) {
    const isRecords = body.includes(RECORD_SEPARATOR);
    return body.subarray(0, isRecords ? body.lastIndexOf(RECORD_SEPARATOR) : body.lastIndexOf(0x0a) + 1);
  }
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const ends = ['\n\n', '\r\n\r\n', '\r\r'].map((end) => {
    const at = text.lastIndexOf(end);
    return at === -1 ? 0 : at + end.length;
  });
  return body.subarray(0, Math.max(...ends));
}

/** The parts before the last delimiter, with one that ends the body (RFC 2046, section 5.1.1); empty without a part. */
function getCompleteParts(body: Uint8Array, boundary: string): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const end = bytes.lastIndexOf(`\r\n--${boundary}`);
  return end <= 0
    ? bytes.subarray(0, 0)
    : Buffer.concat([bytes.subarray(0, end), Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
