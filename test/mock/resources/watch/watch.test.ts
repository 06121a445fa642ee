// Streams that follow a resource.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findResources } from '../../../../src/mock/resources/find-resources.ts';
import { MAX_STREAMS } from '../../../../src/mock/resources/watch/watch.ts';
import { createDocument } from '../../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../../src/openapi/objects.ts';
import { documentSource } from '../../../support/document-source.ts';
import { deskDocument, jsonData, openDesk, TICKET_EVENT, textOf } from './desk.ts';

const EVENTS = 'text/event-stream';
const LINES = 'application/jsonl';
const RECORDS = 'application/json-seq';
const TICKET = { $ref: '#/components/schemas/Ticket' };

const event = (name: string | undefined, data: unknown) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const A = { id: 1, title: 'A' };
const B = { id: 1, title: 'B' };

/** Data with the kind of change and the ticket in it. */
const ENVELOPE = {
  type: 'object',
  required: ['type', 'ticket'],
  properties: { type: { enum: ['ADDED', 'MODIFIED', 'DELETED'] }, ticket: TICKET },
};
const inEnvelopes = [
  { type: 'ADDED', ticket: A },
  { type: 'MODIFIED', ticket: B },
  { type: 'DELETED', ticket: B },
];
/** Each kind with a schema of its own. */
const BRANCHES = {
  oneOf: [
    { required: ['op', 'ticket'], properties: { op: { const: 'created' }, ticket: TICKET } },
    { required: ['op', 'ticket'], properties: { op: { const: 'updated' }, ticket: TICKET } },
    {
      required: ['op', 'id'],
      properties: { op: { const: 'deleted' }, id: { type: 'integer' } },
      additionalProperties: false,
    },
  ],
};
const BY_NAME = {
  type: 'object',
  required: ['event', 'data'],
  properties: { event: { type: 'string' }, data: { type: 'string' } },
  oneOf: [
    { properties: { event: { enum: ['created', 'updated'] }, data: jsonData(TICKET) } },
    {
      properties: {
        event: { const: 'deleted' },
        data: jsonData({
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'integer' } },
          additionalProperties: false,
        }),
      },
    },
  ],
};
const named = (...names: readonly string[]) => ({
  ...TICKET_EVENT,
  properties: { ...TICKET_EVENT.properties, event: { enum: names } },
});
const lines = (all: readonly object[], before = '') => all.map((one) => `${before}${JSON.stringify(one)}\n`).join('');

test.each<[what: string, content: object, expected: string]>([
  [
    'events with names and JSON',
    { [EVENTS]: { itemSchema: TICKET_EVENT } },
    event('ticket.created', A) + event('ticket.updated', B) + event('ticket.deleted', B),
  ],
  [
    'events whose names are open',
    { [EVENTS]: { itemSchema: { properties: { event: { type: 'string' }, data: jsonData(TICKET) } } } },
    event('created', A) + event('updated', B) + event('deleted', B),
  ],
  [
    'events without a name',
    { [EVENTS]: { itemSchema: { properties: { data: jsonData(TICKET) } } } },
    event(undefined, A) + event(undefined, B).repeat(2),
  ],
  [
    'events with one name for all changes',
    { [EVENTS]: { itemSchema: named('ticket') } },
    event('ticket', A) + event('ticket', B).repeat(2),
  ],
  [
    'events of which one change has a name',
    { [EVENTS]: { itemSchema: named('comment', 'deleted') } },
    event('deleted', B),
  ],
  [
    'events whose schema is that of their data',
    { [EVENTS]: { itemSchema: TICKET } },
    event(undefined, A) + event(undefined, B) + event('deleted', B),
  ],
  [
    'events with an envelope in data',
    { [EVENTS]: { itemSchema: { properties: { data: jsonData(ENVELOPE) } } } },
    inEnvelopes.map((one) => event(undefined, one)).join(''),
  ],
  [
    'events with a schema for each name',
    { [EVENTS]: { itemSchema: BY_NAME } },
    event('created', A) + event('updated', B) + event('deleted', { id: 1 }),
  ],
  [
    'events of a document before 3.2',
    { [EVENTS]: { schema: { type: 'string' } } },
    event('created', A) + event('updated', B) + event('deleted', B),
  ],
  ['lines', { [LINES]: { itemSchema: TICKET } }, lines([A, B, B])],
  ['lines with an envelope', { [LINES]: { itemSchema: ENVELOPE } }, lines(inEnvelopes)],
  [
    'lines whose alternatives share a property',
    {
      [LINES]: {
        itemSchema: {
          oneOf: ['created', 'updated', 'deleted'].map((verb) => ({
            required: ['verb', 'ticket'],
            properties: { verb: { const: verb }, ticket: TICKET },
          })),
        },
      },
    },
    lines([
      { verb: 'created', ticket: A },
      { verb: 'updated', ticket: B },
      { verb: 'deleted', ticket: B },
    ]),
  ],
  [
    'records with a schema for each kind',
    { [RECORDS]: { itemSchema: BRANCHES } },
    lines(
      [
        { op: 'created', ticket: A },
        { op: 'updated', ticket: B },
        { op: 'deleted', id: 1 },
      ],
      '\x1e',
    ),
  ],
])('changes are sent as %s', async (_what, content, expected) => {
  const { server, follow, work } = await openDesk(deskDocument(content));
  const count = expected.trimEnd().split(content && EVENTS in content ? '\n\n' : '\n').length;
  const response = await follow(count);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, Object.keys(content)[0]]);
  expect(response.headers.get('preference-applied')).toBe(`stream-items=${count}`);
  await work();
  expect(await textOf(response)).toBe(expected);
  expect(server.reported).toEqual([]);
});

