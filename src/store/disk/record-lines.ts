// State files: JSON with one record per line, written and read in pieces.

import { createHash } from 'node:crypto';
import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { Identified, RecordLists } from '../record.ts';
import type { DiskFile } from './disk.ts';
import { type Line, splitLines } from './split-lines.ts';

/** A file as it was written or read. */
export interface WrittenFile {
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
}

/** How many characters are written at once; in between, other work has its turn. */
const PIECE = 256 * 1024;

/**
 * Writes records as JSON, with a line for each collection and record, so that no text is longer than a record.
 *
 * @param signal - stops between two pieces. Default: never
 * @throws the reason of the signal
 */
export async function writeRecordLines(
  records: RecordLists,
  file: Pick<DiskFile, 'write'>,
  signal?: AbortSignal,
): Promise<WrittenFile> {
  const sum = createHash('sha256');
  let size = 0;
  let piece = '';
  const flush = async () => {
    signal?.throwIfAborted();
    const bytes = Buffer.from(piece);
    piece = '';
    sum.update(bytes);
    await file.write(bytes, size);
    size += bytes.length;
  };
  for (const text of textsOf(records)) {
    piece += text;
    if (piece.length > PIECE) await flush();
  }
  await flush();
  return { hash: sum.digest('hex'), size };
}

function* textsOf(lists: RecordLists): Generator<string> {
  let separator = '{';
  for (const [name, records] of Object.entries(lists)) {
    yield `${separator}\n  ${JSON.stringify(name)}: [`;
    for (const [index, record] of records.entries()) yield `${index === 0 ? '' : ','}\n    ${stringifyJson(record)}`;
    yield records.length === 0 ? ']' : '\n  ]';
    separator = ',';
  }
  yield separator === '{' ? '{}\n' : '\n}\n';
}

/** Reads the output of `writeRecordLines`; `records` is undefined, and the rest is not read, for other files. */
export async function readRecordLines(
  pieces: AsyncIterable<Uint8Array>,
): Promise<WrittenFile & { readonly records: RecordLists | undefined }> {
  const sum = createHash('sha256');
  let size = 0;
  async function* measured() {
    for await (const piece of pieces) {
      sum.update(piece);
      size += piece.length;
      yield piece;
    }
  }
  const records = await recordsOf(splitLines(measured()));
  return { records, hash: sum.digest('hex'), size };
}

const COLLECTION = /^ {2}("(?:[^"\\]|\\.)*"): \[(\](,?))?$/;
const RECORD = /^ {4}\S/;

async function recordsOf(lines: AsyncIterable<Line>): Promise<RecordLists | undefined> {
  const collections: [name: string, records: Identified[]][] = [];
  let list: Identified[] | undefined;
  /** Whether the previous line ends with a comma; undefined at the first one. */
  let continues: boolean | undefined;
  let [isBegun, isEnded] = [false, false];
  for await (const { bytes } of lines) {
    const line = bytes.toString();
    if (isEnded) return undefined;
    if (!isBegun) {
      if (line !== '{' && line !== '{}') return undefined;
      isBegun = true;
      isEnded = line === '{}';
    } else if (list && RECORD.test(line) && continues !== false) {
      continues = line.endsWith(',');
      const record = parsed(continues ? line.slice(0, -1) : line);
      if (record === undefined) return undefined;
      list.push(record as Identified);
    } else if (list && /^ {2}\],?$/.test(line) && continues === false) {
      list = undefined;
      continues = line.endsWith(',');
    } else if (!list && line === '}' && continues === false) {
      isEnded = true;
    } else {
      const [, name, empty, comma] = (!list && continues !== false && COLLECTION.exec(line)) || [];
      const key = name === undefined ? undefined : parsed(name);
      if (key === undefined) return undefined;
      const records: Identified[] = [];
      collections.push([key as string, records]);
      list = empty === undefined ? records : undefined;
      continues = empty === undefined ? undefined : comma === ',';
    }
  }
  return isEnded ? Object.fromEntries(collections) : undefined;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
