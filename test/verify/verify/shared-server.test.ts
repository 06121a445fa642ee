// Shared servers: only permitted changes, and stopped runs.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import type { Phase } from '../../../src/verify/cases/test-case.ts';
import { createTarget, type ReceivedResponse, type Target } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { startNotebook, TOKEN } from '../../support/notebook/notebook.ts';

const PATH = fileURLToPath(new URL('../../support/notebook/notebook.yaml', import.meta.url));
const document = createDocument(await openDocument(PATH));
const credentials = new Map([['key', TOKEN]]);

/** The same server, with its requests. */
function spied(target: Target, onRequest: (requested: readonly string[]) => void = () => undefined) {
  const requested: string[] = [];
  const send: Target['send'] = (request, headers, signal) => {
    requested.push(`${request.method} ${request.target}`);
    onRequest(requested);
    return target.send(request, headers, signal);
  };
  return { requested, target: { ...target, send } };
}

test.each([
  ['a list of sandboxes', { sandboxes: [] }],
  ['another sandbox', { sandbox: 'main' }],
])('a server that returns %s to every request is not taken for a mock server', async (_, body) => {
  const send = async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) });
  expect((await detectSandboxes({ url: '', headers: {}, send, close: () => undefined })).areIsolated).toBe(false);
});

test('created items are deleted, the newest first', async () => {
  const { url, close } = await startNotebook();
  const { requested, target } = spied(createTarget(url));
  const sandboxes = await detectSandboxes(target);
  const operations = ['addNote'];
  await verify({
    document,
    target,
    sandboxes,
    credentials,
    operations,
    phases: ['boundaries'],
    allowWrites: true,
  });
  target.close();
  await close();
  const removed = requested.flatMap((one) => (one.startsWith('DELETE /notes/') ? [Number(one.split('/').at(-1))] : []));
  expect(removed.length).toBeGreaterThan(2);
  expect(removed).toEqual(removed.toSorted((one, other) => other - one));
  expect(requested.slice(-removed.length).every((one) => one.startsWith('DELETE'))).toBe(true);
});

test.each([
  ['is sent by PUT if reading it returns not found', 404],
  ['is not sent by PUT if it may exist', 200],
])('an item %s', async (_, readStatus) => {
  const flag = {
    type: 'object',
    required: ['name', 'on'],
    properties: { name: { type: 'string' }, on: { type: 'boolean' } },
  };
  const content = { 'application/json': { schema: flag } };
  const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
  const flags = createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Flags', version: '1' },
      paths: {
        '/flags': {
          get: {
            operationId: 'list',
            responses: {
              200: { description: '', content: { 'application/json': { schema: { type: 'array', items: flag } } } },
            },
          },
        },
        '/flags/{name}': {
          parameters: [name],
          get: { operationId: 'read', responses: { 200: { description: '', content }, 404: { description: '' } } },
          put: {
            operationId: 'put',
            requestBody: { required: true, content },
            responses: { 200: { description: '', content }, 201: { description: '', content } },
          },
        },
      },
    } as unknown as DocumentObject),
  );
  const server = createServer(({ url, method }, response) => {
    const body = url === '/flags' ? '[]' : undefined;
    const status = method === 'PUT' ? 201 : body ? 200 : readStatus;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { requested, target } = spied(createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const { operations } = await verify({
    document: flags,
    target,
    sandboxes: await detectSandboxes(target),
    allowWrites: true,
  });
  target.close();
  await new Promise((resolve) => server.close(resolve));
  expect(requested.some((one) => one.startsWith('PUT /flags/'))).toBe(readStatus === 404);
  expect(operations.find(({ operation }) => operation.id === 'put')?.reason).toBe(
    readStatus === 404
      ? undefined
      : 'it would change data that the run did not create, and no item could be created for it',
  );
});

/** All requests, and mutating requests, to a server with links to mutating operations. */
async function askedWithLinks(allowWrites: boolean) {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const links = Object.fromEntries(
    ['remove', 'put', 'say', 'see'].map((operationId) => [
      operationId,
      { operationId, parameters: { id: '$response.body#/id' } },
    ]),
  );
  const linked = (operationId: string) => ({ operationId, responses: { 200: { description: '', content } } });
  const linking = createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Links', version: '1' },
      paths: {
        '/now': { get: { operationId: 'now', responses: { 200: { description: '', content, links } } } },
        '/seen/{id}': { parameters: [id], get: linked('see') },
        '/things/{id}': { parameters: [id], delete: linked('remove'), put: linked('put') },
        '/things/{id}/say': { parameters: [id], post: linked('say') },
      },
    } as unknown as DocumentObject),
  );
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"theirs"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { requested, target } = spied(createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const sandboxes = await detectSandboxes(target);
  await verify({
    document: linking,
    target,
    sandboxes,
    operations: ['now'],
    phases: ['scenarios'],
    allowWrites,
  });
  target.close();
  await new Promise((resolve) => server.close(resolve));
  return { all: requested, changing: requested.filter((one) => !/^(GET|HEAD) /.test(one)) };
}

test.each([false, true])('links to mutating operations are not followed, writes allowed: %s', async (allowWrites) => {
  const { all, changing } = await askedWithLinks(allowWrites);
  expect(all).toContain('GET /seen/theirs');
  expect(changing).toEqual([]);
});

