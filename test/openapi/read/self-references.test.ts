// References by the `$self` of documents: to the document itself, to others, and to files beside.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const SELF = 'https://api.example/v1/openapi.json';

/** The `openapi-schema` and `reference` findings, and the schema of the response, for a reference to it. */
async function opened($ref: string, $self: string | null = SELF, others: Readonly<Record<string, object>> = {}) {
  const folder = await temporaryFolder();
  const content = { 'application/json': { schema: { $ref } } };
  const document = {
    openapi: '3.2.0',
    ...($self !== null && { $self }),
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { responses: { 200: { description: 'Pets.', content } } } } },
    components: { schemas: { Pet: { type: 'string' } } },
  };
  for (const [name, file] of Object.entries({ 'main.json': document, ...others }))
    await writeFile(join(folder, name), JSON.stringify(file));
  const { bundled, findings } = await openDocument(join(folder, 'main.json'));
  const text = JSON.stringify(bundled);
  return { text, problems: findings.filter(({ rule }) => rule !== 'not-enforced').map(({ message }) => message) };
}

const other = ($self: string, $ref: string) => ({ $self, components: { schemas: { Cat: { items: { $ref } } } } });

test.each<[what: string, $ref: string, $self: string, others: Readonly<Record<string, object>>, found: string]>([
  ['itself', `${SELF}#/components/schemas/Pet`, SELF, {}, '"schema":{"$ref":"#/components/schemas/Pet"}'],
  ['itself by its last segment', 'openapi.json#/components/schemas/Pet', SELF, {}, '"$ref":"#/components/schemas/Pet"'],
  ['itself by its path', '/v1/openapi.json#/components/schemas/Pet', SELF, {}, '"$ref":"#/components/schemas/Pet"'],
  ['a file beside it', 'https://api.example/v1/cat.json', SELF, { 'cat.json': { const: 'cat' } }, '"const":"cat"'],
  [
    'a document that refers back by $self',
    'other.json#/components/schemas/Cat',
    SELF,
    { 'other.json': other('https://api.example/v1/other.json', `${SELF}#/components/schemas/Pet`) },
    '"items":{"$ref":"#/components/schemas/Pet"}',
  ],
  [
    'itself, where another document claims the same $self',
    'other.json#/components/schemas/Cat',
    SELF,
    { 'other.json': other(SELF, `${SELF}#/components/schemas/Pet`) },
    '"items":{"$ref":"#/components/schemas/Pet"}',
  ],
  [
    'a document of another host that refers to itself by $self',
    'other.json#/components/schemas/Cat',
    SELF,
    { 'other.json': other('https://other.example/o', 'https://other.example/o#/components/schemas/Cat') },
    '"items"',
  ],
])('a document can refer to %s', async (_, $ref, $self, others, found) => {
  const { text, problems } = await opened($ref, $self, others);
  expect(problems).toEqual([]);
  expect(text).toContain(found);
});

test.each([
  ['another host', 'https://other.example/v1/openapi.json#/components/schemas/Pet', SELF, /was not fetched/],
  ['a host without $self', `${SELF}#/components/schemas/Pet`, null, /was not fetched/],
  ['a file outside of the folder', 'https://api.example/v1/../../etc/passwd', SELF, /outside the document's folder/],
  ['a missing file', 'https://api.example/v1/none.json', SELF, /not found/],
])('a reference to %s is reported', async (_, $ref, $self, reason) => {
  const { problems } = await opened($ref, $self);
  expect(problems).toEqual([expect.stringMatching(reason)]);
});
