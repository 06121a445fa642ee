// What an agent does with a document that it has not seen, and what that costs; and many agents at once.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Agent, agentServer, connectAgent, ERAS } from './agents.ts';

/** A document of 200 operations: fifty resources with four each. */
const LARGE = `openapi: 3.0.3
info: { title: Warehouse, version: 1.0.0 }
paths:
${Array.from({ length: 50 }, (_, index) => resourcePaths(index)).join('')}components:
  schemas:
    Item:
      type: object
      required: [name, state]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, minLength: 1, maxLength: 40 }
        state: { type: string, enum: [open, closed] }
        count: { type: integer, minimum: 0 }
`;

function resourcePaths(index: number): string {
  const name = `parts${index}`;
  const id = `Part${index}`;
  const item = "content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } }";
  return `  /${name}:
    get: { operationId: list${id}, summary: List ${name}, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Item' } } } } } } }
    post: { operationId: add${id}, summary: Add to ${name}, requestBody: { required: true, ${item} }, responses: { '201': { description: ok, ${item} }, '400': { description: invalid } } }
  /${name}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: get${id}, summary: Get one of ${name}, responses: { '200': { description: ok, ${item} }, '404': { description: missing } } }
    delete: { operationId: delete${id}, summary: Delete one of ${name}, responses: { '204': { description: ok }, '404': { description: missing } } }
`;
}

/** A server of the document with one fault: the state of its items is unknown to the document. */
async function faultyServer(): Promise<string> {
  const server = createServer((request, response) => {
    const isList = /^\/parts\d+$/.test(request.url?.split('?')[0] ?? '');
    const body = isList ? [{ id: '1', name: 'Bolt', state: 'lost' }] : { message: 'not found' };
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** About four characters of such text are one token. */
const CHARACTERS_PER_TOKEN = 4;

/** The story: returns all text that the agent has read and written. */
async function story({ client, call }: Agent, faulty: string): Promise<string> {
  const transcript: string[] = [JSON.stringify((await client.listTools()).tools), client.getInstructions() ?? ''];
  const step = async (tool: string, input: object = {}) => {
    const called = await call(tool, input);
    transcript.push(JSON.stringify({ tool, input }), called.text);
    return called.value;
  };
  expect(await step('list_operations', { q: 'parts7', limit: 10 })).toMatchObject({
    operations: expect.arrayContaining([expect.objectContaining({ id: 'addPart7' })]),
  });
  expect(await step('explain_operation', { operation: 'addPart7' })).toMatchObject({
    respondsBy: expect.stringContaining('stored'),
  });
  await step('change_records', { changes: [{ collection: 'parts7', count: 3, template: { state: 'open' } }] });
  expect(await step('call_operation', { operation: 'listPart7' })).toMatchObject({ status: 200 });
  expect(await step('call_operation', { operation: 'addPart7', body: { name: 'Bolt', state: 'new' } })).toMatchObject({
    status: 400,
  });
  expect(await step('find_requests', { match: { status: '4XX' } })).toMatchObject({
    exchanges: [{ reason: 'body /state must be one of open, closed' }],
  });
  await step('add_fault', { text: 'listPart7: status=503, times=1' });
  expect(await step('call_operation', { operation: 'listPart7' })).toMatchObject({ status: 503 });
  expect(await step('undo')).toEqual({ undone: 1 });
  expect(await step('compare_states', { from: 'fixtures' })).toMatchObject({ touched: 0 });
  const { findings } = await step('verify_server', { url: faulty, operations: ['listPart7', 'getPart7'] });
  const [finding] = findings as readonly Record<string, unknown>[];
  expect(finding).toMatchObject({ operation: 'listPart7', check: 'response-body' });
  await step('explain_finding', { check: 'response-body' });
  return transcript.join('\n');
}

describe.each(ERAS)('with protocol negotiation %s', (era) => {
  test('two agents explore a document of 200 operations at once, for at most 20,000 tokens each', async () => {
    const server = await agentServer(LARGE);
    const faulty = await faultyServer();
    const agents = [await connectAgent(server, era), await connectAgent(server, era)];
    const transcripts = await Promise.all(agents.map((agent) => story(agent, faulty)));
    for (const transcript of transcripts) expect(transcript.length / CHARACTERS_PER_TOKEN).toBeLessThan(20_000);
  });

  test('a hundred agents at once have a sandbox each', async () => {
    const server = await agentServer(LARGE);
    const agents = await Promise.all(Array.from({ length: 100 }, () => connectAgent(server, era)));
    expect(new Set(agents.map(({ sandbox }) => sandbox)).size).toBe(100);
    const totals = agents.map(async ({ call }, index) => {
      await call('change_records', { changes: [{ collection: 'parts1', count: index }] });
      return (await call('list_records', { collection: 'parts1', limit: 1 })).value.total;
    });
    const [first = 0] = await Promise.all(totals);
    expect(await Promise.all(totals)).toEqual(agents.map((_, index) => (first as number) + index));
  });
});
