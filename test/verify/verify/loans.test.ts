// References by the name of another item's id, lists that a reference fills, and given ids.

import { expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import type { WireRequest, WireResponse } from '../../../src/server/pipeline/wire.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import type { OperationVerdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { responding } from '../../support/wire-server.ts';

const ISBN = { type: 'string', pattern: '^97[89]\\d{10}$' };
const UUID = { type: 'string', format: 'uuid' };
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const returns = (status: number, schema: object, ...others: readonly number[]) =>
  Object.fromEntries([
    [status, { description: '', ...content(schema) }],
    ...others.map((other) => [other, { description: '' }]),
  ]);
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const book = object({ isbn: ISBN, title: { type: 'string', minLength: 1 } });
const member = object({ id: { ...UUID, readOnly: true }, name: { type: 'string' } });
const loan = { $ref: '#/components/schemas/Loan' };
const creates = (operationId: string, schema: object) => ({
  operationId,
  requestBody: { required: true, ...content(schema) },
  responses: returns(201, schema, 400, 409),
});
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Library', version: '1' },
  components: { schemas: { Loan: object({ id: { type: 'integer', readOnly: true }, memberId: UUID, isbn: ISBN }) } },
  paths: {
    '/books': {
      get: { operationId: 'listBooks', responses: returns(200, { type: 'array', items: book }) },
      post: creates('addBook', book),
    },
    '/books/{isbn}': {
      parameters: [inPath('isbn', ISBN)],
      get: { operationId: 'getBook', responses: returns(200, book, 400, 404) },
      delete: {
        operationId: 'removeBook',
        responses: { 204: { description: '' }, 400: { description: '' }, 404: { description: '' } },
      },
    },
    '/members': { post: creates('addMember', member) },
    '/members/{id}': {
      get: { operationId: 'getMember', parameters: [inPath('id', UUID)], responses: returns(200, member, 400, 404) },
    },
    '/members/{memberId}/loans': {
      get: {
        operationId: 'listLoans',
        parameters: [inPath('memberId', UUID)],
        responses: returns(200, { type: 'array', items: loan }, 400, 404),
      },
    },
    '/loans': { post: creates('lend', loan) },
    '/loans/{id}/return': {
      post: {
        operationId: 'returnLoan',
        parameters: [inPath('id', { type: 'integer', minimum: 1 })],
        responses: returns(200, loan, 400, 404),
      },
    },
  },
} as unknown as DocumentObject;

/** The id of a book that exists before. */
const KNOWN = '9780141439518';

/** A server that rejects references to items that do not exist. */
function createLibrary(): (request: WireRequest) => WireResponse {
  const books = new Map<string, object>([[KNOWN, { isbn: KNOWN, title: 'Emma' }]]);
  const members = new Map<string, object>();
  const loans: { readonly id: number; readonly memberId: string; readonly isbn: string }[] = [];
  return ({ method, target, body }) => {
    const json = (status: number, value?: unknown): WireResponse => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: value === undefined ? '' : JSON.stringify(value),
    });
    const [, kind = '', id, part] = target.split('/');
    const sent = parse(body);
    const rejected = (detail: string) => json(400, { detail });
    if (kind === 'books') {
      if (id === undefined && method === 'GET') return json(200, [...books.values()]);
      if (id === undefined) {
        const { isbn, title } = sent ?? {};
        if (!isIsbn(isbn)) return rejected('isbn is invalid');
        if (typeof title !== 'string' || title === '') return rejected('title is invalid');
        if (books.has(isbn)) return json(409, { detail: 'isbn exists' });
        books.set(isbn, { isbn, title });
        return json(201, books.get(isbn));
      }
      if (!isIsbn(id)) return rejected('isbn is invalid');
      if (!books.has(id)) return json(404);
      if (method === 'DELETE') books.delete(id);
      return method === 'DELETE' ? json(204) : json(200, books.get(id));
    }
    if (kind === 'members' && id === undefined) {
      if (typeof sent?.name !== 'string') return rejected('name is invalid');
      const added = { id: crypto.randomUUID(), name: sent.name };
      members.set(added.id, added);
      return json(201, added);
    }
    if (kind === 'members') {
      if (!isUuid(id)) return rejected('id is invalid');
      if (!members.has(id)) return json(404);
      return json(200, part === 'loans' ? loans.filter(({ memberId }) => memberId === id) : members.get(id));
    }
    const found = loans[Number(id) - 1];
    if (id !== undefined) return /^[1-9]\d*$/.test(id) ? json(found ? 200 : 404, found) : json(400);
    const { memberId, isbn } = sent ?? {};
    if (!isUuid(memberId) || !members.has(memberId)) return rejected('memberId: no such member');
    if (!isIsbn(isbn) || !books.has(isbn)) return rejected('isbn: no such book');
    loans.push({ id: loans.length + 1, memberId, isbn });
    return json(201, loans.at(-1));
  };
}

