// The workload `large`: the document of GitHub's API, some 1,200 operations in 13 MB.

import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Question, wireRequest } from '../contender.ts';
import { exampleOf, operationsIn, readDocument } from '../documents.ts';
import { askFor, examplesFor } from '../examples.ts';
import { underLoad } from '../measure.ts';
import { peerFile } from '../peers.ts';
import { interleave } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { shortly, spread, tableOf } from '../table.ts';

const GITHUB = '@octokit/openapi/generated/api.github.com.json';

/** The requests, by operationId: a small response, and one with a deep schema. */
const REQUESTS = {
  'licenses/get': wireRequest('GET', '/licenses/mit'),
  'issues/create': wireRequest('POST', '/repos/octocat/hello-world/issues', { title: 'A bug', labels: ['bug'] }),
};

export async function large({ folder, ...settings }: Settings): Promise<string> {
  const document = join(folder, 'github.json');
  await cp(peerFile(GITHUB), document);
  const contenders = await examplesFor(document, await questionsFor(document));
  const measured = await interleave(contenders, settings.rounds, (contender) =>
    underLoad(contender, { folder, ...settings }),
  );
  const rows = measured.map(({ contender: { name }, rounds, failure }) => {
    if (failure) return [name, shortly(failure)];
    const rates = Object.keys(REQUESTS).map((id) => spread(rounds.flatMap(({ figures }) => figures[id]?.rate ?? [])));
    return [name, spread(rounds.map((one) => one.startUp)), ...rates];
  });
  const requested = Object.keys(REQUESTS).map((id) => `\`${id}\`, responses per second`);
  return tableOf(['server', 'first response after, ms', ...requested], rows);
}

async function questionsFor(file: string): Promise<Readonly<Record<string, Question>>> {
  const document = await readDocument(file);
  const found = operationsIn(document).flatMap((operation) => {
    const { operationId = '' } = operation.definition;
    const request = REQUESTS[operationId as keyof typeof REQUESTS];
    if (!request) return [];
    const { status, value } = exampleOf(document, operation);
    return [[operationId, askFor(request, status, value)] as const];
  });
  return Object.fromEntries(found);
}
