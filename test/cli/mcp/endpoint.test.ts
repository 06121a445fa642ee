// The MCP server over HTTP: who may use it, sessions, load, and hostile requests.

import { describe, expect, test } from 'vitest';
import { petsMockServer } from '../../support/pets/mock-server.ts';
import { agentServer, connectAgent, ERAS } from './agents.ts';

const THINGS = `openapi: 3.0.3
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get: { operationId: listThings, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } } }
    post:
      operationId: addThing
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
components:
  schemas:
    Thing: { type: object, properties: { id: { type: string }, name: { type: string } } }
`;

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

const TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Posts a message; `body` may be any text. */
async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/_understudy/mcp`, {
    method: 'POST',
    headers: { ...TYPES, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('access', () => {
  test('there is no MCP server unless it is wanted', async () => {
    const server = await petsMockServer();
    const { url } = await server.listen();
    expect((await post(url, INITIALIZE)).status).toBe(404);
  });

  test('pages of other origins are rejected', async () => {
    const { url } = await agentServer(THINGS);
    const { status, text } = await post(url, INITIALIZE, { origin: 'http://evil.test' });
    expect([status, text]).toEqual([403, expect.stringContaining('http://evil.test')]);
  });

  test('another host name, as of DNS rebinding, is rejected', async () => {
    const { fetch: send } = await agentServer(THINGS);
    const request = new Request('http://evil.test/_understudy/mcp', { method: 'POST', headers: TYPES, body: '{}' });
    const response = await send(request);
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('not evil.test')]);
  });

  test('with a control token, it is needed', async () => {
    const controlToken = 'a-token-of-32-characters-or-more';
    const server = await agentServer(THINGS, { controlToken });
    expect((await post(server.url, INITIALIZE)).status).toBe(401);
    const agent = await connectAgent(server, 'auto', { headers: { authorization: `Bearer ${controlToken}` } });
    expect((await agent.call('list_collections')).isError).toBe(false);
    // It may be on another machine.
    const verified = await agent.call('verify_server', { url: 'http://127.0.0.1:1' });
    expect(verified).toMatchObject({
      isError: true,
      text: expect.stringContaining('on the machine of the mock server'),
    });
  });
});

describe('messages', () => {
  test.each<[string, unknown, Record<string, string>, number]>([
    ['one that is too large', 'x'.repeat(5 * 1024 * 1024), {}, 413],
    ['text that is no JSON', '{', {}, 400],
    ['another media type', INITIALIZE, { 'content-type': 'text/plain' }, 415],
    ['a client that takes no event streams', INITIALIZE, { accept: 'text/html' }, 406],
    ['the id of a session that does not exist', INITIALIZE, { 'mcp-session-id': 'none' }, 404],
    ['a request without a session', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}, 400],
  ])('%s is rejected', async (_, body, headers, status) => {
    const { url } = await agentServer(THINGS);
    expect((await post(url, body, headers)).status).toBe(status);
  });

  test('for an unknown protocol version, one that it supports is offered', async () => {
    const { url } = await agentServer(THINGS);
    const params = { ...INITIALIZE.params, protocolVersion: '1999-01-01' };
    const { status, text } = await post(url, { ...INITIALIZE, params });
    expect(status).toBe(200);
    expect(text).toMatch(/"protocolVersion":"20\d\d-\d\d-\d\d"/);
  });

  test.each(['2025-06-18', '2025-11-25'])('version %s is supported', async (protocolVersion) => {
    const { url } = await agentServer(THINGS);
    const { text } = await post(url, { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } });
    expect(text).toContain(`"protocolVersion":"${protocolVersion}"`);
  });

  test('arguments with very many values are rejected', async () => {
    const agent = await connectAgent(await agentServer(THINGS), 'auto');
    const body = Array.from({ length: 150_000 }, () => 1);
    const called = await agent.call('call_operation', { operation: 'addThing', body });
    expect(called).toMatchObject({ isError: true, text: expect.stringContaining('maximum of 100000 elements') });
  });
});

describe.each(ERAS)('with protocol negotiation %s', (era) => {
  test('the document of a server that was reloaded is the new one', async () => {
    const server = await agentServer(THINGS);
    const agent = await connectAgent(server, era);
    expect((await agent.call('explain_operation', { operation: 'addThing' })).isError).toBe(false);
    const text = THINGS.replace('operationId: addThing', 'operationId: createThing');
    await server.reload(async () => [{ name: 'api', document: { location: 'api.yaml', text }, infer: true }]);
    expect((await agent.call('explain_operation', { operation: 'createThing' })).isError).toBe(false);
    expect((await agent.call('explain_operation', { operation: 'addThing' })).isError).toBe(true);
  });
});

test('a session that its client ends takes its sandbox along', async () => {
  const server = await agentServer(THINGS);
  const agent = await connectAgent(server, 'legacy');
  await agent.call('change_records', { changes: [{ collection: 'things', count: 1 }] });
  const names = async () => {
    const response = await server.fetch(new Request('http://localhost/_understudy/sandboxes'));
    return JSON.stringify(await response.json());
  };
  expect(await names()).toContain(agent.sandbox);
  await (agent.client.transport as unknown as { terminateSession(): Promise<void> }).terminateSession();
  expect(await names()).not.toContain(agent.sandbox);
});
