// The initial records of a store, read from files and validated.

import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCached, type Read } from '../schema/build-cache.ts';
import { schemaCodeFiles } from '../schema/code-files.ts';
import { compileSchema, type SchemaCheck } from '../schema/compile-schema.ts';
import { DATA_FILE_EXTENSIONS, readDataFile } from '../schema/data-file.ts';
import { stringifyJson } from '../schema/json/stringify-json.ts';
import { LRUCache } from '../schema/lru-cache.ts';
import { readRegularFile } from '../schema/read-regular-file.ts';
import { UsageError } from '../schema/usage-error.ts';
import type { Identified, RecordLists } from './record.ts';

/** The name, without extension, of the file with the schema of records. */
export const SCHEMA = 'schema';

/** Checked records, and the check itself for other records of the same api. */
export interface Fixture {
  readonly records: RecordLists;
  /** Problems of records, one sentence each with the collection and the JSON Pointer into it. */
  check(records: unknown): readonly string[];
  /** The schema of the records of each collection (JSON Schema draft 7). Default: none. */
  readonly schema?: object | undefined;
  /** Notices for users, a sentence each. Default: none. */
  readonly remarks?: readonly string[];
  /** Whether a record of another document is valid here. Default: as `check` says. */
  fits?(collection: string, record: Identified): boolean;
  /** Whether a request can address a record of another document. Default: always. */
  canName?(collection: string, record: Identified): boolean;
}

/** A fixture without any collection. */
export const emptyFixture: Fixture = { records: {}, check: () => [] };

/**
 * Reads folders of fixtures as one: a file replaces files of the same name in earlier folders. Every file but the
 * schema is a collection, named as the file; collections that only the schema names are empty. Records must satisfy
 * the schema (JSON Schema draft 7, see `compileSchema`), and ids must be unique. Valid fixtures are cached until one
 * of their files changes (see `cached`).
 *
 * @throws UsageError with all problems, by file and JSON Pointer
 */
export async function readFixture(...folders: readonly string[]): Promise<Fixture> {
  const files = await fixtureFiles(folders);
  const place = folders.join(' and ');
  return fixtureOf(
    await buildCached({
      name: `fixtures ${place}`,
      codeFiles: () => [fileURLToPath(import.meta.url), ...schemaCodeFiles()],
      inputs: files,
      make: (read) => readAndCheck(place, files, read),
    }),
  );
}

/** Converts the content of a file to records. @throws Error if that is not possible */
export type RecordConverter = (collection: string, entries: unknown) => unknown;

/** As `readFixture`, for files with another format of records. @param place - the folder, for messages */
export async function readFixtureAs(
  asRecords: RecordConverter,
  files: readonly string[],
  place: string,
): Promise<Fixture> {
  return fixtureOf(await readAndCheck(place, files, readRegularFile, asRecords));
}

/** The data files of folders, see `readFixture`. @throws UsageError if one cannot be read */
export async function fixtureFiles(folders: readonly string[]): Promise<readonly string[]> {
  return (await Promise.all(folders.map(dataFilesIn))).reduce(laidOver, []);
}

/** The collection of a file, or the schema. */
export function fixtureName(file: string): string {
  return basename(file, extname(file));
}

function fixtureOf({ schema, records }: CheckedFiles): Fixture {
  let check: Fixture['check'] | undefined;
  return {
    records,
    schema,
    check(changed) {
      check ??= checkOf(compileOnce(schema, { isKnown: true }));
      return [...new Set([...check(changed), ...strangers(changed, Object.keys(records))])];
    },
  };
}

/** The paths of the data files in a folder. @throws UsageError if it cannot be read */
async function dataFilesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'folder not found' : error.message;
    throw new UsageError(`The fixtures in ${folder} cannot be used:`, [reason], { cause: error });
  });
  const files = entries.filter((file) => DATA_FILE_EXTENSIONS.includes(extname(file))).sort();
  return files.map((file) => join(folder, file));
}

/** Files, and earlier files with other names. */
function laidOver(before: readonly string[], files: readonly string[]): readonly string[] {
  const names = new Set(files.map(fixtureName));
  return [...before.filter((file) => !names.has(fixtureName(file))), ...files];
}

interface CheckedFiles {
  readonly schema: object;
  readonly records: RecordLists;
}

