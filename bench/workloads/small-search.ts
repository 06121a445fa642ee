// Everybody who can answer a search among few projects, and what it asks for: used wherever all peers are compared.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contender } from '../contender.ts';
import { fixtureProjects, writeIdentityDocument, writeSearchSchema } from '../identity-document.ts';
import { peersFor } from '../peers.ts';
import { type Search, searchJsonServer, searchProjects } from '../project-search.ts';
import { bare, jsonServer, understudy } from '../servers.ts';

/** A part of a name that three of the organization's seven projects have. */
export const SEARCH: Search = { limit: 100, contains: 'g', finds: ['gear_sync', 'Gear Shop', 'Hut Booking'], total: 3 };

/** The row that others are compared with. */
export const BARE = 'bare `node:http` and Ajv';

/** Those who mock a document give the example, which is the right answer; the others look for it. */
export async function smallSearch(folder: string): Promise<readonly Contender[]> {
  const projects = await fixtureProjects();
  const document = await writeIdentityDocument(folder, {
    details: { totalResult: '3', processedSequence: '6', viewTimestamp: '2026-11-21T09:00:00.000Z' },
    result: SEARCH.finds.map((wanted) => projects.find(({ name }) => name === wanted)),
  });
  const [list, database] = [join(folder, 'projects.json'), join(folder, 'database.json')];
  await writeFile(list, JSON.stringify(projects));
  await writeFile(database, JSON.stringify({ projects }));
  const questions = { search: searchProjects(SEARCH) };
  return [
    { name: BARE, command: bare(await writeSearchSchema(folder), list), questions },
    ...(await peersFor(document, questions)),
    { name: 'json-server', command: jsonServer(database), questions: { search: searchJsonServer(SEARCH) } },
    { name: 'Understudy', command: understudy('--memory'), questions },
  ];
}
