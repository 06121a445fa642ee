// List scenario: filters, pages and cursors.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';

const integer = { type: 'integer' };
const box = {
  type: 'object',
  required: ['id'],
  properties: { id: integer, weight: integer, name: { type: 'string' } },
};
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const BOXES = [1, 10, 2].map((weight, index) => ({ id: index + 1, weight, name: ['a', 'ab', 'c'][index] }));

/** The created box. */
const NEW = { id: 99 };

/** Findings of the scenarios of a server with a list of boxes. @param answer - the list for a query @param item - the schema of a box */
async function found(
  parameters: readonly object[],
  shown: object,
  answer: (query: URLSearchParams) => unknown,
  item: object = box,
) {
  const server = createServer(({ url, method }, response) => {
    const { pathname, searchParams } = new URL(url ?? '/', 'http://localhost');
    const isNew = method === 'POST' || pathname === `/boxes/${NEW.id}`;
    const status = method === 'POST' ? 201 : isNew || pathname === '/boxes' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isNew ? NEW : answer(searchParams)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const content = { 'application/json': { schema: shown } };
  const one = { description: '', content: { 'application/json': { schema: item } } };
  const id = { name: 'id', in: 'path', required: true, schema: integer };
  const document = createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Boxes', version: '1' },
      paths: {
        '/boxes': {
          get: { operationId: 'list', parameters, responses: { 200: { description: '', content } } },
          post: { operationId: 'add', responses: { 201: one } },
        },
        '/boxes/{id}': { get: { operationId: 'read', parameters: [id], responses: { 200: one } } },
      },
    } as unknown as DocumentObject),
  );
  const sandboxes = await detectSandboxes(target);
  const verdict = await verify({ document, target, sandboxes, phases: ['scenarios'], allowWrites: true });
  target.close();
  await new Promise((resolve) => server.close(resolve));
  return listErrors(verdict)
    .filter(({ operation }) => operation === 'list')
    .map(({ message }) => message);
}

test.each<[name: 'weight' | 'name', isSame: (shown: string, wanted: string) => boolean, said: readonly string[]]>([
  ['weight', (shown, wanted) => shown === wanted, []],
  // Filters may match parts of texts, but not of numbers.
  ['weight', (shown, wanted) => shown.includes(wanted), ['filtered by weight=1, the list contains items with 10']],
  ['name', (shown, wanted) => shown.includes(wanted), []],
  ['name', () => true, ['filtered by name="a", the list contains items with "c"']],
])('a filter by %s is applied with %s', async (name, isSame, message) => {
  const parameters = [query(name, name === 'weight' ? integer : { type: 'string' })];
  const list = await found(parameters, { type: 'array', items: box }, (requested) => {
    const wanted = requested.get(name);
    return [...BOXES.filter((one) => wanted === null || isSame(`${one[name]}`, wanted)), NEW];
  });
  expect(list).toEqual(message);
});

const MADE = ['2026-01-05T08:00:00Z', '2026-03-01T08:00:00Z', '2026-02-01T08:00:00Z'];
const STOCK = BOXES.map((one, index) => ({ ...one, created: MADE[index] }));
const stocked = { ...box, properties: { ...box.properties, created: { type: 'string', format: 'date-time' } } };
const time = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date' };
type Box = (typeof STOCK)[number];
const timeOf = (text: string) => Date.parse(text);

test.each<[what: string, parameter: object, filter: (box: Box, sent: string) => boolean, said: readonly string[]]>([
  ['applied', query('minWeight', integer), ({ weight }, sent) => weight >= Number(sent), []],
  ['applied without the bound', query('weight[gt]', integer), ({ weight }, sent) => weight > Number(sent), []],
  ['ignored', query('minWeight', integer), () => true, ['filtered by minWeight=2, the list contains items with 1']],
  [
    'reversed',
    query('max_weight', integer),
    ({ weight }, sent) => weight >= Number(sent),
    ['filtered by max_weight=2, the list contains items with 10'],
  ],
  [
    'compared as text',
    query('weight[gte]', integer),
    ({ weight }, sent) => `${weight}` >= sent,
    ['filtered by weight[gte]=2, the list does not contain the item with 10'],
  ],
  [
    'applied to nothing',
    query('weightFrom', integer),
    () => false,
    ['filtered by weightFrom=2, the list contains no match, but one exists'],
  ],
  ['applied to times', query('createdAfter', time), ({ created = '' }, sent) => timeOf(created) > timeOf(sent), []],
  ['applied to days', query('from', day), ({ created = '' }, sent) => created.slice(0, 10) >= sent, []],
  [
    'ignored as a time',
    query('to', time),
    () => true,
    [expect.stringMatching(/^filtered by to="2026-02-01T08:00:00Z"/)],
  ],
  ['of another kind', query('createdAfter', { type: 'string', enum: ['yesterday'] }), () => true, []],
])('a filter by bounds is %s', async (_, parameter, isMatch, messages) => {
  const { name } = parameter as { readonly name: string };
  const list = await found(
    [parameter],
    { type: 'array', items: stocked },
    (requested) => {
      const sent = requested.get(name);
      return STOCK.filter((one) => sent === null || isMatch(one, sent));
    },
    stocked,
  );
  expect(list.filter((message) => message.startsWith('filtered'))).toEqual(messages);
});