test('a state beside the item does not name the change', async () => {
  const status = { enum: ['new', 'open', 'closed'] };
  const itemSchema = { type: 'object', required: ['ticket', 'status'], properties: { ticket: TICKET, status } };
  const { follow, work } = await openDesk(deskDocument({ [LINES]: { itemSchema } }));
  const response = await follow(3);
  await work();
  const sent = (await response.text()).trim().split('\n');
  expect(sent.map((line) => JSON.parse(line).ticket)).toEqual([A, B, B]);
});

test.each([
  [
    'of another resource',
    '/tickets/events',
    {
      properties: {
        event: { enum: ['a', 'b'] },
        data: jsonData({ type: 'object', properties: { x: { type: 'string' } } }),
      },
    },
  ],
  ['of other data', '/tickets/events', { type: 'object', properties: { line: { type: 'string' } } }],
  [
    'of other data with any name',
    '/tickets/events',
    { properties: { event: { type: 'string' }, data: jsonData({ properties: { line: { type: 'string' } } }) } },
  ],
  ['at another path', '/ticks', { properties: { event: { const: 'tick' }, data: { type: 'string' } } }],
])('a stream %s is generated, and ends', async (_what, path, itemSchema) => {
  const { follow } = await openDesk(deskDocument({ [EVENTS]: { itemSchema } }, path));
  const response = await follow(undefined, {}, path);
  expect(response.headers.get('x-understudy-source')).toBe('generated');
  expect((await response.text()).match(/^data: /gm)).toHaveLength(3);
});

test.each<[what: string, content: object, reason: string]>([
  ['all changes', { [EVENTS]: { itemSchema: TICKET_EVENT } }, 'streams changes of /tickets'],
  [
    'some changes by event names',
    { [EVENTS]: { itemSchema: named('ticketOpened', 'ticketChanged', 'ticketCancelled') } },
    'streams changes of /tickets, but not created items (no name has a word such as created or added) and ' +
      'deleted items (no name has a word such as deleted or removed)',
  ],
  [
    'some changes by a property',
    {
      [LINES]: {
        itemSchema: { properties: { op: { type: 'string', enum: ['added', 'changed', 'gone'] }, ticket: TICKET } },
      },
    },
    'streams changes of /tickets, but not deleted items (no name has a word such as deleted or removed)',
  ],
  [
    'events without a known name',
    { [EVENTS]: { itemSchema: named('parked', 'sold') } },
    'not recognised as a resource (no event name has a word such as created, updated or deleted)',
  ],
])('the reason of a stream names the changes that it does not send: %s', (_, content, reason) => {
  const resources = findResources(createDocument(documentSource(deskDocument(content) as DocumentObject)));
  expect(resources.action('watch')?.reason ?? resources.reason('watch')).toBe(reason);
});

