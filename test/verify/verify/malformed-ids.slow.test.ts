// On a shared server, each operation gets malformed ids, and no item of others is changed.

import { expect, onTestFinished, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import type { WireRequest, WireResponse } from '../../../src/server/pipeline/wire.ts';
import type { TestSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { responding } from '../../support/wire-server.ts';

const content = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const empty = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: '' }]));

/** Orders with ids of a schema, and their notes. */
function documentOf(idSchema: object, { isReadable = true } = {}) {
  const order = {
    type: 'object',
    required: ['id', 'item'],
    properties: { id: { ...idSchema, readOnly: true }, item: { type: 'string', minLength: 1 } },
  };
  const note = { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } };
  const id = { name: 'id', in: 'path', required: true, schema: idSchema };
  const noteId = { name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } };
  const requestBody = { required: true, content: { 'application/json': { schema: order } } };
  return createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Orders', version: '1' },
      paths: {
        '/orders': {
          get: { operationId: 'listOrders', responses: { 200: content({ type: 'array', items: order }) } },
          post: { operationId: 'addOrder', requestBody, responses: { 201: content(order), ...empty(400) } },
        },
        '/orders/{id}': {
          parameters: [id],
          ...(isReadable && {
            get: { operationId: 'getOrder', responses: { 200: content(order), ...empty(400, 404) } },
          }),
          patch: { operationId: 'changeOrder', requestBody, responses: { 200: content(order), ...empty(400, 404) } },
          delete: { operationId: 'removeOrder', responses: empty(204, 400, 404) },
        },
        '/orders/{id}/cancel': {
          parameters: [id],
          post: { operationId: 'cancelOrder', responses: { 200: content(order), ...empty(400, 404) } },
        },
        '/orders/{id}/notes': {
          parameters: [id],
          get: {
            operationId: 'listNotes',
            responses: { 200: content({ type: 'array', items: note }), ...empty(400, 404) },
          },
          post: { operationId: 'addNote', responses: { 201: content(note), ...empty(400, 404) } },
          delete: { operationId: 'removeNotes', responses: empty(204, 400, 404) },
        },
        '/orders/{id}/notes/{noteId}': {
          parameters: [id, noteId],
          delete: { operationId: 'removeNote', responses: empty(204, 400, 404) },
        },
      },
    } as unknown as DocumentObject),
  );
}

interface Orders {
  /** The ids of orders that exist before, and of the next ones. */
  readonly theirs: readonly string[];
  newId(number: number): string;
  /** How it reads an id in a path. Default: as it is. */
  readonly parseId?: (text: string) => string;
  /** Whether only changes read ids so. Default false. */
  readonly isReadStrict?: boolean;
  /** The status of changes of unknown orders. Default 404. */
  readonly unknown?: number;
  readonly isNumber?: boolean;
}

/** A server without sandboxes. */
function serveOrders({
  theirs,
  newId,
  parseId = (text) => text,
  unknown = 404,
  isReadStrict = false,
  isNumber = false,
}: Orders) {
  const orders = theirs.map((id) => ({ id, item: 'theirs' }));
  const notes = new Map<string, number[]>([[theirs[0] ?? '', [1]]]);
  let last = 0;
  const json = (status: number, value?: unknown): WireResponse => ({
    status,
    headers: value === undefined ? {} : { 'content-type': 'application/json' },
    body: value === undefined ? '' : JSON.stringify(value),
  });
  const shown = ({ id, item }: { id: string; item: string }) => ({ id: isNumber ? Number(id) : id, item });
  const respond = ({ method: sent, target, headers, body }: WireRequest): WireResponse => {
    const method = sent === 'HEAD' ? 'GET' : sent;
    const [, , encoded, part, noteId] = target.replace(/\?.*/, '').split('/');
    const methods = { notes: ['GET', 'POST', 'DELETE'], cancel: ['POST'] }[part ?? ''] ?? ['GET', 'PATCH', 'DELETE'];
    if (encoded !== undefined && !methods.includes(method))
      return { ...json(405), headers: { allow: methods.join(', ') } };
    if (body.length > 0 && headers['content-type'] !== 'application/json') return json(415);
    if (encoded === undefined) {
      if (method === 'GET') return json(200, orders.map(shown));
      const item = itemIn(body);
      if (item === undefined) return json(400);
      last += 1;
      const order = { id: newId(last), item };
      orders.push(order);
      return json(201, shown(order));
    }
    const text = decodeURIComponent(encoded);
    const id = method === 'GET' && isReadStrict ? text : parseId(text);
    const index = orders.findIndex((one) => one.id === id);
    const order = orders[index];
    if (!order)
      return method === 'GET'
        ? json(404)
        : unknown === 200
          ? json(200, shown({ id: newId(0), item: 'x' }))
          : json(unknown);
    if (part === 'notes') {
      const own = notes.get(id) ?? [];
      if (method === 'GET')
        return json(
          200,
          own.map((one) => ({ id: one })),
        );
      if (method === 'DELETE') {
        notes.set(id, noteId === undefined ? [] : own.filter((one) => one !== Number(noteId)));
        return json(own.includes(Number(noteId)) || noteId === undefined ? 204 : 404);
      }
      last += 1;
      notes.set(id, [...own, last]);
      return json(201, { id: last });
    }
    if (method === 'DELETE') {
      orders.splice(index, 1);
      return json(204);
    }
    const item = method === 'PATCH' ? itemIn(body) : part === 'cancel' ? 'cancelled' : order.item;
    if (item === undefined) return json(400);
    order.item = item;
    return json(200, shown(order));
  };
  return { orders, notes, respond };
}

