// Reads a recording from a file, or from standard input (`-`).

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Document } from '../../openapi/document.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { type MatchedExchange, matchRecording } from '../../verify/import/match-recording.ts';
import { HarReader, type RecordedExchanges } from '../../verify/import/read-har.ts';

/** The maximum size of a recording, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** @throws UsageError if the file does not exist, is too large, or is not a recording */
export async function readRecording(file: string, stdin: AsyncIterable<Uint8Array>): Promise<RecordedExchanges> {
  if (file === '-') return readPieces(limitSize(stdin), 'standard input');
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`${file} does not exist.`);
  if (found.size > MAX_BYTES) throw tooLarge(file);
  return readPieces(createReadStream(file, { highWaterMark: 1024 * 1024 }), file);
}

async function readPieces(pieces: AsyncIterable<Uint8Array>, name: string): Promise<RecordedExchanges> {
  const reader = new HarReader(name);
  for await (const piece of pieces) reader.push(piece);
  return reader.end();
}

async function* limitSize(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > MAX_BYTES) throw tooLarge('Standard input');
    yield piece;
  }
}

function tooLarge(name: string): UsageError {
  return new UsageError(`${name} is larger than ${MAX_BYTES} bytes.`);
}

/** The recorded requests that match operations of a document. @throws UsageError if none does */
export async function matchOperations(
  recording: RecordedExchanges,
  document: Document,
): Promise<{ readonly recorded: readonly MatchedExchange[]; readonly remarks: readonly string[] }> {
  const found = await matchRecording(document, recording);
  if (found.recorded.length === 0)
    throw new UsageError('No recorded request matches an operation of the document.', [...found.remarks]);
  return found;
}
