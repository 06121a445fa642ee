// Writes fixture sets: a folder per set, a file per collection, a line per record.

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { DATA_FILE_EXTENSIONS } from '../../schema/data-file.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { type NewFile, writeFiles } from '../documents/write-files.ts';
import type { SavedApi } from './read-running-state.ts';

interface SetSettings {
  /** The name of the set. */
  readonly name: string;
  /** The fixtures folder. Default: that of the server. */
  readonly folder: string | undefined;
  /** Whether an existing set is replaced. */
  readonly replace: boolean;
}

/** Names of collections that can be file names on all systems. */
export const FILE_NAME = /^(?!\.)[^\\/:*?"<>|\p{Cc}]{1,200}(?<![. ])$/u;

/** A set that was written. */
export interface WrittenSet {
  readonly api: string;
  readonly folder: string;
  /** The number of records, by collection. */
  readonly records: Readonly<Record<string, number>>;
}

/** Writes the sets of all APIs, or none. @throws UsageError */
export async function writeSet(saved: readonly SavedApi[], settings: SetSettings): Promise<readonly WrittenSet[]> {
  const sets = saved.flatMap((one) => {
    const folder = settings.folder ?? one.folder;
    return folder === undefined ? [] : [{ ...one, place: join(placeOf(folder, settings), 'sets', settings.name) }];
  });
  if (sets.length === 0)
    throw new UsageError('Nothing was written: the server has no fixtures folder.', ['Name one with --folder.']);
  const work = sets.map(({ collections, place }) => ({ place, files: filesOf(collections), old: dataFilesIn(place) }));
  const existing = settings.replace ? [] : work.flatMap(({ place, old }) => old.map((file) => join(place, file)));
  if (existing.length > 0)
    throw new UsageError('Nothing was written: these files exist; --replace overwrites them:', existing);
  for (const { place, files, old } of work) {
    // Links are removed, not followed.
    for (const file of old) await rm(join(place, file));
    await writeFiles(place, files);
  }
  return sets.map(({ api, collections, place }) => {
    const counts = [...collections].filter(([, records]) => records.length > 0);
    const records = Object.fromEntries(counts.map(([name, { length }]) => [name, length]));
    return { api, folder: shownPath(place), records };
  });
}

/** The fixtures folder, which must be below the current folder unless --folder names it. @throws UsageError */
function placeOf(folder: string, { folder: named, name }: SetSettings): string {
  const path = resolve(folder);
  if (!existsSync(path)) throw new UsageError(`The folder ${path} does not exist.`);
  if (named === undefined && !isBelow(realpathSync(path), realpathSync(process.cwd())))
    throw new UsageError(`Nothing was written: the fixtures are in ${path}, which is not below this folder.`, [
      'Name it with --folder to write there.',
    ]);
  // A link may point anywhere.
  for (const inner of [join(path, 'sets'), join(path, 'sets', name)]) {
    if (existsSync(inner) && !isBelow(realpathSync(inner), realpathSync(path)))
      throw new UsageError(`Nothing was written: ${inner} is a link to a folder outside ${path}.`);
  }
  return path;
}

function isBelow(path: string, folder: string): boolean {
  const inner = relative(folder, path);
  // On another drive, it is absolute.
  return !isAbsolute(inner) && inner !== '..' && !inner.startsWith(`..${sep}`);
}

/** A file per collection with records, or one empty file. @throws UsageError for an invalid file name */
function filesOf(collections: SavedApi['collections']): readonly NewFile[] {
  const names = [...collections.keys()];
  const used = names.filter((name) => (collections.get(name)?.length ?? 0) > 0);
  const some = used.length > 0 ? used : names.slice(0, 1);
  const invalid = some.filter((name) => !FILE_NAME.test(name) || name === 'schema');
  if (invalid.length > 0)
    throw new UsageError(
      'Nothing was written: the names of these collections cannot be file names:',
      invalid.map((name) => JSON.stringify(name)),
    );
  return some.map((name) => ({ path: `${name}.json`, text: recordLines(collections.get(name) ?? []) }));
}

/** A JSON list with one record per line, so that diffs are small. */
export function recordLines(records: readonly unknown[]): string {
  return records.length === 0 ? '[]\n' : `[\n${records.map((record) => `  ${stringifyJson(record)}`).join(',\n')}\n]\n`;
}

function dataFilesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((file) => DATA_FILE_EXTENSIONS.includes(extname(file))) : [];
}
