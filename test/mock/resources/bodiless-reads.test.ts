// Read operations without content in the document: no body, and a finding.

import { expect, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { documentOf } from '../../support/own-api.ts';

const bare = { responses: { 200: { description: 'So.' } } };
const json = { responses: { 200: { description: 'So.', content: { 'application/json': { schema: {} } } } } };
const created = { responses: { 201: { description: 'Made.' } } };

/** The findings of a document when it is loaded. */
async function reported(paths: object): Promise<readonly string[]> {
  const notices: string[] = [];
  const document = { location: 'api.json', text: JSON.stringify(documentOf(paths as never)) };
  const mockServer = await createMockServer({
    apis: [{ name: 'own', document, infer: true }],
    durability: 'memory',
    onNotice: (notice) => notices.push(notice),
  });
  await mockServer.close();
  return notices;
}

test('reports a list and an item without content in one line, at the first one', async () => {
  const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] };
  const notices = await reported({ '/pets': { get: bare, post: created }, '/pets/{id}': { ...id, get: bare } });
  expect(notices).toEqual([
    expect.stringMatching(/^api\.json:1:\d+ {2}info {2}no-content {2}returns no body, .* \(2 places, first shown\)/),
  ]);
});

test('reports a read operation on a written path without a resource', async () => {
  expect(await reported({ '/session': { get: bare, post: created } })).toEqual([expect.stringContaining('no-content')]);
});

test.each([
  ['has a body', { '/pets': { get: json, post: created } }],
  ['is only read, such as a health check', { '/health': { get: bare } }],
  ['has a status without content', { '/pets': { get: { responses: { 204: { description: 'So.' } } }, post: created } }],
  ['redirects', { '/pets': { get: { responses: { 302: { description: 'So.' } } }, post: created } }],
])('does not report a read operation that %s', async (_, paths) => {
  expect(await reported(paths)).toEqual([]);
});
