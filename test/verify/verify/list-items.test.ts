// Checks of lists create the items that they need, or report that there are too few.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors, type Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { responding } from '../../support/wire-server.ts';

const TODO = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, title: { type: 'string' } } };
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const query = (name: string, schema: object = { type: 'integer' }) => ({ name, in: 'query', schema });
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const PAGE = {
  type: 'object',
  properties: { items: { type: 'array', items: TODO }, nextCursor: { type: 'string' } },
};

interface Page {
  readonly items: readonly object[];
  readonly nextCursor?: string;
}

/** @param page - returns a page of all items, for a query */
async function verdictOf(
  parameters: readonly object[],
  page: (items: readonly object[], query: (name: string, otherwise: number) => number) => Page,
  { items = 0, ...settings }: { readonly items?: number; readonly allowWrites?: boolean } = {},
): Promise<Verdict> {
  const todos = new Map<number, object>();
  let last = 0;
  const add = (todo: object) => {
    last += 1;
    todos.set(last, { ...todo, id: last });
    return todos.get(last);
  };
  for (let count = 0; count < items; count += 1) add({});
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const id = Number(pathname.slice('/todos/'.length));
    const send = (status: number, value?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    const body = Buffer.concat(await request.toArray()).toString();
    if (pathname === '/todos' && request.method === 'POST') return send(201, add(JSON.parse(body)));
    const read = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise);
    if (pathname === '/todos') return send(200, page([...todos.values()], read));
    if (!todos.has(id)) return send(404);
    if (request.method === 'DELETE') todos.delete(id);
    return request.method === 'DELETE' ? response.writeHead(204).end() : send(200, todos.get(id));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const document = createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Todos', version: '1' },
      paths: {
        '/todos': {
          get: { operationId: 'list', parameters, responses: { 200: json(PAGE) } },
          post: {
            operationId: 'add',
            requestBody: { required: true, ...json({ type: 'object', properties: { title: { type: 'string' } } }) },
            responses: { 201: json(TODO) },
          },
        },
        '/todos/{id}': {
          get: { operationId: 'read', parameters: [ID], responses: { 200: json(TODO), 404: { description: '' } } },
          delete: { operationId: 'remove', parameters: [ID], responses: { 204: { description: '' } } },
        },
      },
    } as unknown as DocumentObject),
  );
  try {
    const sandboxes = await detectSandboxes(target);
    return await verify({ document, target, sandboxes, phases: ['scenarios'], allowWrites: true, ...settings });
  } finally {
    target.close();
    await new Promise((resolve) => server.close(resolve));
  }
}

const messages = (verdict: Verdict) => listErrors(verdict).map(({ check, message }) => `${check}: ${message}`);
const listed = ({ operations }: Verdict) => operations.find(({ operation }) => operation.id === 'list');

const LIMIT = query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 10 });
const CURSOR = query('cursor', { type: 'string' });
const LONGER = 'pagination-complete: requested 2 items, but a page has 5';
const STUCK = 'pagination-complete: a page has the same items as the one before';

test.each<[fault: string, parameters: readonly object[], page: Parameters<typeof verdictOf>[1], string[]]>([
  ['nothing', [LIMIT], (all, at) => ({ items: all.slice(0, at('limit', 10)) }), []],
  ['limit, which is alone,', [LIMIT], (items) => ({ items }), [LONGER]],
  ['limit beside offset', [LIMIT, query('offset')], (all, at) => ({ items: all.slice(at('offset', 0)) }), [LONGER]],
  ['limit beside page', [LIMIT, query('page')], (all, at) => ({ items: at('page', 1) === 1 ? all : [] }), [LONGER]],
  ['limit beside cursor', [LIMIT, CURSOR], (items) => ({ items }), [LONGER]],
  ['offset', [LIMIT, query('offset')], (all, at) => ({ items: all.slice(0, at('limit', 10)) }), [STUCK]],
  ['page', [LIMIT, query('page')], (all, at) => ({ items: all.slice(0, at('limit', 10)) }), [STUCK]],
  [
    'cursor',
    [LIMIT, CURSOR],
    (all, at) => {
      const items = all.slice(0, at('limit', 10));
      return { items, ...(items.length < all.length && { nextCursor: `${items.length}` }) };
    },
    [STUCK],
  ],
  ['both limit and offset', [LIMIT, query('offset')], (items) => ({ items }), [LONGER]],
])('a server without items that ignores %s is found', async (_, parameters, page, expected) => {
  const verdict = await verdictOf(parameters, page);
  expect(messages(verdict)).toEqual(expected);
  expect(listed(verdict)?.appliedChecks).toContain('pagination-complete');
});

