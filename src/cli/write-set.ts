// Fixtures as files: a folder for a set, a file for a collection, a line for a record.

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { shownPath } from '../front/shown-path.ts';
import { DATA_FILE_ENDINGS } from '../schema/data-file.ts';
import { Problems } from '../schema/problems.ts';
import type { SavedApi } from './read-saved.ts';
import { type NewFile, writeFiles } from './write-files.ts';

export interface SetSettings {
  /** Of the set. */
  readonly name: string;
  /** That of the fixtures, if not where the stand-in says. */
  readonly folder: string | undefined;
  /** Whether it may take the place of one that is there. */
  readonly replace: boolean;
}

/** What the file of a collection may be called, on all systems. */
export const FILE_NAME = /^(?!\.)[^\\/:*?"<>|\p{Cc}]{1,200}(?<![. ])$/u;

/** Writes the sets of all apis, or none. @returns what is to be told, a line each @throws Problems */
export async function writeSet(saved: readonly SavedApi[], settings: SetSettings): Promise<readonly string[]> {
  const sets = saved.flatMap((one) => {
    const folder = settings.folder ?? one.folder;
    return folder === undefined ? [] : [{ ...one, place: join(placeOf(folder, settings), 'sets', settings.name) }];
  });
  if (sets.length === 0)
    throw new Problems('Nothing was written: the stand-in knows no folder of fixtures.', ['Name one by --folder.']);
  const work = sets.map(({ collections, place }) => ({ place, files: filesOf(collections), old: dataFilesIn(place) }));
  const inTheWay = settings.replace ? [] : work.flatMap(({ place, old }) => old.map((file) => join(place, file)));
  if (inTheWay.length > 0)
    throw new Problems(
      `Nothing was written, because these fixtures are there already; --replace takes their place:`,
      inTheWay,
    );
  for (const { place, files, old } of work) {
    // Links go, and are not written through.
    for (const file of old) await rm(join(place, file));
    await writeFiles(place, files);
  }
  return sets.map(({ api, collections, place }) => {
    const counts = [...collections].flatMap(([name, records]) =>
      records.length > 0 ? `${records.length} ${name}` : [],
    );
    return `Saved ${api} in ${shownPath(place)}: ${counts.join(', ') || 'no records'}.`;
  });
}

/** The folder of fixtures that are written to: one below here, unless somebody has named it. @throws Problems */
function placeOf(folder: string, { folder: named, name }: SetSettings): string {
  const path = resolve(folder);
  if (!existsSync(path)) throw new Problems(`There is no folder ${path}.`, []);
  if (named === undefined && !isBelow(realpathSync(path), realpathSync(process.cwd())))
    throw new Problems(`Nothing was written: the fixtures lie in ${path}, which is not below this folder.`, [
      'Name it by --folder to write there.',
    ]);
  // A link could lead anywhere.
  for (const inner of [join(path, 'sets'), join(path, 'sets', name)]) {
    if (existsSync(inner) && !isBelow(realpathSync(inner), realpathSync(path)))
      throw new Problems(`Nothing was written: ${inner} leads out of ${path}.`, []);
  }
  return path;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  // On another drive it is no relative one.
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

/** A file for each collection that has records; where none has, one that says so. @throws Problems if one cannot have a file */
function filesOf(collections: SavedApi['collections']): readonly NewFile[] {
  const names = [...collections.keys()];
  const wanted = names.filter((name) => (collections.get(name)?.length ?? 0) > 0);
  const some = wanted.length > 0 ? wanted : names.slice(0, 1);
  const unfit = some.filter((name) => !FILE_NAME.test(name) || name === 'schema');
  if (unfit.length > 0)
    throw new Problems(
      'Nothing was written: no file can be called as these collections are:',
      unfit.map((name) => JSON.stringify(name)),
    );
  return some.map((name) => ({ path: `${name}.json`, text: linesOf(collections.get(name) ?? []) }));
}

/** A list in JSON with a record on each line: what changes one changes a line. */
export function linesOf(records: readonly unknown[]): string {
  return records.length === 0
    ? '[]\n'
    : `[\n${records.map((record) => `  ${JSON.stringify(record)}`).join(',\n')}\n]\n`;
}

function dataFilesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((file) => DATA_FILE_ENDINGS.includes(extname(file))) : [];
}
