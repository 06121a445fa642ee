// Steps whose response is a stream, at a server and in a seed workflow.

import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../../src/verify/report/report.ts';
import { serve, understudy } from '../../support/command.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** More than the start of a stream that `verify` reads. */
const LINES = Array.from({ length: 300 }, (_, index) => `{"id":${index},"name":"${'long'.repeat(250)}"}\n`);

const ORDER = "{ $ref: '#/components/schemas/Order' }";

const openapi = (type: string) => `openapi: 3.2.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: ${ORDER} } } } } }
    post:
      operationId: addOrder
      requestBody: { content: { application/json: { schema: ${ORDER} } } }
      responses: { '201': { description: ok, content: { application/json: { schema: ${ORDER} } } } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getOrder
      responses: { '200': { description: ok, content: { application/json: { schema: ${ORDER} } } } }
  /orders/events:
    get:
      operationId: watchOrders
      responses: { '200': { description: ok, content: { ${type} } } }
components:
  schemas:
    Order: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }
`;

const JSON_LINES = `application/jsonl: { itemSchema: ${ORDER} }`;

async function folder(step: object, type = JSON_LINES): Promise<string> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'orders.yaml'), openapi(type));
  const sourceDescriptions = [{ name: 'orders', url: 'orders.yaml', type: 'openapi' }];
  const add = { stepId: 'add', operationId: 'addOrder', requestBody: { payload: { id: 7 } } };
  const workflows = [{ workflowId: 'watch', steps: [{ stepId: 'events', operationId: 'watchOrders', ...step }, add] }];
  const flows = { arazzo: '1.1.0', info: { title: 'Flows', version: '1' }, sourceDescriptions, workflows };
  await writeFile(join(cwd, 'flows.json'), JSON.stringify(flows));
  return cwd;
}

/** The URL of a server whose streams are written so, and which never ends them by itself. */
async function streaming(type: string, write: (response: ServerResponse) => void): Promise<string> {
  const server = createServer(({ url, method }, response) => {
    if (url !== '/orders/events') return response.writeHead(method === 'POST' ? 201 : 404, JSON_TYPE).end('{"id":7}');
    write(response.writeHead(200, { 'content-type': type }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function run(cwd: string, url: string) {
  const { stdout, code } = await understudy(['run', 'flows.json', url, '--json'], { cwd }).ended;
  return { code, step: (JSON.parse(stdout) as Report).operations[0] };
}

test('a step reads a stream until its end', async () => {
  const criterion = { context: '$response.body', type: 'jsonpath', condition: '$[?@.id == 299]' };
  const cwd = await folder({ successCriteria: [criterion], timeout: 60_000 });
  const url = await streaming('application/jsonl', (response) => response.end(LINES.join('')));
  expect(await run(cwd, url)).toMatchObject({ code: 0, step: { outcome: 'passed', findings: [] } });
  const late = await streaming('application/jsonl', (response) => response.end(`${LINES.join('')}{"id":"x"}\n`));
  expect(await run(cwd, late)).toMatchObject({ code: 1, step: { findings: [{ check: 'response-body' }] } });
});

test.each([
  ['JSON lines', 'application/jsonl', JSON_LINES, '{"id":1}\n{"id":'],
  ['events', 'text/event-stream', 'text/event-stream: {}', 'data: {"id":1}\n\ndata: {"id":'],
])('a stream of %s without an end is read until the timeout, and the step says so', async (_, type, content, start) => {
  const successCriteria = [{ context: '$response.body', type: 'regex', condition: '"id":1' }];
  const url = await streaming(type, (response) => response.write(start));
  const cwd = await folder({ successCriteria, timeout: 300 }, content);
  const reason = expect.stringMatching(/^the response had no end after \d+\.\d s and \d\d bytes$/);
  expect(await run(cwd, url)).toMatchObject({ code: 0, step: { outcome: 'passed', reason } });
  const other = await folder(
    { successCriteria: [{ ...successCriteria[0], condition: '"id":2' }], timeout: 300 },
    content,
  );
  const message = expect.stringMatching(/does not match .*; the response had no end after/);
  expect(await run(other, url)).toMatchObject({ code: 1, step: { findings: [{ message }] } });
});

test('a seed workflow with a stream that does not end starts the server', async () => {
  const cwd = await folder({ timeout: 300 });
  const args = ['orders.yaml', '--records', '0', '--memory', '--seed-workflow', 'flows.json#watch'];
  const { url, output } = await serve(args, { cwd });
  expect(await (await fetch(`${url}/orders`)).json()).toMatchObject([{ id: 7 }]);
  expect(output.text()).toMatch(
    /flows\.json#watch: step events: the response had no end after \d+\.\d s and \d+ bytes\./,
  );
});
