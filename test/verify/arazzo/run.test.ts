// `understudy run`: workflows against a server.

import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../../src/verify/report/report.ts';
import { understudy } from '../../support/command.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const OPENAPI = `openapi: 3.1.0
info: { title: Orders, version: '1' }
servers: [{ url: /v1 }]
security: [{ key: [] }, {}]
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: page, in: query, schema: { type: integer } }
        - { name: X-Trace, in: header, schema: { type: string } }
        - { name: theme, in: cookie, schema: { type: string } }
      responses: { '200': &ok { description: ok, content: { application/json: {} } }, default: { description: other } }
    post:
      operationId: addOrder
      requestBody:
        content:
          application/json: { schema: { type: object } }
          application/x-www-form-urlencoded: { schema: { type: object } }
      responses:
        '201': { description: ok, content: { application/json: { schema: { type: object, required: [id] } } } }
        default: { description: other }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getOrder, responses: { '200': *ok, default: { description: other } } }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`;

interface Received {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Reply = (request: Received, response: ServerResponse) => void;

const json =
  (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

/** A server that returns these in order, the last one for ever, and a folder with both documents. */
async function started(workflows: unknown, replies: readonly Reply[], more: object = {}) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      // The command looks whether it can be reached, and whether it is a mock server.
      if (!request.url?.startsWith('/v1')) return response.writeHead(404).end();
      const one = {
        line: `${request.method} ${request.url}`,
        headers: request.headers,
        body: `${Buffer.concat(chunks)}`,
      };
      replies[Math.min(received.push(one), replies.length) - 1]?.(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'orders.yaml'), OPENAPI);
  const sourceDescriptions = [{ name: 'orders', url: 'orders.yaml', type: 'openapi' }];
  const flows = { arazzo: '1.1.0', info: { title: 'Flows', version: '1' }, sourceDescriptions, workflows, ...more };
  await writeFile(join(cwd, 'flows.json'), JSON.stringify(flows));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = async (...args: readonly string[]) => understudy(['run', 'flows.json', url, ...args], { cwd }).ended;
  const report = async (...args: readonly string[]) => {
    const { stdout, code, stderr } = await run('--json', ...args);
    const reports = [JSON.parse(stdout === '' ? '[]' : stdout)].flat() as readonly Report[];
    return { code, stderr, reports, steps: reports.flatMap(({ operations }) => operations) };
  };
  return { received, run, report, url, cwd };
}

const ORDER = json(201, { id: 5, name: 'Tea' });
const created = {
  stepId: 'add',
  operationId: 'addOrder',
  requestBody: { payload: { name: 'Tea' } },
  outputs: { id: '$response.body#/id' },
};
const read = {
  stepId: 'read',
  operationId: 'getOrder',
  parameters: [{ name: 'id', in: 'path', value: '$steps.add.outputs.id' }],
};

test('steps send the values of earlier ones, and the workflow has outputs', async () => {
  const workflows = [{ workflowId: 'order', steps: [created, read], outputs: { id: '$steps.add.outputs.id' } }];
  const { report, received } = await started(workflows, [ORDER, json(200, {})]);
  const { code, reports } = await report();
  expect(code).toBe(0);
  expect(received.map(({ line }) => line)).toEqual(['POST /v1/orders', 'GET /v1/orders/5']);
  expect(reports).toMatchObject([{ title: 'order', requests: 2, workflow: { outcome: 'passed', outputs: { id: 5 } } }]);
});

test('parameters go to path, query, headers and cookies, also those that the document does not declare', async () => {
  const parameters = [
    { name: 'tags', in: 'query', value: ['a b', 'c'] },
    { name: 'page', in: 'query', value: '$inputs.page' },
    { name: 'x-trace', in: 'header', value: 'is {$inputs.name}' },
    { name: 'theme', in: 'cookie', value: 'dark' },
    { name: 'extra', in: 'query', value: 'e&f' },
    { name: 'Session', in: 'cookie', value: 's' },
    { name: 'Accept', in: 'header', value: 'text/csv' },
    { name: 'missing', in: 'query', value: '$inputs.missing' },
  ];
  const inputs = {
    type: 'object',
    properties: { page: { type: 'integer' }, name: { type: 'string', default: 'Rex' } },
  };
  const steps = [{ stepId: 'list', operationId: '$sourceDescriptions.orders.listOrders', parameters }];
  const { report, received } = await started([{ workflowId: 'all', inputs, steps }], [json(200, [])]);
  expect(await report('--input', 'page=2')).toMatchObject({ code: 0 });
  expect(received).toMatchObject([
    {
      line: 'GET /v1/orders?tags=a%20b&tags=c&page=2&extra=e%26f',
      headers: { 'x-trace': 'is Rex', cookie: 'theme=dark; Session=s', accept: 'text/csv' },
    },
  ]);
});

test.each<[what: string, requestBody: object, type: string, body: string]>([
  [
    'an object',
    { payload: { a: '$inputs.n', b: ['{$inputs.s}'], c: '$inputs.none' } },
    'application/json',
    '{"a":7,"b":["x"]}',
  ],
  ['an expression', { payload: '$inputs.o' }, 'application/json', '{"p":{"q":1}}'],
  ['a template of JSON', { payload: '{"a": {$inputs.n}, "b": "{$inputs.s}"}' }, 'application/json', '{"a":7,"b":"x"}'],
  [
    'a template with an object in quotes',
    { payload: '{"a": "{$inputs.o}", "b": "{$inputs.n}"}' },
    'application/json',
    '{"a":{"p":{"q":1}},"b":"7"}',
  ],
  ['broken JSON', { payload: '{"a": ' }, 'application/json', '{"a": '],
  [
    'a form',
    { contentType: 'application/x-www-form-urlencoded', payload: { a: '$inputs.n', b: 'x y' } },
    'application/x-www-form-urlencoded',
    'a=7&b=x+y',
  ],
  [
    'a form as text',
    { contentType: 'application/x-www-form-urlencoded', payload: 'a={$inputs.n}' },
    'application/x-www-form-urlencoded',
    'a=7',
  ],
  [
    'an undeclared media type',
    { contentType: 'application/xml', payload: '<a>{$inputs.s}</a>' },
    'application/xml',
    '<a>x</a>',
  ],
  [
    'replacements',
    {
      payload: '$inputs.o',
      replacements: [
        { target: '/p/q', value: '$inputs.s' },
        { target: '/new', value: { z: '$inputs.n' } },
        { target: '$.p.q', targetSelectorType: 'jsonpath', value: 'y' },
        { target: '/none', value: '$inputs.none' },
      ],
    },
    'application/json',
    '{"p":{"q":"y"},"new":{"z":7}}',
  ],
])('the request body may be %s', async (_, requestBody, type, body) => {
  const steps = [{ stepId: 'add', operationId: 'addOrder', requestBody }];
  const { report, received, cwd } = await started([{ workflowId: 'w', steps }], [ORDER]);
  await writeFile(join(cwd, 'inputs.yaml'), 'n: 7\ns: x\no: { p: { q: 1 } }\n');
  expect(await report('--inputs', 'inputs.yaml')).toMatchObject({ code: 0 });
  expect(received).toMatchObject([{ headers: { 'content-type': type }, body: expect.any(String) }]);
  expect(received[0]?.body.replaceAll('%20', '+')).toBe(body);
});

test('what a server returns is not evaluated again', async () => {
  const inputs = { type: 'object', properties: { pin: { type: 'string', default: 'secret-pin' } } };
  const template = '{"a": "{$steps.add.outputs.name}", "b": "{$steps.add.outputs.all}", "c": {$steps.add.outputs.all}}';
  const outputs = { name: '$response.body#/name', all: '$response.body' };
  const steps = [
    { ...created, outputs },
    { ...created, stepId: 'again', requestBody: { payload: template } },
    { ...created, stepId: 'late', requestBody: { payload: '{$steps.add.outputs.all}' } },
    { ...created, stepId: 'plain', requestBody: { payload: { a: '$steps.add.outputs.all' } } },
  ];
  const { received, report } = await started(
    [{ workflowId: 'w', inputs, steps }],
    [json(201, { id: 1, name: '$inputs.pin', all: '{$inputs.pin}' })],
  );
  expect(await report()).toMatchObject({ code: 0 });
  expect(received.map(({ body }) => body).join()).not.toContain('secret-pin');
  expect(received).toHaveLength(4);
});

test('a failed criterion names the expression, the value and the response, and can be repeated with curl', async () => {
  const step = {
    ...read,
    parameters: [{ name: 'id', in: 'path', value: 5 }],
    successCriteria: [{ condition: '$statusCode == 200' }],
  };
  const steps = [step, created];
  const reply: Reply = (_request, response) =>
    void response.writeHead(503, { 'content-type': 'text/html' }).end('<b>down</b>');
  const { run, url } = await started([{ workflowId: 'w', steps }], [reply]);
  const { code, stdout } = await run();
  expect(code).toBe(1);
  expect(stdout).toContain(`1. success-criteria: read (GET /orders/{id})
   $statusCode == 200 is false: $statusCode is 503
   in the document: /workflows/0/steps/0/successCriteria/0 (flows.json:1)
   curl -g ${url}/v1/orders/5
   response: 503: <b>down</b>`);
  expect(stdout).toContain('not tested  add  not reached: step read failed');
});

test('a response that violates its document is a finding, also if the step succeeds', async () => {
  const { report } = await started([{ workflowId: 'w', steps: [created] }], [json(201, { name: 'Tea' })]);
  const { code, steps } = await report();
  expect(code).toBe(1);
  expect(steps).toMatchObject([
    { outcome: 'failed', findings: [{ check: 'response-body', location: { file: 'orders.yaml' } }] },
  ]);
});

test('a step is retried as often as its action allows, after the time that the server asks for', async () => {
  const retry = {
    name: 'again',
    type: 'retry',
    retryAfter: 3600,
    retryLimit: 3,
    criteria: [{ condition: '$statusCode == 503' }],
  };
  const steps = [{ ...created, successCriteria: [{ condition: '$statusCode == 201' }], onFailure: [retry] }];
  const busy = json(503, {}, { 'retry-after': '0' });
  const works = await started([{ workflowId: 'w', steps }], [busy, busy, busy, ORDER]);
  expect(await works.report()).toMatchObject({ code: 0, steps: [{ outcome: 'passed', requests: 4, findings: [] }] });
  const fails = await started([{ workflowId: 'w', steps }], [busy]);
  expect(await fails.report()).toMatchObject({ code: 1, steps: [{ outcome: 'failed', statuses: { 503: 4 } }] });
});

test('a retry of the components has its own limit for each step', async () => {
  const components = { failureActions: { again: { name: 'again', type: 'retry', retryAfter: 0, retryLimit: 2 } } };
  const onFailure = [{ reference: '$components.failureActions.again' }, { name: 'on', type: 'goto', stepId: 'second' }];
  const list = { operationId: 'listOrders', successCriteria: [{ condition: '$statusCode == 201' }] };
  const steps = [
    { ...list, stepId: 'first', onFailure },
    { ...list, stepId: 'second', onFailure: onFailure.slice(0, 1) },
  ];
  const { report } = await started([{ workflowId: 'w', steps }], [json(200, [])], { components });
  expect((await report('--max-steps', '50')).steps.map(({ requests }) => requests)).toEqual([3, 3]);
});

test('an action goes to another step or workflow, or ends the workflow', async () => {
  const is = (condition: string) => [{ condition }];
  const list = { stepId: 'list', operationId: 'listOrders' };
  const workflows = [
    {
      workflowId: 'w',
      steps: [
        {
          ...list,
          stepId: 'one',
          onSuccess: [{ name: 'skip', type: 'goto', stepId: 'three', criteria: is('$statusCode == 200') }],
        },
        { ...list, stepId: 'two' },
        {
          ...list,
          stepId: 'three',
          successCriteria: is('$statusCode == 404'),
          onFailure: [{ name: 'repair', type: 'goto', workflowId: 'other' }],
        },
        { ...list, stepId: 'four' },
      ],
      outputs: { none: '$steps.two.outputs.x' },
    },
    {
      workflowId: 'other',
      steps: [
        { ...list, onSuccess: [{ name: 'done', type: 'end' }] },
        { ...list, stepId: 'never' },
      ],
      outputs: { status: '$statusCode' },
    },
  ];
  const { report, received } = await started(workflows, [json(200, [])]);
  const { code, reports, steps } = await report();
  expect(code).toBe(0);
  expect(received).toHaveLength(3);
  expect(reports).toMatchObject([{ workflow: { workflowId: 'w', outputs: { status: 200 } } }]);
  expect(steps.map(({ operation, outcome, reason }) => [operation, outcome, reason])).toEqual([
    ['one', 'passed', undefined],
    ['two', 'skipped', expect.stringMatching(/^not reached: the action repair of step three went to workflow other$/)],
    ['three', 'passed', undefined],
    ['three/list', 'passed', undefined],
    ['three/never', 'skipped', expect.stringMatching(/^not reached: the action done of step list ended the workflow$/)],
    ['four', 'skipped', expect.stringMatching(/^not reached: /)],
  ]);
  expect(steps[2]?.warnings).toMatchObject([{ check: 'success-criteria' }]);
});

test('actions of the workflow apply to all steps, unless a step has one of the same name', async () => {
  const failing = { operationId: 'listOrders', successCriteria: [{ condition: '$statusCode == 201' }] };
  const toLast = { type: 'goto', stepId: 'last' };
  const workflows = [
    {
      workflowId: 'w',
      failureActions: [{ reference: '$components.failureActions.finish' }],
      steps: [
        { ...failing, stepId: 'first', onFailure: [{ name: 'finish', type: 'goto', stepId: 'second' }] },
        { ...failing, stepId: 'skipped' },
        { ...failing, stepId: 'second' },
        { ...failing, stepId: 'third' },
        { operationId: 'listOrders', stepId: 'last' },
      ],
    },
  ];
  const components = { failureActions: { finish: { name: 'finish', ...toLast } } };
  const { report } = await started(workflows, [json(200, [])], { components });
  const { code, steps } = await report();
  expect(code).toBe(0);
  expect(steps.map(({ requests }) => requests)).toEqual([1, 0, 1, 0, 1]);
});

test('a step calls a workflow with inputs, also of another document, and uses its outputs', async () => {
  const workflows = [
    {
      workflowId: 'shop',
      steps: [
        {
          stepId: 'order',
          workflowId: 'place',
          parameters: [{ name: 'what', value: 'Tea' }],
          successCriteria: [{ condition: '$statusCode == 201' }],
          outputs: { id: '$outputs.id' },
        },
        {
          stepId: 'look',
          workflowId: '$sourceDescriptions.more.look',
          parameters: [{ name: 'id', value: '$steps.order.outputs.id' }],
        },
      ],
    },
    {
      workflowId: 'place',
      inputs: { $ref: '#/components/inputs/what' },
      steps: [{ ...created, requestBody: { payload: { name: '$inputs.what' } } }],
      outputs: { id: '$steps.add.outputs.id' },
    },
  ];
  const components = {
    inputs: { what: { type: 'object', required: ['what'], properties: { what: { type: 'string' } } } },
  };
  const sourceDescriptions = [
    { name: 'orders', url: 'orders.yaml', type: 'openapi' },
    { name: 'more', url: './more.arazzo.json', type: 'arazzo' },
  ];
  const { report, received, cwd } = await started(workflows, [ORDER, json(200, {})], {
    components,
    sourceDescriptions,
  });
  const look = {
    workflowId: 'look',
    steps: [{ ...read, parameters: [{ name: 'id', in: 'path', value: '$inputs.id' }] }],
  };
  const more = {
    arazzo: '1.0.1',
    info: { title: 'More', version: '1' },
    sourceDescriptions: sourceDescriptions.slice(0, 1),
    workflows: [look],
  };
  await writeFile(join(cwd, 'more.arazzo.json'), JSON.stringify(more));
  const { code, steps, reports } = await report();
  expect(code).toBe(0);
  expect(received.map(({ line, body }) => line + body)).toEqual(['POST /v1/orders{"name":"Tea"}', 'GET /v1/orders/5']);
  expect(reports).toHaveLength(1);
  expect(steps.map(({ operation, method, path }) => `${operation}: ${method} ${path}`)).toEqual([
    'order: RUN place',
    'order/add: POST /orders',
    'look: RUN $sourceDescriptions.more.look',
    'look/read: GET /orders/{id}',
  ]);
});

test('a workflow runs after those on which it depends, and not at all if one fails', async () => {
  const list = { stepId: 'list', operationId: 'listOrders' };
  const workflows = [
    { workflowId: 'last', dependsOn: ['bad'], steps: [list] },
    {
      workflowId: 'bad',
      dependsOn: ['first'],
      steps: [{ ...list, successCriteria: [{ condition: '$workflows.first.outputs.n == 2' }] }],
    },
    { workflowId: 'first', steps: [list], outputs: { n: '$response.body.n' } },
  ];
  const { report } = await started(workflows, [json(200, { n: 1 })]);
  const { code, reports } = await report();
  expect(code).toBe(1);
  expect(reports.map(({ title, operations: [step] }) => [title, step?.outcome, step?.reason])).toEqual([
    ['first', 'passed', undefined],
    ['bad', 'failed', undefined],
    ['last', 'notTested', 'not reached: workflow bad, on which it depends, failed'],
  ]);
});

test('a called workflow runs after those on which it depends, each once', async () => {
  const list = { stepId: 'list', operationId: 'listOrders' };
  const call = (stepId: string) => ({ stepId, workflowId: 'called' });
  const workflows = [
    { workflowId: 'w', steps: [call('one'), call('two')] },
    {
      workflowId: 'called',
      dependsOn: ['before'],
      steps: [{ ...list, successCriteria: [{ condition: '$workflows.before.outputs.n == 1' }] }],
    },
    { workflowId: 'before', steps: [list], outputs: { n: '$response.body.n' } },
    { workflowId: 'waiting', dependsOn: ['caller'], steps: [list] },
    { workflowId: 'caller', steps: [{ stepId: 'call', workflowId: 'waiting' }] },
  ];
  const { report, received } = await started(workflows, [json(200, { n: 1 })]);
  expect((await report('--workflows', 'w')).code).toBe(0);
  expect(received).toHaveLength(3);
  const { code, steps } = await report('--workflows', 'caller');
  expect(code).toBe(1);
  expect(steps[0]?.findings[0]?.message).toMatch(/: workflow caller, on which it depends, has not ended$/);
});

test('loops and recursion end', async () => {
  const again = [{ name: 'again', type: 'goto', stepId: 'list' }];
  const workflows = [
    { workflowId: 'loop', steps: [{ stepId: 'list', operationId: 'listOrders', onSuccess: again }] },
    {
      workflowId: 'failing',
      steps: [
        {
          stepId: 'list',
          operationId: 'listOrders',
          successCriteria: [{ condition: '$statusCode == 500' }],
          onFailure: again,
        },
      ],
    },
    { workflowId: 'recursion', steps: [{ stepId: 'call', workflowId: 'recursion' }] },
  ];
  const { report } = await started(workflows, [json(200, [])]);
  const { code, reports } = await report('--workflows', 'loop,failing,recursion', '--max-steps', '50');
  expect(code).toBe(1);
  const [loop, failing, recursion] = reports.map(({ operations }) => operations.flatMap(({ findings }) => findings));
  for (const findings of [loop, failing])
    expect(findings).toMatchObject([
      { check: 'workflow-completed', message: 'more than 50 steps were executed (--max-steps)' },
    ]);
  expect(recursion?.at(-1)?.message).toMatch(/more than 20 workflows call each other/);
});

test('a value that does not exist is left out, which explains a failure; a path cannot be sent without it', async () => {
  const parameters = [{ name: 'page', in: 'query', value: '$steps.add.outputs.none' }];
  const list = {
    stepId: 'list',
    operationId: 'listOrders',
    parameters,
    successCriteria: [{ condition: '$statusCode == 400' }],
    onFailure: [{ name: 'on', type: 'goto', stepId: 'read' }],
  };
  const { report, received } = await started([{ workflowId: 'w', steps: [list, read] }], [json(200, [])]);
  const { code, steps } = await report();
  expect(code).toBe(1);
  expect(received).toHaveLength(1);
  expect(steps[0]?.warnings[0]?.message).toMatch(/; not sent: query page \(\$steps\.add\.outputs\.none\)$/);
  expect(steps[1]?.findings).toMatchObject([
    {
      check: 'workflow-completed',
      message: expect.stringMatching(/no value for \{id\}.*path id \(\$steps\.add\.outputs\.id\)/),
    },
  ]);
});

test('credentials are sent, unless the step sends its own, and reports show neither', async () => {
  const own = [{ name: 'Authorization', in: 'header', value: 'Bearer {$steps.login.outputs.token}' }];
  const fails = [{ condition: '$statusCode == 418' }];
  const workflows = [
    {
      workflowId: 'w',
      inputs: { type: 'object', properties: { pin: { type: 'string', format: 'password' } } },
      steps: [
        {
          ...created,
          stepId: 'login',
          requestBody: { payload: { pin: '$inputs.pin', password: 'p4ssword' } },
          outputs: { token: '$response.body#/token' },
        },
        { stepId: 'list', operationId: 'listOrders', parameters: own, successCriteria: fails },
      ],
      outputs: { access_token: '$steps.login.outputs.token' },
    },
  ];
  const { run, received, cwd } = await started(workflows, [
    json(201, { id: 1, token: 'issued-token-1' }),
    json(200, []),
  ]);
  await writeFile(join(cwd, 'pin.txt'), '98765\n');
  const given = ['--auth', 'key=given-token', '--input', 'pin=file:pin.txt'];
  const { stdout } = await run(...given, '--json', '--junit', 'report.xml');
  expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer given-token', 'Bearer issued-token-1']);
  expect(received[0]?.body).toContain('98765');
  for (const secret of ['given-token', 'issued-token-1', '98765', 'p4ssword']) expect(stdout).not.toContain(secret);
  expect(stdout).toMatch(/Authorization: Bearer \$\{\w+\}/);
});

test('a step without a response does not use that of the step before', async () => {
  const list = { operationId: 'listOrders' };
  const isFound = [{ condition: '$statusCode == 200' }];
  const end = (stepId: string) => [{ name: 'on', type: 'goto', stepId, criteria: isFound }];
  const workflows = [
    {
      workflowId: 'w',
      steps: [
        { ...list, stepId: 'before' },
        {
          ...list,
          stepId: 'closed',
          parameters: [{ name: 'page', in: 'query', value: 7 }],
          outputs: { status: '$statusCode' },
          onFailure: [{ name: 'again', type: 'retry', criteria: isFound }, ...end('last')],
        },
        { ...list, stepId: 'last' },
      ],
      outputs: { status: '$steps.closed.outputs.status' },
    },
    {
      workflowId: 'unbuilt',
      steps: [
        { ...list, stepId: 'before' },
        { ...read, onFailure: end('last') },
        { ...list, stepId: 'last' },
      ],
    },
  ];
  const reply: Reply = (request, response) =>
    request.line.endsWith('?page=7') ? response.destroy() : json(200, [])(request, response);
  const { report } = await started(workflows, [reply]);
  const { reports } = await report();
  expect(
    reports.map(({ workflow, operations }) => [workflow?.outputs, operations.map(({ outcome }) => outcome)]),
  ).toEqual([
    [{}, ['passed', 'failed', 'notTested']],
    [{}, ['passed', 'failed', 'notTested']],
  ]);
});

test('an output that cannot be evaluated is a finding', async () => {
  const all = { context: '$response.body', selector: '$..*', type: 'jsonpath' };
  const list = { stepId: 'list', operationId: 'listOrders' };
  const workflows = [
    { workflowId: 'w', steps: [{ ...list, outputs: { all } }] },
    { workflowId: 'v', steps: [list], outputs: { all } },
  ];
  const { report } = await started(workflows, [json(200, Array(100_001).fill(1))]);
  const { code, reports } = await report();
  expect([code, reports.length]).toEqual([1, 2]);
  const message = expect.stringMatching(/^output all: \$\.\.\* of \$response\.body: .*more than 100000 locations/);
  for (const { workflow, operations } of reports) {
    expect(workflow?.outcome).toBe('failed');
    expect(operations).toMatchObject([{ outcome: 'failed', findings: [{ check: 'workflow-completed', message }] }]);
  }
});

test('an integer of an input is sent exactly, also one that no double has', async () => {
  const properties = { n: { type: 'integer', minimum: 1 }, page: { type: 'integer', default: 3 } };
  const steps = [{ ...created, requestBody: { payload: { n: '$inputs.n', page: '$inputs.page' } } }];
  const { report, received } = await started(
    [{ workflowId: 'w', inputs: { type: 'object', properties }, steps }],
    [ORDER],
  );
  expect(await report('--input', 'n=12345678901234567890')).toMatchObject({ code: 0 });
  expect(received.map(({ body }) => body)).toEqual(['{"n":12345678901234567890,"page":3}']);
});

test('reports show none of several secrets of the same name', async () => {
  const login = (stepId: string, password: string) => ({
    ...{ stepId, operationId: 'addOrder' },
    requestBody: { payload: { password, former: [{ password: `former-${password}` }, { password: 'other-secret' }] } },
    onFailure: [{ name: 'on', type: 'goto', stepId: 'end' }],
  });
  const fails = [{ condition: '$statusCode == 201' }];
  const steps = [
    { ...login('one', 'correct-horse'), onFailure: [{ name: 'on', type: 'goto', stepId: 'two' }] },
    login('two', 'battery-staple'),
    { stepId: 'end', operationId: 'listOrders', successCriteria: fails },
  ];
  const echo: Reply = ({ body }, response) => json(400, { message: `no user has ${body}` })({} as never, response);
  const { run } = await started([{ workflowId: 'w', steps }], [echo]);
  const { stdout } = await run('--json', '--auth', 'key=given-token');
  for (const secret of ['correct-horse', 'battery-staple', 'other-secret']) expect(stdout).not.toContain(secret);
});

test('a step has a time limit, and a server that closes the connection is a finding', async () => {
  const list = { stepId: 'list', operationId: 'listOrders' };
  const slow = await started([{ workflowId: 'w', steps: [{ ...list, timeout: 50 }] }], [() => undefined]);
  expect((await slow.report()).steps[0]?.findings).toMatchObject([
    { check: 'response-received', message: 'no valid response: timeout after 50 ms' },
  ]);
  const closing = await started([{ workflowId: 'w', steps: [list] }], [(_, response) => response.destroy()]);
  expect((await closing.report()).steps[0]).toMatchObject({
    outcome: 'failed',
    findings: [{ check: 'response-received' }],
  });
});

test.each<[what: string, args: readonly string[], sentence: RegExp]>([
  ['a missing input', [], /w: input name is required\n.*--input NAME=VALUE/],
  ['an invalid input', ['--input', 'name='], /w: input name must have at least 1 character/],
  ['an unknown input', ['--input', 'name=x', '--input', 'nmae=x'], /--input nmae: no workflow .*; did you mean name\?/],
  ['an unknown workflow', ['--workflows', 'v'], /has no workflow "v"; did you mean w\?/],
  ['an unknown source', ['--input', 'name=x', '--server', 'order=http://localhost:1'], /did you mean orders\?/],
  ['an unknown scheme', ['--input', 'name=x', '--auth', 'kex=y'], /unknown security scheme "kex"; did you mean key\?/],
  [
    'a server that cannot be reached',
    ['--input', 'name=x', '--server', 'orders=http://127.0.0.1:1'],
    /Cannot reach http:\/\/127\.0\.0\.1:1: /,
  ],
])('%s ends the command with 2', async (_, args, sentence) => {
  const inputs = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
  const { run } = await started(
    [{ workflowId: 'w', inputs, steps: [{ stepId: 'list', operationId: 'listOrders' }] }],
    [json(200, [])],
  );
  expect(await run(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(sentence) });
});
