// The checkpoint: all records in a JSON file that people read, edit and commit. The only door to lowdb.

import { createHash } from 'node:crypto';
import { Low } from 'lowdb';
import { Problems } from '../schema/problems.ts';
import type { Disk } from './disk.ts';
import type { RecordLists } from './record.ts';

/** A file with all records of a store. */
export interface Checkpoint {
  /**
   * The records in the file with the SHA-256 of its bytes; undefined when there is no file.
   *
   * @throws Problems if the file cannot be read or is not JSON
   */
  read(): Promise<(Written & { readonly records: RecordLists }) | undefined>;
  /** Writes records to another file, and flushes it. `publish` then puts it in the place of the old one. */
  prepare(records: RecordLists): Promise<Written>;
  publish(): Promise<void>;
}

/** What was written to a file. */
export interface Written {
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
}

export interface CheckpointSettings {
  readonly disk: Disk;
  /** What to do about a file that cannot be used. */
  readonly advice: string;
}

/** How many characters are written at once; in between, others have their turn. */
const PIECE = 256 * 1024;

export function openCheckpoint(path: string, { disk, advice }: CheckpointSettings): Checkpoint {
  const fresh = `${path}.new`;
  let written: Written = { hash: '', size: 0 };
  const low = new Low<RecordLists | null>(
    {
      async read() {
        const bytes = await disk.read(path).catch((error: Error) => {
          throw new Problems(`The state in ${path} cannot be read: ${error.message}`, []);
        });
        if (bytes === undefined) return null;
        written = { hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
        return parse(Buffer.from(bytes).toString('utf8'), { path, advice });
      },
      async write(records) {
        const file = await disk.open(fresh, 'new');
        try {
          written = await writePieces(records ?? {}, (bytes, offset) => file.write(bytes, offset));
          await file.flush();
        } finally {
          await file.close();
        }
      },
    },
    null,
  );
  return {
    async read() {
      await low.read();
      // It is there when a crash came before it could be published.
      await disk.remove(fresh).catch(() => undefined);
      const records = low.data;
      low.data = null;
      return records === null ? undefined : { records, ...written };
    },
    async prepare(records) {
      low.data = records;
      try {
        await low.write();
        return written;
      } catch (error) {
        await disk.remove(fresh).catch(() => undefined);
        throw error;
      } finally {
        // lowdb would hold on to records that may be long gone.
        low.data = null;
      }
    },
    publish: () => disk.rename(fresh, path),
  };
}

function parse(text: string, { path, advice }: { readonly path: string; readonly advice: string }): RecordLists {
  let records: RecordLists | null;
  try {
    records = JSON.parse(text);
  } catch (error) {
    throw new Problems(`The state in ${path} is not JSON; ${advice}:`, [(error as Error).message]);
  }
  // lowdb takes null for a file that is not there.
  if (records === null) throw new Problems(`The state in ${path} is null; ${advice}.`, []);
  return records;
}

/** Writes records as indented JSON. */
async function writePieces(
  records: RecordLists,
  write: (bytes: Uint8Array, offset: number) => Promise<void>,
): Promise<Written> {
  const sum = createHash('sha256');
  let offset = 0;
  let piece = '';
  const flush = async () => {
    const bytes = Buffer.from(piece);
    piece = '';
    sum.update(bytes);
    await write(bytes, offset);
    offset += bytes.length;
  };
  for (const text of textsOf(records)) {
    piece += text;
    if (piece.length > PIECE) await flush();
  }
  await flush();
  return { hash: sum.digest('hex'), size: offset };
}

/** What `JSON.stringify(lists, null, 2)` gives, record by record. */
function* textsOf(lists: RecordLists): Generator<string> {
  let separator = '{';
  for (const [name, records] of Object.entries(lists)) {
    yield `${separator}\n  ${JSON.stringify(name)}: [`;
    for (const [index, record] of records.entries()) {
      yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(record, null, 2).replaceAll('\n', '\n    ')}`;
    }
    yield records.length === 0 ? ']' : '\n  ]';
    separator = ',';
  }
  yield separator === '{' ? '{}\n' : '\n}\n';
}
