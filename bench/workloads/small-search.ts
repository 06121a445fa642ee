// Everybody who can answer a search among few projects, and what it asks for: used wherever all peers are compared.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contender } from '../contender.ts';
import { fixtureProjects, writeIdentityDocument, writeSearchSchema } from '../identity-document.ts';
import { peersFor } from '../peers.ts';
import { type Search, searchJsonServer, searchProjects } from '../project-search.ts';
import { bare, demo, jsonServer } from '../servers.ts';

/** A part of a name that three of the organization's seven projects have. */
export const SEARCH: Search = { limit: 100, contains: 'g', finds: ['gear_sync', 'Gear Shop', 'Hut Booking'], total: 3 };

/** The row that others are compared with. */
export const BARE = 'bare `node:http` and Ajv';

/** The answer, as everybody gives it who does not look for it. */
export async function foundProjects() {
  const projects = await fixtureProjects();
  return {
    details: { totalResult: '3', processedSequence: '6', viewTimestamp: '2026-11-21T09:00:00.000Z' },
    result: SEARCH.finds.map((wanted) => projects.find(({ name }) => name === wanted)),
  };
}

/** The floor: the least that could answer. */
export async function bareSearch(folder: string): Promise<Contender> {
  const list = join(folder, 'projects.json');
  await writeFile(list, JSON.stringify(await fixtureProjects()));
  return {
    name: BARE,
    command: bare(await writeSearchSchema(folder), list),
    questions: { search: searchProjects(SEARCH) },
  };
}

/** Those who mock a document give the example, which is the right answer; the others look for it. */
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