async function readAndCheck(
  place: string,
  files: readonly string[],
  tracked: Read,
  asRecords: RecordConverter = (_, entries) => entries,
): Promise<CheckedFiles> {
  const unreadable: string[] = [];
  const read = async (file: string): Promise<unknown> =>
    readDataFile(file, tracked).catch((error: Error) => {
      unreadable.push(error.message);
      return [];
    });
  const schemaFile = files.find((file) => fixtureName(file) === SCHEMA);
  const schema = schemaFile ? ((await read(schemaFile)) as { properties?: object }) : { properties: {} };
  const check = checkOf(compileOrReject(schema, schemaFile ?? place));
  const fileOf = new Map(files.filter((file) => file !== schemaFile).map((file) => [fixtureName(file), file]));
  const repeated = files.filter((file) => file !== (fileOf.get(fixtureName(file)) ?? schemaFile));
  unreadable.push(
    ...repeated.map((file) => {
      const other = basename(fileOf.get(fixtureName(file)) ?? schemaFile ?? '');
      return `${file} is for the collection ${fixtureName(file)}, and so is ${other}; remove one of them`;
    }),
  );
  const names = [...new Set([...Object.keys(schema.properties ?? {}), ...fileOf.keys()])];
  const records: Record<string, readonly Identified[]> = {};
  for (const name of names) {
    const file = fileOf.get(name);
    const entries = file ? await read(file) : [];
    try {
      records[name] = asRecords(name, entries) as readonly Identified[];
    } catch (error) {
      unreadable.push(`${file} ${(error as Error).message}`);
    }
  }
  const found =
    unreadable.length > 0 ? unreadable : check(records).map((problem) => withFile(problem, place, fileOf, schema));
  if (found.length > 0) throw new UsageError(`The fixtures in ${place} cannot be used:`, found);
  return { schema, records };
}

/** Problems of records: by the schema, and by their ids. */
function checkOf(satisfies: SchemaCheck): Fixture['check'] {
  return (records) => {
    const breaches = satisfies(records).map(({ pointer, message }) => {
      const [, name = '', ...rest] = pointer.split('/');
      return `${name || 'the root'} /${rest.join('/')} ${message}`;
    });
    return [...breaches, ...repeatedIds(records)];
  };
}

/** Collections that are unknown, and would be dropped. */
function strangers(records: unknown, known: readonly string[]): string[] {
  const names = Object.keys(records ?? {}).filter((name) => !known.includes(name));
  return names.map((name) => `the root / must not have the property "${name}"`);
}

const compiled = new LRUCache<string, SchemaCheck>({ max: 10 });

/** As `compileSchema`: the fixtures of one API share its schema, whichever folders they lie in. */
function compileOnce(schema: object, known?: { readonly isKnown: boolean }): SchemaCheck {
  const text = stringifyJson(schema);
  const check = compiled.get(text) ?? compileSchema(schema, known);
  compiled.set(text, check);
  return check;
}

const NO_SCHEMA = 'it must be a JSON Schema whose properties are the collections';

/** Compiles a schema. @throws UsageError if it is invalid, or would allow any value */
function compileOrReject(schema: unknown, path: string): SchemaCheck {
  try {
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) throw new Error(NO_SCHEMA);
    const check = compileOnce(schema);
    if (!('properties' in schema)) throw new Error(NO_SCHEMA);
    return check;
  } catch (error) {
    throw new UsageError(`The schema ${path} cannot be used: ${(error as Error).message}`);
  }
}

/** `users /3/id …` as `users.json /3/id …`. */
function withFile(
  problem: string,
  place: string,
  fileOf: ReadonlyMap<string, string>,
  { properties = {} }: { readonly properties?: object },
): string {
  const stranger = fileOf.get(/^the root \/ must not have the property "(.*)"$/.exec(problem)?.[1] ?? '');
  if (stranger)
    return `${stranger} is not a collection of the schema, which has ${Object.keys(properties).join(', ') || 'none'}`;
  const name = problem.slice(0, problem.indexOf(' '));
  return `${fileOf.get(name) ?? join(place, name)}${problem.slice(name.length)}`;
}

function repeatedIds(lists: unknown): string[] {
  return Object.entries(lists ?? {}).flatMap(([name, records]) => {
    if (!Array.isArray(records)) return [`${name} / must be a list of records`];
    const seen = new Set<unknown>();
    return records.flatMap((record, index) => {
      const id = record?.id;
      if (typeof id !== 'string' || id === '') return [`${name} /${index}/id must be a non-empty string`];
      if (seen.has(id)) return [`${name} /${index}/id must be unique, but "${id}" is used twice`];
      seen.add(id);
      return [];
    });
  });
}
