// The parts of a multipart body as bytes. The only door to busboy.

import { Busboy, Dicer } from '@fastify/busboy';
import { bodyError } from '../body-error.ts';

/** One part, as it was sent. */
export interface FormPart {
  readonly name: string;
  /** Undefined when it has none: then it is no file. */
  readonly fileName: string | undefined;
  /** `text/plain` by default. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** How many parts a body may have. */
export const MOST_PARTS = 1000;
/** Of one part. The header is counted in bytes. */
const HEADER = { headerPairs: 20, headerSize: 8 * 1024 };
/** Longest boundary (RFC 2046, section 5.1.1). */
const LONGEST_BOUNDARY = 70;

/** The parts of a body, in order. @throws ApiError if it cannot be parsed, or has too many parts */
export async function partsIn(body: Uint8Array, given: string | undefined): Promise<readonly FormPart[]> {
  const boundary = requireBoundary(body, given);
  return new Promise((resolve, reject) => {
    const parts: FormPart[] = [];
    const refuse = (error: unknown) =>
      reject(bodyError(`the body is not valid multipart/form-data: ${(error as Error).message}`));
    // Every part as bytes: the schema decides which are files.
    const busboy = new Busboy({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      limits: HEADER,
      isPartAFile: () => true,
    });
    busboy.on('file', (name: string | undefined, stream, fileName: string | undefined, encoding, mimeType) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => void pieces.push(piece));
      stream.on('error', refuse);
      stream.on('end', () => {
        const [first] = pieces;
        const sent = pieces.length === 1 && first ? first : Buffer.concat(pieces);
        const bytes = encoding === 'base64' ? Buffer.from(sent.toString('latin1'), 'base64') : sent;
        if (name === undefined) refuse(new Error('a form part has no name'));
        else parts.push({ name, fileName, type: mimeType, bytes });
      });
    });
    busboy.on('error', refuse);
    busboy.on('finish', () => resolve(parts));
    busboy.end(body);
  });
}

/** The parts of a body that need no names, in order. @throws ApiError as `partsIn` */
export async function unnamedPartsIn(
  body: Uint8Array,
  given: string | undefined,
): Promise<readonly Pick<FormPart, 'type' | 'bytes'>[]> {
  const boundary = requireBoundary(body, given);
  return new Promise((resolve, reject) => {
    const parts: Pick<FormPart, 'type' | 'bytes'>[] = [];
    const refuse = (error: unknown) =>
      reject(bodyError(`the body is not valid multipart: ${(error as Error).message}`));
    const dicer = new Dicer({ boundary, maxHeaderPairs: HEADER.headerPairs });
    dicer.on('part', (part) => {
      const pieces: Buffer[] = [];
      let headers: Readonly<Record<string, readonly string[]>> = {};
      part.on('header', (found) => {
        headers = found as typeof headers;
      });
      part.on('data', (piece) => void pieces.push(piece as Buffer));
      part.on('error', refuse);
      part.on('end', () => {
        const [encoding = ''] = headers['content-transfer-encoding'] ?? [];
        const sent = Buffer.concat(pieces);
        const bytes = /^base64$/i.test(encoding.trim()) ? Buffer.from(sent.toString('latin1'), 'base64') : sent;
        parts.push({ type: headers['content-type']?.[0] ?? 'text/plain', bytes });
      });
    });
    dicer.on('error', refuse);
    dicer.on('finish', () => resolve(parts));
    dicer.end(body);
  });
}

/** @throws ApiError without a boundary, and for too many parts */
function requireBoundary(body: Uint8Array, boundary: string | undefined): string {
  if (!boundary) throw bodyError('Content-Type has no boundary; let the HTTP client set this header');
  if (boundary.length > LONGEST_BOUNDARY) {
    throw bodyError(`the multipart boundary is longer than ${LONGEST_BOUNDARY} characters`);
  }
  rejectTooMany(body, boundary);
  return boundary;
}

/** Counted before anything is made of it: a short body may have hundreds of thousands. */
function rejectTooMany(body: Uint8Array, boundary: string): void {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  let parts = -1;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    parts += 1;
    if (parts > MOST_PARTS) throw bodyError(`the body has more than ${MOST_PARTS} parts`);
  }
}