test.each([10, 2])('a server that skips an item between pages of a list is found (usual size %i)', async (usual) => {
  const limit = query('limit', { type: 'integer', minimum: 1, maximum: 50, default: usual });
  const verdict = await verdictOf([limit, CURSOR], (all, at) => {
    const start = at('cursor', 0);
    const end = start + at('limit', usual);
    return { items: all.slice(start, end), ...(end < all.length && { nextCursor: `${end + 1}` }) };
  });
  expect(messages(verdict)).toContainEqual(
    expect.stringMatching(/^pagination-complete: [12] of 5 items are on no page, such as \d+$/),
  );
});

test.each([
  [false, true],
  [true, undefined],
])('a list without items is marked, if none may be created (writes allowed: %s)', async (allowWrites, expected) => {
  const verdict = await verdictOf([], (items) => ({ items }), { allowWrites });
  expect(listed(verdict)?.hasOnlyEmptyLists).toBe(expected);
});

test('the smallest pages that the document allows are filled', async () => {
  const limit = query('limit', { type: 'integer', minimum: 4, default: 10 });
  const verdict = await verdictOf([limit], (items) => ({ items }));
  expect(messages(verdict)).toEqual(['pagination-complete: requested 4 items, but a page has 9']);
});

test('a longer list is read in larger pages', async () => {
  const page: Parameters<typeof verdictOf>[1] = (all, at) => ({
    items: all.slice(at('offset', 0), at('offset', 0) + at('limit', 10)),
  });
  const verdict = await verdictOf([LIMIT, query('offset')], page, { items: 55, allowWrites: false });
  expect(messages(verdict)).toEqual([]);
  expect(listed(verdict)?.appliedChecks).toContain('pagination-complete');
});

test.each([
  ['pagination-complete', [LIMIT], 'too few items (2, 5 are needed)', 2],
  ['filter-applied', [query('title', { type: 'string' })], 'too few items (0, 1 is needed)', 0],
  ['sort-applied', [query('sort', { enum: ['title', '-title'] })], 'too few items (1, 2 are needed)', 1],
] as const)('%s is not tested with too few items, if none may be created', async (check, parameters, reason, items) => {
  const verdict = await verdictOf(parameters, (all) => ({ items: all }), { items, allowWrites: false });
  expect([...(listed(verdict)?.untestedChecks ?? [])]).toEqual([[check, reason]]);
  expect(listed(verdict)?.appliedChecks).not.toContain(check);
});

test('items that only PUT creates fill a list', async () => {
  const flag = {
    type: 'object',
    required: ['name', 'on'],
    properties: { name: { type: 'string' }, on: { type: 'boolean' } },
  };
  const document = createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Flags', version: '1' },
      paths: {
        '/flags': { get: { operationId: 'list', responses: { 200: json({ type: 'array', items: flag }) } } },
        '/flags/{name}': {
          parameters: [
            { name: 'name', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z]{3,9}$' } },
          ],
          get: { operationId: 'read', responses: { 200: json(flag), 404: { description: '' } } },
          put: {
            operationId: 'put',
            requestBody: {
              required: true,
              ...json({ type: 'object', required: ['on'], properties: { on: { type: 'boolean' } } }),
            },
            responses: { 200: json(flag), 201: json(flag) },
          },
          delete: { operationId: 'remove', responses: { 204: { description: '' }, 404: { description: '' } } },
        },
      },
    } as unknown as DocumentObject),
  );
  const flags = new Map<string, object>();
  const { url } = await responding(({ method, target, body }) => {
    const send = (status: number, value?: unknown) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: value === undefined ? '' : JSON.stringify(value),
    });
    const name = target.slice('/flags/'.length);
    if (name === '') return send(200, [...flags.values()]);
    if (method === 'PUT') {
      const isNew = !flags.has(name);
      flags.set(name, { name, on: JSON.parse(Buffer.from(body).toString()).on });
      return send(isNew ? 201 : 200, flags.get(name));
    }
    if (!flags.has(name)) return send(404);
    if (method === 'DELETE') flags.delete(name);
    return method === 'DELETE' ? send(204) : send(200, flags.get(name));
  });
  const target = createTarget(url);
  const sandboxes = await detectSandboxes(target);
  const { operations } = await verify({ document, target, sandboxes, phases: ['examples'], allowWrites: true });
  target.close();
  const [list] = operations;
  expect([list?.operation.id, list?.outcome, list?.hasOnlyEmptyLists]).toEqual(['list', 'passed', undefined]);
  expect(flags.size).toBe(0);
});