function isIsbn(value: unknown): value is string {
  return typeof value === 'string' && /^97[89]\d{10}$/.test(value);
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

function parse(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

async function verdictsOf(url: string, values: Readonly<Record<string, string>> = {}) {
  const document = createDocument(documentSource(DOCUMENT));
  const target = createTarget(url);
  const { operations } = await verify({
    document,
    target,
    sandboxes: await detectSandboxes(target),
    values: new Map(Object.entries(values)),
    phases: ['examples', 'boundaries', 'scenarios'],
    allowWrites: true,
  });
  target.close();
  return Object.fromEntries(operations.map((one) => [one.operation.id, one]));
}

const outcomesOf = (verdicts: Readonly<Record<string, OperationVerdict>>) =>
  Object.entries(verdicts).map(([id, { outcome, hasOnlyEmptyLists = false, reason }]) => [
    id,
    reason ?? `${outcome}${hasOnlyEmptyLists ? ', empty' : ''}`,
  ]);
const PASSED = [
  'listBooks',
  'addBook',
  'getBook',
  'removeBook',
  'addMember',
  'getMember',
  'listLoans',
  'lend',
  'returnLoan',
].map((id) => [id, 'passed']);

test('isbn in a loan is that of a book, and loans fill the list of their member', async () => {
  const { url, requests } = await responding(createLibrary());
  expect(outcomesOf(await verdictsOf(url))).toEqual(PASSED);
  const isbns = requests.filter(({ target }) => target === '/loans').map(({ body }) => parse(body)?.isbn);
  expect(isbns).toContain(KNOWN);
});

test('a value for all operations is no id of new items', async () => {
  const { url, requests } = await responding(createLibrary());
  expect(outcomesOf(await verdictsOf(url, { isbn: KNOWN }))).toEqual(PASSED);
  const created = requests.filter(({ method, target }) => method === 'POST' && target === '/books');
  expect(created.map(({ body }) => parse(body)?.isbn)).not.toContain(KNOWN);
  const lent = requests.filter(({ target }) => target === '/loans');
  expect(parse(lent[0]?.body ?? new Uint8Array())?.isbn).toBe(KNOWN);
});

test('a value for the create operation is the id of the first new item', async () => {
  const { url, requests } = await responding(createLibrary());
  const verdicts = await verdictsOf(url, { 'addBook.isbn': '9780000000002' });
  expect(outcomesOf(verdicts)).toEqual(PASSED);
  const created = requests.filter(({ method, target }) => method === 'POST' && target === '/books');
  expect(parse(created[0]?.body ?? new Uint8Array())?.isbn).toBe('9780000000002');
});

test('against the mock server, the list of a member has loans, too', async () => {
  const text = JSON.stringify(DOCUMENT);
  const server = await createMockServer({
    apis: [{ name: 'library', document: { location: 'library.json', text }, infer: true }],
  });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  expect(outcomesOf(await verdictsOf(url))).toEqual(PASSED);
});
