// The workload `many`: searches among few and among many projects.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contender } from '../contender.ts';
import { fixtureProjects, shownProject, writeSearchSchema } from '../identity-document.ts';
import { freshData, manyProjects, writeState } from '../identity-state.ts';
import { underLoad } from '../measure.ts';
import { type Search, searchJsonServer, searchProjects } from '../project-search.ts';
import { interleave } from '../rounds.ts';
import { bare, demo, jsonServer } from '../servers.ts';
import type { Settings } from '../settings.ts';
import { sizedTable } from '../sizes.ts';
import { BARE } from './small-search.ts';

const SIZES = [100, 100_000];

const QUESTIONS = { firstPage: 'the first page, 20 projects', exactName: 'one project by its name' };

export async function many(settings: Settings): Promise<string> {
  const contenders: Contender[] = [];
  for (const size of SIZES) contenders.push(...(await contendersOf(settings.folder, size)));
  const measured = await interleave(contenders, settings.rounds, (contender) => underLoad(contender, settings));
  const cost = ({ processor }: { readonly processor: number }) => processor;
  return sizedTable({ measured, sizes: SIZES, of: 'projects', questions: QUESTIONS, cost, compared: [100_000] });
}

async function contendersOf(folder: string, size: number): Promise<readonly Contender[]> {
  const generated = manyProjects(size);
  const fixtures = await fixtureProjects();
  const total = fixtures.length + size;
  const newest = generated.projects.slice(-20).map(({ name }) => name);
  const firstPage: Search = { limit: 20, finds: newest.toReversed(), total };
  const equals = generated.projects.at(-1)?.name ?? '';
  const exactName: Search = { limit: 20, equals, finds: [equals], total: 1 };

  const [state, data] = [join(folder, `state-${size}.json`), join(folder, `data-${size}`)];
  const [list, database] = [join(folder, `projects-${size}.json`), join(folder, `database-${size}.json`)];
  const projects = [...fixtures, ...generated.projects.map(shownProject)];
  const schema = await writeSearchSchema(folder);
  await writeState(state, generated);
  await writeFile(list, JSON.stringify(projects));
  await writeFile(database, JSON.stringify({ projects }));
  const questions = { firstPage: searchProjects(firstPage), exactName: searchProjects(exactName) };
  return [
    { name: BARE, size, command: bare(schema, list), questions },
    {
      name: 'json-server',
      size,
      command: jsonServer(database),
      questions: { firstPage: searchJsonServer(firstPage), exactName: searchJsonServer(exactName) },
    },
    {
      name: 'Understudy',
      size,
      prepare: freshData(state, data),
      command: demo('--data', data),
      questions,
    },
  ];
}
