// Servers that follow their documents, and used to have findings.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { FindingReport, Report } from '../../../src/verify/report/report.ts';
import type { VerifySettings } from '../../../src/verify/verify.ts';
import { written } from '../../support/opened.ts';
import { reportOfAnswers } from '../../support/reports.ts';

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });

/** The report of a server of one path. */
async function reportOf(
  path: object,
  respond: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void,
  settings: Partial<VerifySettings> = {},
): Promise<Report> {
  const document = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: { '/things': path } };
  return reportOfAnswers(respond, await written({ 'api.json': JSON.stringify(document) }), settings);
}

/** Errors and warnings of all operations, by check. */
function findingsOf({ operations }: Report): readonly string[] {
  const list = (severity: string, all: readonly FindingReport[]) =>
    all.map(({ check, message }) => `${severity} ${check}: ${message}`);
  return operations.flatMap(({ findings, warnings }) => [...list('error', findings), ...list('warning', warnings)]);
}

function send(response: ServerResponse, status: number, body?: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

test('a query list may allow only values that the server knows', async () => {
  const KNOWN = ['status', 'owner', 'created'];
  const items = { type: 'string', example: 'status' };
  const report = await reportOf(
    {
      get: {
        operationId: 'listThings',
        parameters: [
          { name: 'fields', in: 'query', schema: { type: 'array', items } },
          { name: 'X-Fields', in: 'header', schema: { type: 'array', items } },
        ],
        responses: { 200: json({ type: 'array' }), 400: json({ type: 'object' }) },
      },
    },
    ({ url = '', headers, method }, response) => {
      const { searchParams } = new URL(url, 'http://localhost');
      const fields = [...searchParams.getAll('fields'), ...`${headers['x-fields'] ?? 'owner'}`.split(',')];
      if (method !== 'GET' && method !== 'HEAD') send(response, 405, {}, { allow: 'GET, HEAD' });
      else if (fields.some((field) => !KNOWN.includes(field))) send(response, 400, { error: 'unknown field' });
      else send(response, 200, []);
    },
  );
  expect(report.operations[0]?.outcome).toBe('passed');
  expect(findingsOf(report)).toEqual([]);
});

test.each([
  [429, {}],
  [429, { 'retry-after': '1' }],
  [503, { 'retry-after': '1' }],
])('a %i with %o at times is no finding', async (status, headers) => {
  let count = 0;
  const report = await reportOf(
    {
      get: {
        operationId: 'listThings',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } }],
        responses: {
          200: json({ type: 'array' }),
          400: json({ type: 'object' }),
          default: json({ required: ['code'] }),
        },
      },
    },
    ({ url = '', method }, response) => {
      count += 1;
      const limit = new URL(url, 'http://localhost').searchParams.get('limit');
      if (count % 3 === 0 || method === 'HEAD') send(response, status, { error: 'too many requests' }, headers);
      else if (method !== 'GET') send(response, 405, { code: 1 }, { allow: 'GET, HEAD' });
      else if (limit !== null && !/^[1-9]$/.test(limit)) send(response, 400, { code: 1 });
      else send(response, 200, []);
    },
  );
  expect(report.operations[0]?.statuses[status]).toBeGreaterThan(3);
  expect(findingsOf(report)).toEqual([]);
});

test('a 503 without Retry-After is a warning, and differs from GET', async () => {
  const report = await reportOf(
    { get: { operationId: 'listThings', responses: { 200: json({ type: 'array' }) } } },
    ({ method }, response) => {
      if (method === 'HEAD') send(response, 503);
      else if (method !== 'GET') send(response, 405, {}, { allow: 'GET, HEAD' });
      else send(response, 200, []);
    },
  );
  expect(findingsOf(report)).toEqual(
    expect.arrayContaining(['error head-matches-get: HEAD returned 503, GET returned 200']),
  );
});

const ORDER = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 20 }, copies: { type: 'integer', minimum: 0, maximum: 9 } },
};

/**
 * A path with POST, whose server rejects some bodies.
 *
 * @param reject - the error body; undefined if it accepts
 * @param general - the reason for invalid bodies
 */