function itemIn(body: Uint8Array): string | undefined {
  try {
    const { item } = JSON.parse(Buffer.from(body).toString());
    return typeof item === 'string' && item !== '' ? item : undefined;
  } catch {
    return undefined;
  }
}

async function run(document: ReturnType<typeof documentOf>, settings: Orders, operations?: readonly string[]) {
  const server = serveOrders(settings);
  const { url, requests } = await responding(server.respond);
  const target = createTarget(url);
  onTestFinished(() => target.close());
  const sandboxes: TestSandboxes = { areIsolated: false, withSandbox: (work) => work({}) };
  const verdict = await verify({
    document,
    target,
    sandboxes,
    allowWrites: true,
    phases: ['examples', 'boundaries', 'invalid'],
    ...(operations && { operations }),
  });
  const findings = verdict.operations.flatMap((one) =>
    one.findings
      .filter(({ check }) => check === 'invalid-input-rejected')
      .map(({ message }) => `${one.operation.id} ${message}`),
  );
  /** The malformed ids of a kind of request, such as `POST /cancel`. */
  const idsOf = (kind: string) => [
    ...new Set(
      requests.flatMap(({ method, target: path }) => {
        const [, id = '', rest = ''] = /^\/orders\/([^/]+)(.*)$/.exec(path) ?? [];
        return `${method} ${rest}`.trim() === kind ? [decodeURIComponent(id)] : [];
      }),
    ),
  ];
  return { ...server, verdict, findings, idsOf };
}

const UUID = (number: number) => `6f9619ff-8b86-4d01-b42d-00cf4fc9${String(1000 + number)}`;
const SCHEMAS: readonly (readonly [name: string, schema: object, newId: Orders['newId'], malformed: string])[] = [
  ['an integer', { type: 'integer' }, (number) => String(number + 7), 'some text'],
  ['a UUID', { type: 'string', format: 'uuid' }, UUID, 'no uuid'],
  ['a pattern', { type: 'string', pattern: '^o-[0-9]+$' }, (number) => `o-${number + 7}`, '\u{1f600}'],
  ['a minimum length', { type: 'string', minLength: 4 }, (number) => `order${number}`, 'aaa'],
];

test.each(SCHEMAS)('a server that accepts malformed ids is found: %s', async (_, schema, newId, malformed) => {
  const settings = { theirs: [newId(90), newId(91)], newId, isNumber: 'type' in schema && schema.type === 'integer' };
  const { findings, idsOf, orders } = await run(documentOf(schema), { ...settings, unknown: 200 });
  for (const id of ['changeOrder', 'removeOrder', 'cancelOrder'])
    expect(findings).toContainEqual(expect.stringContaining(`${id} accepted with 200, but invalid: path id`));
  for (const kind of ['PATCH', 'DELETE', 'POST /cancel']) expect([kind, ...idsOf(kind)]).toContain(malformed);
  expect(orders).toEqual(settings.theirs.map((id) => ({ id, item: 'theirs' })));
});

