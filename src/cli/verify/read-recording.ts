// Reads a recording from a file, or from standard input (`-`).

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Document } from '../../openapi/document.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { type MatchedExchange, matchRecording } from '../../verify/import/match-recording.ts';
import { HarReader, type RecordedExchanges } from '../../verify/import/read-har.ts';

/** The largest recording, in bytes. */
const MOST_BYTES = 256 * 1024 * 1024;

/** @throws UsageError if the file is not found, too large, or not a recording */
export async function readRecording(file: string, stdin: AsyncIterable<Uint8Array>): Promise<RecordedExchanges> {
  if (file === '-') return readPieces(bounded(stdin), 'standard input');
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`${file} does not exist.`, []);
  if (found.size > MOST_BYTES) throw tooLong(file);
  return readPieces(createReadStream(file, { highWaterMark: 1024 * 1024 }), file);
}

async function readPieces(pieces: AsyncIterable<Uint8Array>, name: string): Promise<RecordedExchanges> {
  const reader = new HarReader(name);
  for await (const piece of pieces) reader.push(piece);
  return reader.end();
}

async function* bounded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > MOST_BYTES) throw tooLong('Standard input');
    yield piece;
  }
}

function tooLong(what: string): UsageError {
  return new UsageError(`${what} is larger than ${MOST_BYTES} bytes.`, []);
}

/** The requests of a recording that match operations of a document. @throws UsageError if none does */
export async function recordedIn(
  recording: RecordedExchanges,
  document: Document,
): Promise<{ readonly recorded: readonly MatchedExchange[]; readonly remarks: readonly string[] }> {
  const found = await matchRecording(document, recording);
  if (found.recorded.length === 0)
    throw new UsageError('No recorded request matches an operation of the document.', [...found.remarks]);
  return found;
}
