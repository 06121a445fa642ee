// The workload `updates`: renames of an application that are on disk when they are acknowledged.

import { join } from 'node:path';
import { patchApps, patchUnknown, renameApps, renameToTheSame, renameUnknown } from '../app-rename.ts';
import type { Contender } from '../contender.ts';
import { describeDisk } from '../disk.ts';
import { freshData, manyApps, writeState } from '../identity-state.ts';
import { underLoad } from '../measure.ts';
import { interleave } from '../rounds.ts';
import { bareStore, demo, jsonServer, sqlite } from '../servers.ts';
import type { Settings } from '../settings.ts';
import { sizedTable } from '../sizes.ts';

const SIZES = [100, 10_000, 100_000];

const SQLITE = 'SQLite behind `node:http`';
const STORE = "Understudy's store behind `node:http`";

const QUESTIONS = {
  one: 'a new name, 1 connection',
  many: 'a new name, 32 connections',
  unchanged: 'its present name (400), 1 connection',
  unknown: 'an unknown application (404), 1 connection',
};

export async function updates(settings: Settings): Promise<string> {
  const contenders: Contender[] = [];
  for (const size of SIZES) contenders.push(...(await contendersOf(settings.folder, size)));
  const measured = await interleave(contenders, settings.rounds, (contender) => underLoad(contender, settings));
  const table = sizedTable({
    measured,
    sizes: SIZES,
    of: 'records',
    questions: QUESTIONS,
    // Waiting for the disk takes time, but no processor time.
    cost: ({ rate }) => 1 / rate,
    compared: SIZES.slice(1),
    beside: SQLITE,
  });
  return `${table}\n\n${await describeDisk(settings.folder)}`;
}

async function contendersOf(folder: string, size: number): Promise<readonly Contender[]> {
  const [state, data] = [join(folder, `state-${size}.json`), join(folder, `data-${size}`)];
  await writeState(state, manyApps(size));
  const prepare = freshData(state, data);
  const one = { apps: size, prefix: 'one', connections: 1 };
  const unchanged = renameToTheSame(size);
  const unknown = renameUnknown(size);
  const questions = {
    one: renameApps(one),
    many: renameApps({ ...one, prefix: 'all', connections: 32 }),
    unchanged,
    unknown,
  };
  // json-server rejects no name, and writes the whole file synchronously: more connections do not help.
  const ofJsonServer = { one: patchApps(one), unknown: patchUnknown(size) };
  const database = join(data, 'identity.json');
  return [
    { name: SQLITE, size, prepare, command: sqlite(state, join(data, 'state.db')), questions },
    { name: STORE, size, prepare, command: bareStore(state, join(data, 'bare', 'state.json')), questions },
    { name: 'json-server', size, prepare, command: jsonServer(database), questions: ofJsonServer },
    { name: 'Understudy', size, prepare, command: demo('--data', data), questions },
    {
      name: 'Understudy, relaxed',
      size,
      prepare,
      command: demo('--data', data, '--durability', 'relaxed'),
      questions,
    },
  ];
}
