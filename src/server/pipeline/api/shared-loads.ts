// Documents and fixtures that all mock servers of a process share until a file changes.

import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../../../openapi/document.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { LRUCache } from '../../../schema/lru-cache.ts';
import type { Fixture } from '../../../store/fixture.ts';
import type { AnyApi } from './api.ts';

/** The part of an API that decides which files are read. */
export type ApiFiles = Pick<AnyApi, 'name' | 'document' | 'base' | 'infer' | 'fixtures' | 'overlay'>;

/** The files of an API. Nothing in it belongs to one server. */
export interface LoadedFiles {
  /** See `loadKey`. */
  readonly key: string | undefined;
  /** The same as long as its document and its fixtures are not saved, see `stampOf`. */
  readonly stamp: string | undefined;
  readonly document: Document;
  readonly fixture: Fixture;
}

/**
 * The size of all shared documents together, in characters of JSON. Their validators take about 20 times as much
 * memory.
 */
const MAX_SIZE = 2 * 1024 * 1024;
/** Two saves within one tick of the file system's clock, two seconds at most, give a file the same stamp. */
const TICK = 2000;

const shared = new LRUCache<string, LoadedFiles>({
  maxSize: MAX_SIZE,
  sizeCalculation: ({ document }) => stringifyJson(document.source.bundled).length,
});

/**
 * The settings of an API that decide what is read; undefined for documents from a host or in bytes.
 *
 * The name is one of them: coverage counts by the operations of a document, so two APIs of one server need two
 * documents.
 */
export function loadKey(given: ApiFiles, base: string | undefined): string | undefined {
  const { name, document, infer, fixtures, overlay } = given;
  const isFile = (typeof document === 'string' || document instanceof URL) && !/^https?:/i.test(`${document}`);
  const isText = typeof document === 'object' && 'text' in document && typeof document.text === 'string';
  return isFile || isText ? JSON.stringify([process.cwd(), name, document, base, infer, fixtures, overlay]) : undefined;
}

/** Files loaded earlier, by any server of the process; undefined if one was saved since. */
export function findUnchanged(
  key: string | undefined,
  previous: LoadedFiles | undefined,
  folders: readonly string[],
): LoadedFiles | undefined {
  if (key === undefined) return undefined;
  const isUnchanged = (one: LoadedFiles | undefined) =>
    one?.stamp !== undefined && one.key === key && one.stamp === createFileStamp(listFiles(one, folders), Infinity);
  return [previous, shared.get(key)].find(isUnchanged);
}

/** Shares loaded files, unless they are large: their findings are extended. @param began - as of `stampOf` */
export function shareLoaded(
  { key, document, fixture, stamp }: LoadedFiles,
  folders: readonly string[],
  began: number,
): void {
  if (key === undefined || stamp === undefined || document.source.isLarge) return;
  const isOld = createFileStamp(listFiles({ document }, folders), began - TICK) === stamp;
  if (isOld) shared.set(key, { key, document, fixture, stamp });
}

/** All that was read: files of the document, and folders of fixtures. */
export function listFiles({ document }: Pick<LoadedFiles, 'document'>, folders: readonly string[]): readonly string[] {
  return [...document.source.files, ...folders];
}

/**
 * A text that stays the same until one of the files, or of the files in these folders, changes. Undefined if unknown.
 *
 * @param startedAt - start of reading the files, in milliseconds since 1970: later changes may have been read or not
 */
export function createFileStamp(paths: readonly string[], startedAt: number): string | undefined {
  const stamps: unknown[] = [];
  for (const path of paths) {
    const status = statSync(path, { throwIfNoEntry: false });
    const below = status?.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
    for (const file of [path, ...below]) {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found && latestChange(found) >= startedAt) return undefined;
      stamps.push(file, found && [found.ino, found.size, latestChange(found)]);
    }
  }
  return JSON.stringify(stamps);
}

function latestChange({ mtimeMs, ctimeMs }: Stats): number {
  return Math.max(mtimeMs, ctimeMs);
}