test('an operation that is no resource by annotation does not follow', async () => {
  const document = deskDocument({ [EVENTS]: { itemSchema: TICKET_EVENT } }) as {
    readonly paths: Record<string, { readonly get: object }>;
  };
  Object.assign(document.paths['/tickets/events']?.get ?? {}, { 'x-understudy': { resource: false } });
  const { follow } = await openDesk(document);
  expect((await follow(undefined)).headers.get('x-understudy-source')).toBe('generated');
});

test('the client chooses between a list and a stream of its changes', async () => {
  const content = {
    'application/json': { schema: { type: 'array', items: TICKET } },
    [EVENTS]: { itemSchema: TICKET_EVENT },
  };
  const { send, follow, work } = await openDesk(deskDocument(content, '/tickets'));
  const stream = await follow(1, { accept: EVENTS }, '/tickets');
  await work();
  expect(await textOf(stream)).toBe(event('ticket.created', A));
  expect(await (await send('GET', '/tickets', undefined, { accept: 'application/json' })).json()).toEqual([]);
  expect(await (await send('GET', '/tickets')).json()).toEqual([]);
});

test('a stream of one item follows it only', async () => {
  const { follow, send, work } = await openDesk(
    deskDocument({ [LINES]: { itemSchema: TICKET } }, '/tickets/{id}/events'),
  );
  expect((await follow(1, {}, '/tickets/1/events')).status).toBe(404);
  await work();
  await send('POST', '/tickets', { title: 'C' });
  await send('POST', '/tickets', { title: 'D' });
  const response = await follow(1, {}, '/tickets/3/events');
  await send('PATCH', '/tickets/2', { title: 'E' });
  await send('PATCH', '/tickets/3', { title: 'F' });
  expect(await textOf(response)).toBe(lines([{ id: 3, title: 'F' }]));
});

describe('a client that continues', () => {
  const open = () => openDesk(deskDocument({ [EVENTS]: { itemSchema: TICKET_EVENT } }));

  test('gets the events after Last-Event-ID', async () => {
    const { follow, work } = await open();
    const first = await follow(1);
    await work();
    const id = /^id: (.*)$/m.exec(await first.text())?.[1] ?? '';
    const next = await follow(2, { 'last-event-id': id });
    expect(await textOf(next)).toBe(event('ticket.updated', B) + event('ticket.deleted', B));
  });

  test('gets the result of undone changes', async () => {
    const { follow, send } = await open();
    const first = await follow(1);
    await send('POST', '/tickets', { title: 'A' });
    const id = /^id: (.*)$/m.exec(await first.text())?.[1] ?? '';
    await send('PATCH', '/tickets/1', { title: 'B' });
    await send('POST', '/_understudy/undo', { changes: 1 });
    await send('PATCH', '/tickets/1', { title: 'C' });
    expect(await textOf(await follow(1, { 'last-event-id': id }))).toBe(event('ticket.updated', { id: 1, title: 'C' }));
  });

  test('goes on after combined changes only behind the last of them', async () => {
    const { follow, send } = await open();
    for (const title of ['A', 'B']) await send('POST', '/tickets', { title });
    const stream = await follow(2);
    await send('POST', '/_understudy/undo', { changes: 2 });
    const [first = '', last = ''] = [...(await stream.text()).matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
    const textAfter = async (id: string, count: number) => (await follow(count, { 'last-event-id': id })).text();
    expect(await textAfter(first, 0)).toMatch(/^: the events since Last-Event-ID are not/);
    await send('POST', '/tickets', { title: 'C' });
    const text = await textAfter(last, 1);
    expect(text).toMatch(/^: changes of tickets\n/);
    expect(text).toMatch(/^data: .*"C"/m);
    expect(await textAfter(first, 0)).toMatch(/^: the events since Last-Event-ID are not/);
  });

  test.each(['7', 'abcdef012345-1.1', ''])('is told that %j is not known', async (id) => {
    const { follow } = await open();
    expect(await (await follow(0, { 'last-event-id': id })).text()).toMatch(
      /^: the events since Last-Event-ID are not/,
    );
  });
});

test('a reset sends the difference', async () => {
  const { follow, send } = await openDesk(deskDocument({ [EVENTS]: { itemSchema: TICKET_EVENT } }));
  await send('POST', '/tickets', { title: 'A' });
  const response = await follow(1);
  await send('POST', '/_understudy/reset', {});
  expect(await textOf(response)).toBe(event('ticket.deleted', A));
});

test('generated items are no news when they are stored', async () => {
  const { follow, send } = await openDesk(deskDocument({ [LINES]: { itemSchema: TICKET } }), { records: 3 });
  const response = await follow(1);
  await send('POST', '/tickets', { title: 'A' });
  expect(await textOf(response)).toBe(lines([{ id: 4, title: 'A' }]));
});

test('sandboxes do not see the events of each other', async () => {
  const { follow, work } = await openDesk(deskDocument({ [LINES]: { itemSchema: TICKET } }));
  const [blue, red] = [{ 'x-understudy-sandbox': 'blue' }, { 'x-understudy-sandbox': 'red' }];
  const streams = await Promise.all([follow(3, blue), follow(1, red)]);
  await work(blue);
  await work(red);
  expect(await Promise.all(streams.map(textOf))).toEqual([lines([A, B, B]), lines([A])]);
});

test('streamItems ends each stream; the client may choose another number', async () => {
  const { follow, work } = await openDesk(deskDocument({ [LINES]: { itemSchema: TICKET } }), { streamItems: 1 });
  const streams = await Promise.all([follow(undefined), follow(2)]);
  await work();
  expect(await Promise.all(streams.map(textOf))).toEqual([lines([A]), lines([A, B])]);
});

test('a stream ends with its sandbox, and with the server', async () => {
  const { server, send, follow } = await openDesk(deskDocument({ [LINES]: { itemSchema: TICKET } }));
  const own = await follow(undefined, { 'x-understudy-sandbox': 'blue' });
  expect((await send('DELETE', '/_understudy/sandboxes/blue')).status).toBe(204);
  expect(await own.text()).toBe('');
  const { url } = await server.listen();
  const responses = [await follow(undefined), await fetch(`${url}/tickets/events`)];
  await server.close();
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['', '']);
});

