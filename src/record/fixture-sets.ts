// Fixtures by name: beside those that an api starts from lie others, in `sets/<name>/`, and `empty` is always there.

import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../engine/failure.ts';
import type { RecordForm } from '../engine/record-form.ts';
import type { Sandbox, Snapshot } from '../engine/sandbox.ts';
import { stampOf } from '../schema/file-stamp.ts';
import { Problems } from '../schema/problems.ts';
import { fixtureFiles, fixtureName, readFixtureAs, SCHEMA } from '../store/fixture.ts';
import { State } from '../store/state.ts';

/** The name of the fixtures that an api starts from. */
export const DEFAULT = 'default';
/** The name of the set in which there is nothing, unless somebody has written another one. */
export const EMPTY = 'empty';
/** Where the other sets lie, below the folder of the fixtures. */
const SETS = 'sets';
/** What a set may be called: what every system takes for a folder. */
export const SET_NAME = /^[a-z0-9]([a-z0-9_-]{0,62}[a-z0-9])?$/;

/** The sets of one api. */
export interface FixtureSets {
  /** Those that are there, in order. */
  names(): Promise<readonly string[]>;
  /** The state that a set stands for; undefined when there is none of this name. @throws Problems if its files cannot be used */
  state(name: string, collections: readonly string[]): Promise<State | undefined>;
  /** The folder of the fixtures; undefined where there is none. */
  readonly folder: string | undefined;
}

/**
 * The sets beside the fixtures of an api. They are read when they are asked for, and again when one of their files was saved. A collection of which a set
 * has no file is empty; the schema is that of the fixtures.
 *
 * @param folders - of the fixtures, see `readFixture`
 * @param form - how records are written
 */
export function createFixtureSets(folders: readonly string[], form: () => Promise<RecordForm>): FixtureSets {
  const known = new Map<string, { readonly stamp: string | undefined; readonly state: State }>();

  const foldersOf = async (name: string): Promise<readonly string[]> => {
    const all = await Promise.all(
      folders.map(async (folder) => ((await setsIn(folder)).includes(name) ? [folder] : [])),
    );
    return all.flat().map((folder) => join(folder, SETS, name));
  };

  async function read(name: string, places: readonly string[], collections: readonly string[]): Promise<State> {
    const { collections: own, asRecords } = await form();
    const files = await fixtureFiles(places);
    const wrong = files.flatMap((file) => {
      const collection = fixtureName(file);
      if (collection === SCHEMA) return [`${file}: a set has the schema of its fixtures, and none of its own`];
      return own.includes(collection) ? [] : [`${file} is no collection: there are ${own.join(', ')}`];
    });
    if (wrong.length > 0) throw new Problems(`The fixtures ${name} cannot be used:`, wrong);
    const schema = (await fixtureFiles(folders)).filter((file) => fixtureName(file) === SCHEMA);
    const { records } = await readFixtureAs(asRecords, [...schema, ...files], places.join(' and '));
    return State.of(collections, records);
  }

  return {
    folder: folders.at(-1),
    async names() {
      const own = await Promise.all(folders.map(setsIn));
      return [DEFAULT, ...new Set([EMPTY, ...own.flat().sort()])];
    },
    async state(name, collections) {
      const places = await foldersOf(name);
      if (places.length === 0 && name !== EMPTY) return undefined;
      const began = Date.now();
      const before = known.get(name);
      const paths = [...places, ...folders];
      if (before?.stamp !== undefined && stampOf(paths, Infinity) === before.stamp) return before.state;
      const state = places.length === 0 ? State.of(collections, {}) : await read(name, places, collections);
      known.set(name, { state, stamp: stampOf(paths, began) });
      return state;
    },
  };
}

/** The names of the sets in a folder. What has another name than a set may have is none. */
async function setsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, SETS), { withFileTypes: true }).catch((): Dirent[] => []);
  return entries.filter((entry) => entry.isDirectory() && SET_NAME.test(entry.name)).map(({ name }) => name);
}

/**
 * How a sandbox begins from the fixtures of a name: each api that has such a set with that, the others as always.
 *
 * @param sets - those of each api, by its name
 * @throws ApiError `not_found` if no api has such a set; `failed_precondition` if its files cannot be used
 */
export async function beginningFrom(
  name: string,
  { beginning, stores }: Pick<Sandbox, 'beginning' | 'stores'>,
  sets: ReadonlyMap<string, FixtureSets>,
): Promise<Snapshot> {
  if (name === DEFAULT) return beginning;
  const states = new Map(beginning.states);
  let isThere = false;
  for (const [api, one] of sets) {
    const store = stores.get(api);
    const found = store && (await one.state(name, store.fixture.collections).catch(unusable));
    if (!found) continue;
    isThere = true;
    states.set(api, found);
  }
  if (isThere) return { ...beginning, states };
  const names = new Set((await Promise.all([...sets.values()].map((one) => one.names()))).flat());
  throw new ApiError('not_found', `there are no fixtures ${JSON.stringify(name)}: there are ${[...names].join(', ')}`);
}

function unusable(error: Error): never {
  throw new ApiError('failed_precondition', error.message, { cause: error });
}