test.each(SCHEMAS)('a server that rejects them has no findings: %s', async (_, schema, newId, malformed) => {
  const isNumber = 'type' in schema && schema.type === 'integer';
  const { findings, idsOf, verdict } = await run(documentOf(schema), { theirs: [], newId, isNumber });
  expect(findings).toEqual([]);
  for (const kind of ['PATCH', 'DELETE', 'POST /cancel']) expect([kind, ...idsOf(kind)]).toContain(malformed);
  // The list was empty before: the item of getOrder was created by the run, too.
  for (const id of ['getOrder', 'removeOrder', 'cancelOrder', 'changeOrder']) {
    const one = verdict.operations.find(({ operation }) => operation.id === id);
    expect([id, one?.outcome, one?.appliedChecks.has('invalid-input-rejected')]).toEqual([id, 'passed', true]);
  }
});

const LENIENT: readonly (readonly [name: string, parseId: (text: string) => string, isReadStrict: boolean])[] = [
  ['the number in it', (text) => text.replace(/\D/g, ''), true],
  ['the number at its start', (text) => String(Number.parseInt(text, 10)), true],
  ['the nearest number', (text) => String(Math.round(Number(text))), true],
  ['0 without a number', (text) => String(Number.parseInt(text, 10) || 0), false],
  ['any text as the id 1', (text) => (/^\d+$/.test(text) ? text : '1'), false],
];

test.each(LENIENT)(
  'items of others are unchanged where a lenient server reads %s',
  async (_, parseId, isReadStrict) => {
    const theirs = ['0', '1', '6', '7', '8', '2147483648'];
    const { orders, notes } = await run(documentOf({ type: 'integer', minimum: 1 }), {
      theirs,
      newId: (number) => String(100 + number),
      parseId,
      isReadStrict,
      isNumber: true,
    });
    expect(orders).toEqual(theirs.map((id) => ({ id, item: 'theirs' })));
    expect(notes.get('0')).toEqual([1]);
  },
);

test.each([
  ['letter case', { type: 'string', enum: ['open', 'closed', 'a', 'b'] }, (text: string) => text.toLowerCase()],
  ['spaces', { type: 'string', pattern: '^[a-z]+$' }, (text: string) => text.trim()],
])('nor where it ignores %s', async (_, schema, parseId) => {
  const theirs = ['open', 'closed', ''];
  const newId = (number: number) => ['a', 'b'][number % 2] ?? '';
  const { orders } = await run(documentOf(schema), { theirs, newId, parseId, isReadStrict: true });
  expect(orders.filter(({ item }) => item === 'theirs').map(({ id }) => id)).toEqual(theirs);
});

test('an id that may be that of an item is not sent to an operation whose items cannot be read', async () => {
  const schema = { type: 'string', minLength: 4 };
  const { idsOf } = await run(documentOf(schema, { isReadable: false }), {
    theirs: ['aaa'],
    newId: (number) => `order${number}`,
  });
  expect(idsOf('DELETE')).not.toContain('aaa');
});

test('a malformed id is not sent to an operation that deletes a whole collection', async () => {
  const { idsOf } = await run(documentOf({ type: 'integer' }), {
    theirs: ['1'],
    newId: (number) => String(100 + number),
    isNumber: true,
  });
  expect(idsOf('DELETE /notes').filter((id) => !/^1\d\d$/.test(id))).toEqual([]);
  expect(idsOf('POST /notes')).toContain('some text');
});

test('a malformed id is known not to exist: after its 404, no valid request follows', async () => {
  const settings = { theirs: [], newId: (number: number) => String(number), isNumber: true };
  const { idsOf } = await run(documentOf({ type: 'integer' }), settings, ['removeOrder']);
  expect(idsOf('DELETE')).toEqual(['1', 'some text', '2']);
});

test('the only item, which the run created to read it, is not read by its own id only', async () => {
  const settings = { theirs: [], newId: (number: number) => String(number), isNumber: true };
  const { idsOf } = await run(documentOf({ type: 'integer' }), settings, ['getOrder']);
  expect(idsOf('GET')).toEqual(expect.arrayContaining(['1', 'some text', '1.5']));
});
