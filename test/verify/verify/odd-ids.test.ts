// Shared servers with unusual ids: existing items do not change, and created items are deleted.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { documentOf, jsonAnswers } from '../../support/own-api.ts';

type Response = readonly [status: number, body?: unknown];
interface Received {
  readonly method: string;
  /** The path without a query. */
  readonly segments: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly request: IncomingMessage;
}

const text = { type: 'string' };
const id = { type: 'integer', minimum: 1 };
const note = { type: 'object', required: ['id', 'text'], properties: { id: { ...id, readOnly: true }, text } };
const named = { ...note, properties: { id, text } };
const problem = { type: 'object' };
const accepts = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const inPath = (name: string, schema: object = id) => ({ name, in: 'path', required: true, schema });

/** A document with `/notes`, and more operations. */
function notes({
  sent = note as object,
  shown = note as object,
  of = id as object,
  item = {},
  list = true,
  add = {},
} = {}) {
  const all = { operationId: 'list', responses: jsonAnswers({ 200: { type: 'array', items: shown } }) };
  return {
    '/notes': {
      ...(list && { get: all }),
      post: {
        operationId: 'add',
        requestBody: accepts(sent),
        responses: jsonAnswers({ 201: shown, 400: problem }),
        ...add,
      },
    },
    '/notes/{id}': {
      parameters: [inPath('id', of)],
      get: { operationId: 'read', responses: jsonAnswers({ 200: shown, 404: problem }) },
      delete: { operationId: 'remove', responses: jsonAnswers({ 204: undefined, 404: problem }) },
      ...item,
    },
  };
}

/** Responds to requests for `/notes` as most servers would. */
function usual(stored: Map<string, unknown>, { method, segments: [, key], body }: Received): Response {
  const isRead = method === 'GET' || method === 'HEAD';
  if (key === undefined) {
    if (isRead) return [200, [...stored.values()]];
    if (method !== 'POST') return [405];
    if (typeof body.text !== 'string') return [400, {}];
    const next = Math.max(0, ...[...stored.keys()].map(Number)) + 1;
    stored.set(`${next}`, { id: next, text: body.text });
    return [201, stored.get(`${next}`)];
  }
  if (!stored.has(key)) return [404, {}];
  if (isRead) return [200, stored.get(key)];
  if (method !== 'DELETE') return [405];
  stored.delete(key);
  return [204];
}