const ROWS = ['a', 'b', 'c', 'd', 'e'].map((word) => ({ word }));

test.each<[what: string, rows: (turn: number) => readonly object[], shift: number, said: readonly string[]]>([
  ['are complete', () => ROWS, 0, []],
  ['lose an item', () => ROWS, 1, ['1 of 5 items are on no page, such as {"word":"c"}']],
  ['have equal items', () => [...ROWS, { word: 'a' }], 0, []],
  ['have equal items and lose one', () => [...ROWS, { word: 'a' }], 1, []],
  ['change between requests', (turn) => ROWS.map((row) => ({ ...row, turn })), 1, []],
])('pages of items without ids that %s', async (_, rows, shift, messages) => {
  const row = { type: 'object', properties: { word: { type: 'string' } } };
  let turn = 0;
  const list = await found(
    [query('limit', { type: 'integer', minimum: 1, maximum: 50 }), query('offset', { type: 'integer', minimum: 0 })],
    { type: 'array', items: row },
    (requested) => {
      turn += 1;
      const limit = Number(requested.get('limit') ?? 50);
      const offset = Number(requested.get('offset') ?? 0);
      const first = offset + (offset > 0 && limit < 50 ? shift * (offset / limit) : 0);
      return rows(turn).slice(first, first + limit);
    },
    row,
  );
  expect(list).toEqual(messages);
});

const COLOURS = { type: 'string', enum: ['red', 'blue'] };
const WORDS = { type: 'string', enum: ['all', 'red', 'blue'] };

test.each<[what: string, named: object, described: object, isHeeded: boolean, said: readonly string[]]>([
  ['ignores', COLOURS, COLOURS, false, ['filtered by colour="blue", the list contains items with "red"']],
  ['heeds', COLOURS, COLOURS, true, []],
  ['has other values for', WORDS, COLOURS, true, []],
  ['declares no enum for', WORDS, { type: 'string' }, false, []],
  ['declares no other value for', { type: 'string', enum: ['red'] }, COLOURS, false, []],
])('a uniform list is filtered by another value: a list that %s the filter', async (...row) => {
  const [, named, described, isHeeded, message] = row;
  const item = { ...box, properties: { ...box.properties, colour: described } };
  const list = await found(
    [query('colour', named)],
    { type: 'array', items: item },
    (requested) => {
      const wanted = requested.get('colour') ?? 'all';
      return !isHeeded || wanted === 'all' || wanted === 'red' ? [{ ...NEW, colour: 'red' }] : [];
    },
    item,
  );
  expect(list).toEqual(message);
});

test.each<[what: string, pages: number, said: readonly string[]]>([
  ['ends without the item', 3, ['created item is not in the list (3 pages)']],
  // Later pages are not read.
  ['never ends', Number.POSITIVE_INFINITY, []],
])('reports a missing created item only for a complete list: a list that %s', async (_, pages, message) => {
  const list = { type: 'object', properties: { items: { type: 'array', items: box }, nextCursor: { type: 'string' } } };
  const parameters = [query('cursor', { type: 'string' }), query('limit', integer)];
  const messages = await found(parameters, list, (all) => {
    const at = Number(all.get('cursor') ?? 0);
    return { items: [{ id: 1000 + at }], ...(at + 1 < pages && { nextCursor: `${at + 1}` }) };
  });
  expect(messages).toEqual(message);
});

test.each<[what: string, lost: number, said: readonly string[]]>([
  ['are complete', 0, []],
  ['lose an item', 1, ['1 of 5 items are on no page, such as 3']],
])('a cursor may be in a link to the next page: pages that %s', async (_, lost, messages) => {
  const list = { type: 'object', properties: { items: { type: 'array', items: box }, next: { type: 'string' } } };
  const all = [...[1, 2, 3, 4].map((id) => ({ id })), NEW];
  const parameters = [query('cursor', { type: 'string' }), query('limit', integer)];
  const messagesOf = await found(parameters, list, (requested) => {
    const limit = Number(requested.get('limit') ?? 50);
    const end = Number(requested.get('cursor') ?? 0) + limit;
    const next = end < all.length && { next: `/boxes?limit=${limit}&cursor=${end + lost}` };
    return { items: all.slice(end - limit, end), ...next };
  });
  expect(messagesOf.filter((message) => message.includes('page'))).toEqual(messages);
});

test('a cursor may be a number', async () => {
  const list = { type: 'object', properties: { items: { type: 'array', items: box }, nextCursor: { type: 'string' } } };
  const requested = new Set<string | null>();
  await found([query('cursor', { type: 'string' }), query('limit', integer)], list, (all) => {
    requested.add(all.get('cursor'));
    const at = Number(all.get('cursor') ?? 0);
    return { items: BOXES.slice(at, at + 1), ...(at + 1 < BOXES.length && { nextCursor: at + 1 }) };
  });
  expect([...requested]).toEqual([null, '1', '2']);
});
