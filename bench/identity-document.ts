// Input for servers that do not know the identity API: its projects as in responses, its document, its search schema.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonSchemaOf } from '../contracts/judges/json-schema.ts';
import { projectDocument } from '../contracts/judges/projection.ts';
import type { Project } from '../src/identity/records.ts';
import type { DocumentObject, OperationObject } from '../src/openapi/objects.ts';
import { openDocument } from '../src/openapi/read/open-document.ts';
import { ORGANIZATION } from './identity-state.ts';
import { inRepository } from './repository.ts';

/** A project as in responses. */
export function shownProject({ id, resourceOwner, sequence, aggregateSequence: _, ...project }: Project) {
  const { creationDate, changeDate, ...shown } = project;
  return { id, details: { sequence: String(sequence), creationDate, changeDate, resourceOwner }, ...shown };
}

/** The fixtures' projects of the organization, as in responses. */
export async function fixtureProjects() {
  const text = await readFile(inRepository('fixtures/identity/projects.json'), 'utf8');
  const projects: readonly Project[] = JSON.parse(text);
  return projects.filter(({ resourceOwner }) => resourceOwner === ORGANIZATION).map(shownProject);
}

/** Writes the identity document in JSON, with one response of `searchProjects` as its example. Returns the file. */
export async function writeIdentityDocument(folder: string, response: object): Promise<string> {
  const { bundled } = await openDocument(inRepository('spec/identity.yaml'));
  const document = projectDocument(bundled);
  const content = searchIn(document).responses['200']?.content?.['application/json'];
  Object.assign(content ?? {}, { examples: { one: { value: response } } });
  const file = join(folder, 'identity-document.json');
  await writeFile(file, JSON.stringify(document));
  return file;
}

/** Writes the schema of the body of `searchProjects`. Returns the file. */
export async function writeSearchSchema(folder: string): Promise<string> {
  const { bundled } = await openDocument(inRepository('spec/identity.yaml'));
  const schema = searchIn(projectDocument(bundled)).requestBody?.content['application/json']?.schema;
  const file = join(folder, 'search-schema.json');
  await writeFile(file, JSON.stringify(jsonSchemaOf(schema ?? {}, bundled)));
  return file;
}

function searchIn(document: DocumentObject): OperationObject {
  return document.paths['/management/v1/projects/_search']?.post as OperationObject;
}