/** Runs `verify --allow-writes`. @param respond - undefined where the server breaks the connection */
async function run(
  paths: object,
  respond: (received: Received) => Response | undefined,
  { allowWrites = true, schemas = {} } = {},
) {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    const { method = '', url = '' } = request;
    received.push(`${method} ${url.replace(/\?.*/s, '')}`);
    const segments = url.replace(/\?.*/s, '').split('/').slice(1);
    const body = /^\{.*\}$/s.test(sent) && isJson(sent) ? JSON.parse(sent) : {};
    const responded = respond({ method, segments, body, request });
    if (!responded) return void request.socket.resetAndDestroy();
    const [status, shown] = responded;
    response.writeHead(status, shown === undefined ? {} : { 'content-type': 'application/json' });
    response.end(
      shown === undefined || method === 'HEAD' ? undefined : typeof shown === 'string' ? shown : JSON.stringify(shown),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const document = createDocument(documentSource(documentOf(paths, { components: { schemas } }) as DocumentObject));
  const verdict = await verify({
    document,
    target,
    sandboxes: await detectSandboxes(target),
    allowWrites,
    randomRequests: 5,
  });
  target.close();
  return { received, left: verdict.leftovers?.items ?? [] };
}

function isJson(sent: string): boolean {
  try {
    return Boolean(JSON.parse(sent));
  } catch {
    return false;
  }
}

const theirs = (...keys: string[]) =>
  new Map<string, unknown>(keys.map((key) => [key, { id: Number(key), text: 'theirs' }]));
const isTheirs = (one: unknown) => (one as { text: string }).text === 'theirs';

test('an id equal to a segment of another path does not match that path', async () => {
  const page = { type: 'object', required: ['id'], properties: { id: { enum: ['drafts', 'news'] }, text } };
  const stored = new Map<string, unknown>([['bob', { id: 'bob' }]]);
  const drafts = { delete: { operationId: 'removeDrafts', responses: jsonAnswers({ 204: undefined }) } };
  const { received } = await run(
    { ...notes({ sent: page, shown: page, of: text }), '/notes/drafts': drafts },
    (one) => {
      if (one.method === 'POST' && typeof one.body.id === 'string') {
        stored.set(one.body.id, one.body);
        return [201, one.body];
      }
      return usual(stored, one);
    },
  );
  expect(received).toContain('POST /notes');
  expect(received).not.toContain('DELETE /notes/drafts');
  expect(stored.has('bob')).toBe(true);
});

test.each([true, false])(
  'a POST with an id is sent only if there is no such item (a list shows them: %j)',
  async (list) => {
    const stored = theirs('1', '10');
    const sent = { ...named, properties: { id: { ...id, example: 10 }, text } };
    const { received } = await run(notes({ sent, shown: sent, list }), (one) => {
      if (one.method !== 'POST') return usual(stored, one);
      if (typeof one.body.text !== 'string' || !Number.isInteger(one.body.id)) return [400, {}];
      stored.set(`${one.body.id}`, one.body);
      return [201, one.body];
    });
    expect([...stored.values()].filter(isTheirs)).toHaveLength(2);
    expect(received).toContain('POST /notes');
  },
);

test('a PUT to a created item does not name another one in its body', async () => {
  const stored = theirs('1', '2');
  const put = { operationId: 'put', requestBody: accepts(named), responses: jsonAnswers({ 200: named, 400: problem }) };
  const { received } = await run(notes({ shown: named, sent: note, item: { put } }), (one) => {
    if (one.method !== 'PUT' || !stored.has(one.segments[1] ?? '')) return usual(stored, one);
    if (typeof one.body.text !== 'string' || !Number.isInteger(one.body.id)) return [400, {}];
    stored.set(`${one.body.id}`, one.body);
    return [200, one.body];
  });
  expect([...stored.values()].filter(isTheirs)).toHaveLength(2);
  expect(received.some((one) => one.startsWith('PUT /notes/'))).toBe(true);
});

test('an item with an id beyond the precision of a double is deleted, not its neighbour', async () => {
  const neighbour = '9007199254740992';
  const stored = new Map<string, unknown>([[neighbour, 'theirs']]);
  let last = BigInt(neighbour);
  const shown = (key: string) => `{"id":${key},"text":"x"}`;
  const { received } = await run(
    notes({ of: { type: 'integer', format: 'int64' } }),
    ({ method, segments: [, key], body }) => {
      if (key === undefined && method === 'GET') return [200, '[]'];
      if (key === undefined && method === 'POST' && typeof body.text === 'string') {
        last += 1n;
        stored.set(`${last}`, 'mine');
        return [201, shown(`${last}`)];
      }
      if (key === undefined) return [400, {}];
      if (method === 'DELETE') return stored.delete(key) ? [204] : [404, {}];
      return stored.has(key) ? [200, shown(key)] : [404, {}];
    },
  );
  expect([...stored]).toEqual([[neighbour, 'theirs']]);
  expect(received).toContain('POST /notes');
});

test('an item that a POST found is not deleted', async () => {
  const stored = theirs('1', '2');
  const responses = jsonAnswers({ 200: note, 201: note, 400: problem });
  await run(notes({ list: false, add: { responses } }), (one) =>
    one.method === 'POST' && typeof one.body.text === 'string' && one.body.text.length % 2 === 0
      ? [200, stored.get('2')]
      : usual(stored, one),
  );
  expect([...stored.values()].filter(isTheirs)).toHaveLength(2);
});

test('an item in the response of an action is not deleted', async () => {
  const other = '00000000-0000-4000-8000-000000000004';
  const uuid = { type: 'string', format: 'uuid' };
  const ticket = { ...note, properties: { id: { ...uuid, readOnly: true }, text } };
  const stored = new Map<string, unknown>([[other, { id: other, text: 'theirs' }]]);
  const merge = {
    parameters: [inPath('id', uuid)],
    post: { operationId: 'merge', responses: jsonAnswers({ 201: ticket, 404: problem }) },
  };
  await run({ ...notes({ sent: ticket, shown: ticket, of: uuid }), '/notes/{id}/merge': merge }, (one) => {
    const [, key, action] = one.segments;
    if (action) return stored.has(key ?? '') ? [201, { id: other, text: 'theirs' }] : [404, {}];
    if (key === undefined && one.method === 'GET') return [200, []];
    if (key !== undefined || one.method !== 'POST') return usual(stored, one);
    if (typeof one.body.text !== 'string') return [400, {}];
    const made = crypto.randomUUID();
    stored.set(made, { id: made, text: one.body.text });
    return [201, stored.get(made)];
  });
  expect([...stored.keys()]).toEqual([other]);
});

test('items of a nested collection are not items of its parent collection', async () => {
  const stored = theirs('1', '2', '3');
  let last = 0;
  const templates = {
    get: { operationId: 'listTemplates', responses: jsonAnswers({ 200: { type: 'array', items: note } }) },
    post: {
      operationId: 'addTemplate',
      requestBody: accepts(note),
      responses: jsonAnswers({ 201: note, 400: problem }),
    },
  };
  const { '/notes/{id}': item } = notes();
  const list = { get: { operationId: 'list', responses: jsonAnswers({ 200: { type: 'array', items: note } }) } };
  await run({ '/notes': list, '/notes/templates': templates, '/notes/{id}': item }, (one) => {
    const [, key] = one.segments;
    if (key === undefined) return [200, []];
    if (key !== 'templates') return usual(stored, one);
    if (one.method !== 'POST') return [200, []];
    if (typeof one.body.text !== 'string') return [400, {}];
    last += 1;
    return [201, { id: last, text: one.body.text }];
  });
  expect(stored.size).toBe(3);
});

test('a listed item is not changed below an item of the run', async () => {
  const [teams, projects] = [theirs('1'), theirs('7')];
  const project = { $ref: '#/components/schemas/Project' };
  const { '/notes': all, '/notes/{id}': one } = notes();
  const paths = {
    '/notes': all,
    '/notes/{id}': one,
    '/projects': {
      get: { operationId: 'listProjects', responses: jsonAnswers({ 200: { type: 'array', items: project } }) },
    },
    '/notes/{id}/projects/{projectId}': {
      parameters: [inPath('id'), inPath('projectId', { ...id, example: 7 })],
      get: { operationId: 'readProject', responses: jsonAnswers({ 200: project, 404: problem }) },
      delete: { operationId: 'removeProject', responses: jsonAnswers({ 204: undefined, 404: problem }) },
    },
  };
  const respond = (received: Received): Response => {
    const [first, , below, key] = received.segments;
    if (first === 'projects') return [200, [...projects.values()]];
    return below ? usual(projects, { ...received, segments: ['projects', key ?? ''] }) : usual(teams, received);
  };
  const { received } = await run(paths, respond, {
    schemas: { Project: { ...note, properties: { ...note.properties, title: text } } },
  });
  expect(received.some((line) => /^GET \/notes\/\d+\/projects\/7$/.test(line))).toBe(true);
  expect(projects.size).toBe(1);
});

test('a method override header is not sent', async () => {
  const stored = theirs('1');
  const override = { name: 'X-HTTP-Method-Override', in: 'header', schema: { enum: ['DELETE'] } };
  const get = { operationId: 'read', parameters: [override], responses: jsonAnswers({ 200: note, 404: problem }) };
  const requested = ({ request }: Received) => request.headers['x-http-method-override'];
  await run(
    notes({ item: { get } }),
    (one) => usual(stored, { ...one, method: requested(one) === undefined ? one.method : `${requested(one)}` }),
    { allowWrites: false },
  );
  expect(stored.size).toBe(1);
});

test('an item is read just before each PUT that is to create it', async () => {
  const stored = new Map<string, unknown>();
  const setting = { type: 'object', required: ['key', 'text'], properties: { key: { ...text, readOnly: true }, text } };
  const paths = {
    '/settings/{key}': {
      parameters: [inPath('key', { ...text, example: 'k' })],
      get: { operationId: 'read', responses: jsonAnswers({ 200: setting, 404: problem }) },
      put: {
        operationId: 'put',
        requestBody: accepts(setting),
        responses: jsonAnswers({ 201: setting, 409: problem }),
      },
    },
  };
  let puts = 0;
  const { received } = await run(paths, ({ method, segments: [, key = ''] }) => {
    if (method === 'PUT') puts += 1;
    // Another client creates it after the first attempt.
    if (puts === 1) stored.set(key, { key, text: 'theirs' });
    if (method === 'PUT') return puts === 1 ? [409, {}] : [201, { key, text: 'mine' }];
    return stored.has(key) ? [200, stored.get(key)] : [404, {}];
  });
  expect(received.filter((one) => one === 'PUT /settings/k')).toHaveLength(1);
});

test('an item with a reused id is deleted again', async () => {
  const stored = theirs('1');
  const patch = {
    operationId: 'change',
    requestBody: accepts(note),
    responses: jsonAnswers({ 200: note, 404: problem }),
  };
  const { left } = await run(notes({ item: { patch } }), (one) => {
    const [, key = ''] = one.segments;
    if (one.method === 'PATCH' && stored.has(key)) return [200, stored.get(key)];
    return usual(stored, one);
  });
  expect([[...stored.keys()], left]).toEqual([['1'], []]);
});

test('requests that may have created something are counted', async () => {
  const stored = theirs('1');
  const { left } = await run(notes(), (one) => {
    const responded = usual(stored, one);
    return one.method === 'POST' && responded[0] === 201 ? [500, {}] : responded;
  });
  expect(left.length).toBeGreaterThan(1);
  const reason = 'no response, or one that does not show whether it was created';
  for (const one of left) expect(one).toMatchObject({ id: undefined, isUncertain: true, reason });
});

test('no POST is sent on a reused connection, whose closing may hide a received request', async () => {
  const stored = theirs('1');
  const used = new WeakSet<object>();
  let posts = 0;
  let reused = 0;
  await run(notes(), (one) => {
    const { socket } = one.request;
    posts += one.method === 'POST' ? 1 : 0;
    reused += one.method === 'POST' && used.has(socket) ? 1 : 0;
    used.add(socket);
    return usual(stored, one);
  });
  expect([posts > 1, reused]).toEqual([true, 0]);
});
