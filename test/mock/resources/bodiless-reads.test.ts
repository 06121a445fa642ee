// What is read and has no content in its document: it is answered without a body, and that is told.

import { expect, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { documentOf } from '../../support/own-api.ts';

const bare = { responses: { 200: { description: 'So.' } } };
const json = { responses: { 200: { description: 'So.', content: { 'application/json': { schema: {} } } } } };
const made = { responses: { 201: { description: 'Made.' } } };

/** What is told of a document when it is loaded. */
async function told(paths: object): Promise<readonly string[]> {
  const notices: string[] = [];
  const document = { location: 'api.json', text: JSON.stringify(documentOf(paths as never)) };
  const standIn = await createMockServer({
    apis: [{ name: 'own', document, infer: true }],
    durability: 'memory',
    onNotice: (notice) => notices.push(notice),
  });
  await standIn.close();
  return notices;
}

test('a list and an item that are read so are told in one line, at the first of them', async () => {
  const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] };
  const notices = await told({ '/pets': { get: bare, post: made }, '/pets/{id}': { ...id, get: bare } });
  expect(notices).toEqual([
    expect.stringMatching(/^api\.json:1:\d+ {2}info {2}no-content {2}returns no body, .* \(2 places, first shown\)/),
  ]);
});

test('what is read where something is written is told, though nothing is kept', async () => {
  expect(await told({ '/session': { get: bare, post: made } })).toEqual([expect.stringContaining('no-content')]);
});

test.each([
  ['has a body', { '/pets': { get: json, post: made } }],
  ['is only read, as the health of a server', { '/health': { get: bare } }],
  [
    'has no content as its status says',
    { '/pets': { get: { responses: { 204: { description: 'So.' } } }, post: made } },
  ],
  ['leads elsewhere', { '/pets': { get: { responses: { 302: { description: 'So.' } } }, post: made } }],
])('what %s is not told', async (_, paths) => {
  expect(await told(paths)).toEqual([]);
});
