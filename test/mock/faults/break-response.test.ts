// Broken bodies: each violates the document as its client reads it, or a warning says that none was found.

import { expect, onTestFinished, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { ApiError, createMockServer, type DocumentSettings } from '../../../src/index.ts';

const NAMED = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const PROBLEM = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } };
const as = (type: string, media: object) => ({ description: '', content: { [type]: media } });
const json = (schema: object) => as('application/json', { schema });

/** A mock server with one operation, `GET /it`. */
async function serving(responses: object, handlers: DocumentSettings['handlers'] = {}) {
  const paths = { '/it': { get: { operationId: 'getIt', responses } } };
  const document = { openapi: '3.2.0', info: { title: 'It', version: '1' }, paths };
  const mock = await createMockServer(document, { handlers });
  onTestFinished(() => mock.close());
  return { mock, client: understudy('http://localhost', mock) };
}

/** The response to a broken request, and its entry in the request log. */
async function broken(server: Awaited<ReturnType<typeof serving>>, fault: string, init: RequestInit = {}) {
  const headers = { 'x-understudy-fault': fault, ...init.headers };
  const response = await server.mock.fetch(new Request('http://localhost/it', { ...init, headers }));
  const [{ findings = [], warnings = [] } = {}] = await server.client.requests();
  return { status: response.status, text: await response.text(), findings, warnings: warnings.slice(1) };
}

test.each<readonly [what: string, response: object]>([
  ['an object', json(NAMED)],
  ['an object of anything', json({ type: 'object' })],
  ['a list', json({ type: 'array', items: NAMED })],
  ['a value that may be null', json({ type: ['string', 'null'] })],
  [
    'several types with limits',
    json({ type: ['string', 'number', 'object', 'array', 'null', 'boolean'], maxLength: 9 }),
  ],
  ['a long text of any type', json({ maxLength: 1000 })],
  ['a large number of any type', json({ maximum: 1e6 })],
  ['what a broken body used to be', json({ enum: [17, 'broken', [], {}, { broken: 'by a fault' }] })],
  ['a property deep below', json({ properties: { a: { properties: { b: { properties: { c: NAMED } } } } } })],
  ['a property that is a number in JSON, and text in XML', as('application/xml', { schema: NAMED })],
  ['a form', as('application/x-www-form-urlencoded', { schema: NAMED })],
  ['lines of JSON', as('application/jsonl', { itemSchema: NAMED })],
  ['rows of numbers', as('text/csv', { schema: { type: 'array', items: { properties: { a: { type: 'integer' } } } } })],
  ['one of several texts', as('text/plain', { schema: { type: 'string', enum: ['a', 'b'] } })],
  ['a short text', as('text/plain', { schema: { type: 'string', maxLength: 100 } })],
  ['no body', { description: '' }],
])('the body of %s violates the document', async (_, response) => {
  const { status, findings, warnings } = await broken(await serving({ 200: response }), 'broken');
  expect({ status, warnings }).toEqual({ status: 200, warnings: [] });
  expect(findings).toEqual([expect.stringMatching(/^response /)]);
});

test.each<readonly [what: string, status: number, response: object, init: RequestInit]>([
  ['any value', 200, json({}), {}],
  ['any text', 200, as('text/plain', { schema: { type: 'string' } }), {}],
  ['any file', 200, as('image/png', {}), {}],
  ['nothing', 204, { description: '' }, {}],
  ['nothing, for HEAD', 200, json(NAMED), { method: 'HEAD' }],
])('for %s there is no body that violates the document, and a warning says so', async (_, code, response, init) => {
  const server = await serving({ [code]: response });
  const { status, findings, warnings } = await broken(server, 'broken', init);
  expect({ status, findings, warnings }).toEqual({
    status: code,
    findings: [],
    warnings: [`not broken: found no body that violates ${code} of getIt`],
  });
});

test.each<readonly [what: string, fault: string, handle: () => never | object]>([
  ['of a status that a fault sets', 'status=404, broken', () => ({ name: 'it' })],
  [
    'that a handler throws',
    'broken',
    () => {
      throw new ApiError('not_found', 'it is gone');
    },
  ],
])('an error %s is broken, too', async (_, fault, getIt) => {
  const server = await serving({ 200: json(NAMED), 404: json(PROBLEM) }, { getIt });
  const { status, text, findings } = await broken(server, fault);
  expect([status, JSON.parse(text), findings]).toEqual([404, { message: 17 }, ['response /message must be a string']]);
});

test('an error without a schema is sent as it is, with a warning', async () => {
  const getIt = () => {
    throw new ApiError('not_found', 'it is gone');
  };
  const server = await serving({ 200: json(NAMED), 404: as('application/json', {}) }, { getIt });
  const { status, text, warnings } = await broken(server, 'broken');
  expect([status, text, warnings]).toEqual([
    404,
    expect.stringContaining('it is gone'),
    ['not broken: found no body that violates 404 of getIt'],
  ]);
});

test.each([
  [204, { description: '' }, 'step 1 cannot break 204 of getIt: it has no body'],
  [200, as('image/png', {}), 'step 1 cannot break 200 of getIt: it has no schema, so every body is valid'],
])('a plan for %i of an operation that cannot be broken is rejected', async (code, response, message) => {
  const { client } = await serving({ [code]: response });
  await expect(client.fault('getIt: broken')).rejects.toMatchObject({ code: 'invalid_argument', message });
});