test.each<[phase: Phase, after: number]>([
  ['boundaries', 5],
  ['random', 5],
])(
  'a run that is stopped in the phase %s sends no more requests, and reports the rest as not tested',
  async (phase, after) => {
    const { url, close } = await startNotebook();
    const ending = new AbortController();
    const plain = createTarget(url);
    const { requested, target } = spied(plain, ({ length }) => length === after && ending.abort());
    const verdict = await verify({
      document,
      target,
      sandboxes: await detectSandboxes(plain),
      credentials,
      phases: [phase],
      signal: ending.signal,
    });
    plain.close();
    await close();
    // The pending request returns as stopped.
    expect(requested.length).toBe(after);
    expect(verdict.isIncomplete).toBe(true);
    const [list, , read] = verdict.operations;
    const reason = 'the run was stopped during its test';
    expect(list).toMatchObject({ outcome: 'notTested', reason, requests: after - 1 });
    expect(read).toMatchObject({ outcome: 'notTested', reason: 'the run was stopped before', requests: 0 });
  },
);

test('an item that is created while a run is stopped is deleted as well', async () => {
  const { url, close } = await startNotebook();
  const ending = new AbortController();
  const plain = createTarget(url);
  const { requested, target } = spied(plain, (all) => {
    if (all.at(-1) === 'POST /notes') setImmediate(() => ending.abort());
  });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const notes = async () => ((await (await fetch(`${url}/notes`, { headers })).json()) as { total: number }).total;
  const before = await notes();
  const sandboxes = await detectSandboxes(plain);
  const verdict = await verify({
    document,
    target,
    sandboxes,
    credentials,
    allowWrites: true,
    signal: ending.signal,
  });
  const after = await notes();
  plain.close();
  await close();
  expect(verdict.isIncomplete).toBe(true);
  expect(requested.filter((one) => one.startsWith('DELETE'))).toHaveLength(1);
  expect(after).toBe(before);
});

test.each<[what: string, mine: string, theirs: string, isEnded: boolean]>([
  ['an item that a contract creates by PUT is deleted', 'mine', 'theirs', false],
  ['an item that a contract creates by PUT is deleted if the run is stopped meanwhile', 'mine', 'theirs', true],
  ['a PUT of a contract to an existing item is not sent', 'theirs', 'theirs', false],
])('%s', async (_, name, theirs, isEnded) => {
  const text = { type: 'string' };
  const flag = { type: 'object', required: ['name', 'on'], properties: { name: text, on: { type: 'boolean' } } };
  const content = { 'application/json': { schema: flag } };
  const found = { 200: { description: '', content }, 404: { description: '' } };
  const responses = { 201: { description: '', content }, 400: { description: '' } };
  const flags = createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Flags', version: '1' },
      paths: {
        '/flags/{name}': {
          parameters: [{ name: 'name', in: 'path', required: true, schema: text }],
          get: { operationId: 'read', responses: found },
          put: { operationId: 'put', requestBody: { required: true, content }, responses },
          delete: { operationId: 'remove', responses: { 204: { description: '' }, 404: { description: '' } } },
        },
      },
    } as unknown as DocumentObject),
  );
  const stored = new Set([`/flags/${theirs}`]);
  const ending = new AbortController();
  const requested: string[] = [];
  const server = createServer(({ url = '', method = '' }, response) => {
    requested.push(`${method} ${url}`);
    const isThere = stored.has(url);
    if (method === 'PUT') {
      stored.add(url);
      if (isEnded) ending.abort();
    }
    if (method === 'DELETE') stored.delete(url);
    const status = method === 'PUT' ? 201 : !isThere ? 404 : method === 'DELETE' ? 204 : 200;
    const body = status === 204 || status === 404 ? undefined : '{"name":"x","on":true}';
    setImmediate(() => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const contracts = new Map([['put', { request: { path: { name } } }]]);
  const settings = { document: flags, sandboxes: await detectSandboxes(target), contracts, operations: ['put'] };
  await verify({ ...settings, target, phases: ['examples'], allowWrites: true, signal: ending.signal });
  target.close();
  await new Promise((resolve) => server.close(resolve));
  expect(requested.includes(`PUT /flags/${name}`)).toBe(name !== theirs);
  expect([...stored]).toEqual([`/flags/${theirs}`]);
});

test.each<
  [what: string, change: (method: string, response: ReceivedResponse) => ReceivedResponse, left: object | undefined]
>([
  ['none if all items were deleted', (_, response) => response, undefined],
  [
    'the first item whose response has no id: no other is created',
    (method, response) => (method === 'POST' ? { ...response, headers: {}, body: Buffer.from('{}') } : response),
    { length: 1, first: { id: undefined, reason: 'its response shows no id', request: undefined } },
  ],
  [
    'items that the server does not delete, with the request that deletes them',
    (method, response) => (method === 'DELETE' ? { ...response, status: 500 } : response),
    {
      length: expect.any(Number),
      first: {
        id: expect.any(Number),
        reason: 'removeNote responded with 500',
        request: { method: 'DELETE', target: expect.stringMatching(/^\/notes\/\d+$/) },
      },
    },
  ],
])('the leftovers of a run are: %s', async (_, change, left) => {
  const { url, close } = await startNotebook();
  const plain = createTarget(url);
  const send: Target['send'] = async (request, ...more) => {
    const response = await plain.send(request, ...more);
    return 'reason' in response ? response : change(request.method, response);
  };
  const target = { ...plain, send };
  const settings = { document, target, sandboxes: await detectSandboxes(plain), credentials, operations: ['addNote'] };
  const { leftovers } = await verify({ ...settings, phases: ['examples', 'scenarios'], allowWrites: true });
  plain.close();
  await close();
  const [first, ...others] = leftovers?.items ?? [];
  if (left === undefined) expect(first).toBeUndefined();
  else expect({ length: others.length + 1, first }).toMatchObject(left);
});
