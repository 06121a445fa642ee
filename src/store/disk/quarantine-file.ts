// A file for records that do not match the document, beside their state file.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordLists } from '../record.ts';
import { machineDisk } from './disk.ts';
import { writeRecordLines } from './record-lines.ts';

/** The file of one store and one process. Its name is new. */
export interface QuarantineFile {
  readonly path: string;
  /** Resolves when the file has these records and no others. Without records, there is no file. */
  keep(records: RecordLists): Promise<void>;
}

/** @param name - that of the store */
export function createQuarantineFile(folder: string, name: string): QuarantineFile {
  let path = join(folder, `${name}.aside.json`);
  for (let count = 2; existsSync(path); count += 1) path = join(folder, `${name}.aside-${count}.json`);
  return {
    path,
    async keep(records) {
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
    },
  };
}
