// A file for records that do not match the document, beside their state file.

import { join } from 'node:path';
import type { RecordLists } from '../record.ts';
import { machineDisk } from './disk.ts';
import { readRecordLines, writeRecordLines } from './record-lines.ts';

/** The file of one store, which only the process with the lock of the store uses. */
interface QuarantineFile {
  readonly path: string;
  /** Its records when it was opened; empty without a file. */
  readonly records: RecordLists;
  /** Resolves when the file has these records and no others. Without records, there is no file. */
  write(records: RecordLists): Promise<void>;
}

/** Opens the file with the records that an earlier process set aside. Files of another form are left alone. */
export async function openQuarantineFile(folder: string, name: string): Promise<QuarantineFile> {
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? `${name}.aside.json` : `${name}.aside-${count}.json`);
    const pieces = await machineDisk.pieces(path);
    const records = pieces ? (await readRecordLines(pieces)).records : {};
    if (records) return { path, records, write: (others) => writeRecords(path, folder, others) };
  }
}

async function writeRecords(path: string, folder: string, records: RecordLists): Promise<void> {
  if (Object.keys(records).length === 0) return machineDisk.remove(path);
  const fresh = `${path}.new`;
  const file = await machineDisk.open(fresh, 'new');
  try {
    await writeRecordLines(records, file);
    await file.flush();
  } finally {
    await file.close();
  }
  await machineDisk.rename(fresh, path);
  await machineDisk.flushFolder(folder);
}
