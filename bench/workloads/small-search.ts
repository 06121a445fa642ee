// All servers with a search among few projects, and its request: used wherever all peers are compared.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contender } from '../contender.ts';
import { fixtureProjects, writeIdentityDocument, writeSearchSchema } from '../identity-document.ts';
import { peersFor } from '../peers.ts';
import { type Search, searchJsonServer, searchProjects } from '../project-search.ts';
import { bare, demo, jsonServer } from '../servers.ts';

/** A part of the names of three of the organization's seven projects. */
export const SEARCH: Search = { limit: 100, contains: 'g', finds: ['gear_sync', 'Gear Shop', 'Hut Booking'], total: 3 };

/** The row that others are compared with. */
export const BARE = 'bare `node:http` and Ajv';

/** The response of servers that return the example. */
export async function foundProjects() {
  const projects = await fixtureProjects();
  return {
    details: { totalResult: '3', processedSequence: '6', viewTimestamp: '2026-11-21T09:00:00.000Z' },
    result: SEARCH.finds.map((wanted) => projects.find(({ name }) => name === wanted)),
  };
}

/** The lower bound: a minimal server. */
export async function bareSearch(folder: string): Promise<Contender> {
  const list = join(folder, 'projects.json');
  await writeFile(list, JSON.stringify(await fixtureProjects()));
  return {
    name: BARE,
    command: bare(await writeSearchSchema(folder), list),
    questions: { search: searchProjects(SEARCH) },
  };
}

/** Mock servers return the example, which is the correct response; the others search. */
export async function smallSearch(folder: string): Promise<readonly Contender[]> {
  const document = await writeIdentityDocument(folder, await foundProjects());
  const database = join(folder, 'database.json');
  await writeFile(database, JSON.stringify({ projects: await fixtureProjects() }));
  const questions = { search: searchProjects(SEARCH) };
  return [
    await bareSearch(folder),
    ...(await peersFor(document, questions)),
    { name: 'json-server', command: jsonServer(database), questions: { search: searchJsonServer(SEARCH) } },
    { name: 'Understudy', command: demo('--memory'), questions },
  ];
}