test('the clock of the sandbox does not affect streams', async () => {
  const { follow, send, work } = await openDesk(deskDocument({ [LINES]: { itemSchema: TICKET } }));
  const response = await follow(1);
  await send('PUT', '/_understudy/clock', { now: '2040-01-01T00:00:00Z' });
  await work();
  expect(await textOf(response)).toBe(lines([A]));
});

test('a silent stream of events has comments', async () => {
  const { follow, work } = await openDesk(deskDocument({ [EVENTS]: { itemSchema: TICKET_EVENT } }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pieces = (await follow(1)).body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => (await pieces?.read())?.value;
  expect(await read()).toBe(': changes of tickets\n\n');
  const next = read();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await next).toBe(': no changes\n\n');
  await work();
  expect(await read()).toMatch(/^event: ticket.created\n/);
});

describe('the number of open streams', () => {
  const open = () => openDesk(deskDocument({ [EVENTS]: { itemSchema: TICKET_EVENT } }));
  const all = (send: () => Promise<Response>) => Promise.all(Array.from({ length: MAX_STREAMS }, send));

  test('is bounded from the response on; a stream that ends gives way, read or not', async () => {
    const { follow } = await open();
    const responses = await all(() => follow(undefined));
    expect((await follow(undefined)).status).toBe(429);
    const [read, ...unread] = responses.map((response) => response.body?.getReader());
    await read?.read();
    await Promise.all([read, ...unread].map((reader) => reader?.cancel()));
    await vi.waitFor(async () =>
      expect(new Set((await all(() => follow(0))).map(({ status }) => status))).toEqual(new Set([200])),
    );
  });

  test.each([
    ['HEAD', {}],
    ['GET', { 'x-understudy-fault': 'reset' }],
    ['GET', { 'x-understudy-fault': 'slow=1000' }],
  ])('does not grow by %s with %j', async (method, headers: Record<string, string>) => {
    const { send, follow } = await open();
    await all(async () => {
      const response = await send(method, '/tickets/events', undefined, headers).catch(() => undefined);
      await response?.body?.cancel();
      return response ?? new Response();
    });
    expect((await follow(0)).status).toBe(200);
  });
});
