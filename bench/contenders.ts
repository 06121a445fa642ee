// The servers that are compared, each as the arguments that Node is started with.

import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectDocument } from '../src/contract/projection.ts';
import { openDocument } from '../src/engine/open-document.ts';
import type { DocumentObject, OperationObject } from '../src/engine/openapi.ts';
import { ORGANIZATION } from './request.ts';

/** A server that is compared. */
export interface Contender {
  readonly name: 'bare' | 'prism' | 'understudy';
  readonly arguments: (port: number) => readonly string[];
}

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

/** Writes what they need into a folder. Prism answers with an example, so its document gets three projects as the example. */
export async function contendersIn(folder: string): Promise<readonly Contender[]> {
  const { bundled, dereferenced } = await openDocument(join(REPOSITORY, 'spec/identity.yaml'));
  const projects = await readProjects();
  const write = async (name: string, value: unknown) => {
    await writeFile(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const files = [
    await write('schema.json', search(dereferenced).requestBody?.content['application/json']?.schema),
    await write('projects.json', projects),
  ];
  const document = await write('document.json', withExample(projectDocument(bundled), answerOf(projects)));
  return [
    { name: 'bare', arguments: (port) => [join(REPOSITORY, 'bench/servers/bare.ts'), `${port}`, ...files] },
    {
      name: 'prism',
      arguments: (port) => [prismScript(), 'mock', document, '--port', `${port}`, '--verboseLevel', 'error'],
    },
    {
      name: 'understudy',
      arguments: (port) => [join(REPOSITORY, 'src/cli/main.ts'), 'serve', '--memory', '--port', `${port}`],
    },
  ];
}

/** The projects of the organization, as answers show them. */
async function readProjects(): Promise<readonly ShownProject[]> {
  const text = await readFile(join(REPOSITORY, 'fixtures/identity/projects.json'), 'utf8');
  return (JSON.parse(text) as StoredProject[])
    .filter(({ resourceOwner }) => resourceOwner === ORGANIZATION)
    .map(({ id, resourceOwner, sequence, aggregateSequence: _, creationDate, changeDate, ...shown }) => ({
      id,
      details: { sequence: String(sequence), creationDate, changeDate, resourceOwner },
      ...shown,
    }));
}

function answerOf(projects: readonly ShownProject[]): object {
  return {
    details: { totalResult: '3', processedSequence: '6', viewTimestamp: '2026-11-21T09:00:00.000Z' },
    result: ['gear_sync', 'Gear Shop', 'Hut Booking'].map((wanted) => projects.find(({ name }) => name === wanted)),
  };
}

function withExample(document: DocumentObject, value: object): DocumentObject {
  const content = search(document).responses['200']?.content?.['application/json'];
  Object.assign(content ?? {}, { examples: { three: { value } } });
  return document;
}

function search(document: DocumentObject): OperationObject {
  return document.paths['/management/v1/projects/_search']?.post as OperationObject;
}

function prismScript(): string {
  const manifest = createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json');
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.prism);
}

interface ShownProject {
  readonly id: string;
  readonly name: string;
}

interface StoredProject extends ShownProject {
  readonly resourceOwner: string;
  readonly sequence: number;
  readonly aggregateSequence: number;
  readonly creationDate: string;
  readonly changeDate: string;
}