function ordersWith(reject: (order: Order) => unknown, example?: object, general = 'invalid'): Promise<Report> {
  const content = { 'application/json': { schema: ORDER, ...(example && { example }) } };
  return reportOf(
    {
      post: {
        operationId: 'order',
        requestBody: { required: true, content },
        responses: { 200: { description: '' }, 422: json({ type: 'object' }), default: json({}) },
      },
    },
    (request, response, bytes) => {
      const body = parseOrder(bytes.toString(), request.headers['content-type']);
      if (request.method !== 'POST') return send(response, 405, {}, { allow: 'POST' });
      if (!body) return send(response, 422, { error: general });
      const error = reject(body);
      return error === undefined ? send(response, 200) : send(response, 422, error);
    },
    { allowWrites: true, allowUnsafe: ['order'], checks: ['valid-input-accepted', 'example-accepted'] },
  );
}

interface Order {
  readonly name: string;
  readonly copies?: number;
}

/** The body of a request; undefined if it is invalid. */
function parseOrder(text: string, type: string | undefined): Order | undefined {
  try {
    const order: Order = JSON.parse(text);
    const { name, copies = 0 } = order;
    const isValid = [...name].length <= 20 && Number.isInteger(copies) && copies >= 0 && copies < 10;
    return isValid && type === 'application/json' ? order : undefined;
  } catch {
    return undefined;
  }
}

test('a rejection by a business rule is a warning, once, with its reason', async () => {
  const report = await ordersWith(({ copies = 0 }) =>
    copies > 2 ? { errors: [{ message: `only 2 of ${copies} copies are left in the store` }] } : undefined,
  );
  expect(findingsOf(report)).toEqual([
    expect.stringMatching(
      /^warning valid-input-accepted: rejected with 422 \(only 2 of \d+ copies are left in the store\) by a rule that no schema can express: body /,
    ),
  ]);
  expect(report.operations[0]?.outcome).toBe('passed');
});

test.each([
  ['without a reason', {}],
  ['with a reason that a schema could express', { error: 'name has at most 19 characters' }],
  ['with a general reason', { message: 'Validation failed' }],
])('a rejection of valid input %s is an error', async (_, error) => {
  const report = await ordersWith(({ name }) => ([...name].length === 20 ? error : undefined));
  expect(findingsOf(report)).toEqual([
    expect.stringMatching(/^error valid-input-accepted: rejected with 422( \(.*\))?, but valid: /),
  ]);
});

test.each([
  ['a warning', 'Die Sprache passt nicht', 'Ungültige Eingabe', /^warning .* by a rule that no schema can express: /],
  ['an error if invalid input gets it, too', 'Ungültige Eingabe', 'Ungültige Eingabe', /^error .*, but valid: /],
])('a rejection with a reason in another language is %s', async (_, reason, general, finding) => {
  const reject = ({ name }: Order) => ([...name].length === 20 ? { error: reason } : undefined);
  expect(findingsOf(await ordersWith(reject, undefined, general))).toEqual([expect.stringMatching(finding)]);
});

test('the example of a create operation is sent before the items for the test of its list', async () => {
  const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } };
  const content = {
    'application/json': { schema: { type: 'object', required: ['name'] }, example: { name: 'First' } },
  };
  const items: { readonly id: number; readonly name: string }[] = [];
  const report = await reportOf(
    {
      get: { operationId: 'listThings', responses: { 200: json({ type: 'array', items: item }) } },
      post: {
        operationId: 'addThing',
        requestBody: { required: true, content },
        responses: { 201: json(item), 400: json({}), 409: json({}) },
      },
    },
    ({ method }, response, body) => {
      if (method === 'GET' || method === 'HEAD') return send(response, 200, items);
      if (method !== 'POST') return send(response, 405, {}, { allow: 'GET, HEAD, POST' });
      const { name } = JSON.parse(body.toString() || '{}') ?? {};
      if (typeof name !== 'string') return send(response, 400, {});
      if (items.some((one) => one.name === name)) return send(response, 409, {});
      items.push({ id: items.length + 1, name });
      return send(response, 201, items.at(-1));
    },
    { allowWrites: true, checks: ['example-accepted'], phases: ['examples'] },
  );
  expect(items[0]?.name).toBe('First');
  expect(findingsOf(report)).toEqual([]);
});

test('a rejection of the example of the document is an error, with any reason', async () => {
  const report = await ordersWith(({ name }) => (name === 'Admin' ? { error: 'this name is reserved' } : undefined), {
    name: 'Admin',
  });
  expect(findingsOf(report)).toEqual([
    expect.stringMatching(/^error example-accepted: example rejected: .* is rejected with 422/),
  ]);
});
