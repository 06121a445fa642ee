// The checkpoint: all records in a readable JSON file. The only door to lowdb.

import { constants } from 'node:buffer';
import { hash } from 'node:crypto';
import { Low } from 'lowdb';
import { parseJson } from '../../schema/json/parse-json.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { RecordLists } from '../record.ts';
import type { Disk } from './disk.ts';
import { readRecordLines, type WrittenFile, writeRecordLines } from './record-lines.ts';

/** A file with all records of a store. */
export interface Checkpoint {
  /**
   * The records in the file with the SHA-256 of its bytes; undefined if there is no file.
   *
   * @throws UsageError if the file cannot be read or is not JSON
   */
  read(): Promise<(WrittenFile & { readonly records: RecordLists }) | undefined>;
  /** Writes records to another file, and flushes it. `publish` then puts it in the place of the old one. */
  prepare(records: RecordLists): Promise<WrittenFile>;
  publish(): Promise<void>;
}

interface CheckpointSettings {
  readonly disk: Disk;
  /** The advice about a file that cannot be used. */
  readonly advice: string;
}

/** The longest text that Node reads at once, in bytes. */
const LONGEST_TEXT = constants.MAX_STRING_LENGTH;

export function openCheckpoint(path: string, { disk, advice }: CheckpointSettings): Checkpoint {
  const fresh = `${path}.new`;
  let written: WrittenFile = { hash: '', size: 0 };
  const low = new Low<RecordLists | null>(
    {
      async read() {
        const unreadable = (error: Error) => {
          throw new UsageError(`The state in ${path} cannot be read: ${error.message}`);
        };
        const pieces = await disk.pieces(path).catch(unreadable);
        if (!pieces) return null;
        const found = await readRecordLines(pieces).catch(unreadable);
        written = found;
        if (found.records) return found.records;
        // A file that was edited, or that an earlier version wrote.
        const bytes = (await disk.read(path).catch(unreadable)) ?? new Uint8Array();
        if (bytes.length > LONGEST_TEXT) throw tooLong(path, advice);
        written = { hash: hash('sha256', bytes, 'hex'), size: bytes.length };
        return parse(Buffer.from(bytes).toString('utf8'), { path, advice });
      },
      async write(records) {
        const file = await disk.open(fresh, 'new');
        try {
          written = await writeRecordLines(records ?? {}, file);
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
      // A crash before the publication leaves it behind.
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
        // lowdb would keep removed records in memory.
        low.data = null;
      }
    },
    publish: () => disk.rename(fresh, path),
  };
}

function parse(text: string, { path, advice }: { readonly path: string; readonly advice: string }): RecordLists {
  let records: RecordLists | null;
  try {
    records = parseJson(text) as RecordLists | null;
  } catch (error) {
    throw new UsageError(`The state in ${path} is not JSON; ${advice}:`, [(error as Error).message]);
  }
  // lowdb returns null for a missing file.
  if (records === null) throw new UsageError(`The state in ${path} is null; ${advice}.`);
  return records;
}

function tooLong(path: string, advice: string): UsageError {
  return new UsageError(
    `The state in ${path} has more than ${LONGEST_TEXT} bytes, so it must have one record on each line; ${advice}.`,
  );
}
