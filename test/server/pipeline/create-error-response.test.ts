// Error responses of an API without its own error format: they follow the document.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, createMockServer, type MockServer } from '../../../src/index.ts';
import { type SendOptions, send } from '../../support/mock-server.ts';
import { documentOf, jsonAnswers, type OwnApi, ownMockServer } from '../../support/own-api.ts';

const TEXT = { type: 'string' };
const WHOLE = { type: 'integer' };
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  ...(required.length > 0 && { required }),
  properties,
});
const list = (items: object) => ({ type: 'array', items });

/** A document with one operation, `GET /things?limit=`, with these responses beside its success. */
function things(answers: object, more: object = {}): object {
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
  const responses = { 200: { description: 'ok' }, ...answers };
  return documentOf({ '/things': { get: { operationId: 'things', parameters, responses } } }, more);
}

/** The response to a request, its entry in the request log, and what `onError` was called with. */
async function rejected(
  responses: object,
  {
    query = 'limit=many',
    throws,
    api,
    more,
    headers: sent = {},
  }: { query?: string; throws?: Error; api?: Partial<OwnApi>; more?: object; headers?: Record<string, string> } = {},
) {
  const handler = () => {
    if (throws) throw throws;
  };
  const mockServer = await ownMockServer(things(responses, more), { things: handler }, api);
  const requested: SendOptions = { token: undefined };
  const { status, headers, body } = await send(mockServer, 'GET', `/things?${query}`, { ...requested, headers: sent });
  const { exchanges } = (await send(mockServer, 'GET', '/_understudy/requests', requested)).body;
  const { findings, reason } = exchanges.at(-1);
  return { status, type: headers.get('content-type'), headers, body, findings, reason, reported: mockServer.reported };
}

const MESSAGE = 'query /limit must be an integer';

describe('the error response to invalid input follows the schema of the document', () => {
  const ROWS: readonly [string, object, unknown][] = [
    ['a message', object({ message: TEXT }), { message: MESSAGE }],
    [
      'a google.rpc.Status',
      object({ code: WHOLE, message: TEXT, details: list({ type: 'object' }) }),
      expect.objectContaining({ code: 3 }),
    ],
    ['a code that is a number', object({ code: WHOLE, message: TEXT }), { code: 400, message: MESSAGE }],
    ['a code that is a text', object({ code: TEXT, message: TEXT }), { code: 'invalid_argument', message: MESSAGE }],
    [
      'a code of a list',
      object({ code: { type: 'string', enum: ['NOT_FOUND', 'BAD_REQUEST'] }, message: TEXT }),
      { code: 'BAD_REQUEST', message: MESSAGE },
    ],
    [
      'a code of a list that has none like it',
      object({ code: { type: 'string', enum: ['E1', 'E2'] }, message: TEXT }),
      { code: 'E1', message: MESSAGE },
    ],
    ['an error that is a text', object({ error: TEXT }), { error: MESSAGE }],
    [
      'an error of OAuth',
      object({ error: TEXT, error_description: TEXT }),
      { error: 'Bad Request', error_description: MESSAGE },
    ],
    [
      'an error that is an object',
      object({ error: object({ code: WHOLE, message: TEXT }) }),
      { error: { code: 400, message: MESSAGE } },
    ],
    [
      'an optional error that is an object',
      object({ error: object({ message: TEXT }) }, []),
      { error: { message: MESSAGE } },
    ],
    ['optional members', object({ status: WHOLE, message: TEXT, hint: TEXT }, []), { status: 400, message: MESSAGE }],
    ['errors that are texts', object({ errors: list(TEXT) }), { errors: [MESSAGE] }],
    [
      'errors that are objects',
      object({ errors: list(object({ field: TEXT, message: TEXT })) }),
      { errors: [{ field: 'limit', message: 'must be an integer' }] },
    ],
    [
      'an error of JSON:API',
      object({ errors: list(object({ status: TEXT, title: TEXT, detail: TEXT })) }),
      { errors: [{ status: '400', title: 'Bad Request', detail: MESSAGE }] },
    ],
    [
      'an error of JSON:API with its place',
      object({ errors: list(object({ detail: TEXT, source: object({ pointer: TEXT, parameter: TEXT }, []) })) }),
      { errors: [{ detail: 'must be an integer', source: { parameter: 'limit' } }] },
    ],
    [
      'errors by their places',
      object({ errors: { type: 'object', additionalProperties: list(TEXT) } }),
      { errors: { limit: ['must be an integer'] } },
    ],
    ['texts by their places', { type: 'object', additionalProperties: TEXT }, { limit: 'must be an integer' }],
    [
      'details of which nothing is known, and which need not be there',
      object({ error: object({ message: TEXT, details: list({ type: 'object' }) }, ['message']) }),
      { error: { message: MESSAGE } },
    ],
    [
      'an error of FastAPI',
      object({ detail: list(object({ loc: list({ anyOf: [TEXT, WHOLE] }), msg: TEXT, type: TEXT })) }),
      { detail: [{ loc: ['query', 'limit'], msg: 'must be an integer', type: 'invalid_argument' }] },
    ],
    [
      'an error of Spring',
      object({
        timestamp: { type: 'string', format: 'date-time' },
        status: WHOLE,
        error: TEXT,
        message: TEXT,
        path: TEXT,
      }),
      { timestamp: '2026-01-01T00:00:00Z', status: 400, error: 'Bad Request', message: MESSAGE, path: '' },
    ],
    [
      'an error of Google',
      object({ error: object({ code: WHOLE, message: TEXT, errors: list(object({ message: TEXT, reason: TEXT })) }) }),
      {
        error: {
          code: 400,
          message: MESSAGE,
          errors: [{ message: MESSAGE, reason: 'invalid_argument' }],
        },
      },
    ],
    [
      'problem details',
      object({ type: { type: 'string', format: 'uri' }, title: TEXT, status: WHOLE, detail: TEXT }),
      { type: 'about:blank', title: 'Bad Request', status: 400, detail: MESSAGE },
    ],
    ['a title alone', object({ title: TEXT }), { title: MESSAGE }],
    [
      'a description',
      object({ description: TEXT, id: { type: 'string', format: 'uuid' } }),
      expect.objectContaining({ description: MESSAGE }),
    ],
    ['a text', TEXT, MESSAGE],
    ['a list of texts', list(TEXT), [MESSAGE]],
    ['a message that is cut', object({ message: { type: 'string', maxLength: 11 } }), { message: 'query /limi' }],
    ['a message that is longer', object({ message: { type: 'string', minLength: 33 } }), { message: `${MESSAGE}..` }],
    [
      'what else must be there',
      object({
        message: TEXT,
        level: { type: 'string', enum: ['low', 'high'] },
        retries: { type: 'integer', minimum: 3 },
        ratio: { type: 'number', exclusiveMinimum: true, minimum: 0, maximum: 1 },
        ticket: { type: 'string', pattern: '^[A-Z]{3}-\\d+$' },
        traces: { type: 'array', minItems: 2, items: { type: 'boolean' } },
        mail: { type: 'string', format: 'email' },
        short: { type: 'string', minLength: 6 },
      }),
      {
        message: MESSAGE,
        level: 'low',
        retries: 3,
        ratio: 1,
        ticket: 'AAA-0',
        traces: [false, false],
        mail: 'somebody@example.com',
        short: 'textxx',
      },
    ],
    [
      'parts',
      {
        allOf: [
          { type: 'object', properties: { trace: TEXT } },
          { required: ['message'], properties: { message: TEXT } },
        ],
      },
      { message: MESSAGE },
    ],
    ['the second choice', { oneOf: [object({ id: WHOLE }), object({ message: TEXT })] }, { message: MESSAGE }],
    ['a choice', { oneOf: [object({ message: TEXT }), object({ fault: TEXT })] }, { message: MESSAGE }],
    ['what is required and not described', { type: 'object', required: ['message'] }, { message: MESSAGE }],
    ['anything', {}, expect.objectContaining({ code: 'invalid_argument', detail: MESSAGE })],
  ];
  let mockServer: MockServer;
  beforeAll(async () => {
    const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
    const paths = ROWS.map(([, schema], index) => {
      const responses = { 200: { description: 'ok' }, ...jsonAnswers({ 400: schema }) };
      return [`/${index}`, { get: { operationId: `row${index}`, parameters, responses } }] as const;
    });
    const handlers = ROWS.map((_, index) => [`row${index}`, () => undefined] as const);
    const folder = await mkdtemp(join(tmpdir(), 'understudy-test-'));
    const document = join(folder, 'own.json');
    await writeFile(document, JSON.stringify(documentOf(Object.fromEntries(paths))));
    const api = { name: 'own', document, handlers: Object.fromEntries(handlers) } as OwnApi;
    mockServer = await createMockServer({ apis: [api] });
    await rm(folder, { recursive: true });
  });
  afterAll(() => mockServer.close());

  test.each(ROWS.map(([name, , body], index) => [name, index, body] as const))('%s', async (_, index, body) => {
    const response = await send(mockServer, 'GET', `/${index}?limit=many`, { token: undefined });
    expect(response).toMatchObject({ status: 400 });
    expect(response.body).toEqual(body);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-understudy-undeclared')).toBeNull();
  });

  test('a recursive schema', async () => {
    const response = await rejected(jsonAnswers({ 400: { $ref: '#/components/schemas/Fault' } }), {
      more: {
        components: {
          schemas: {
            Fault: object({ message: TEXT, inner: { $ref: '#/components/schemas/Fault' } }, ['message']),
          },
        },
      },
    });
    expect(response).toMatchObject({ status: 400, body: { message: MESSAGE } });
  });

  test('a discriminator with the name of the alternative', async () => {
    const fault = { type: 'object', required: ['kind', 'message'], properties: { kind: TEXT, message: TEXT } };
    const reference = '#/components/schemas/Fault';
    const choice = {
      oneOf: [{ $ref: reference }],
      discriminator: { propertyName: 'kind', mapping: { fault: reference } },
    };
    const response = await rejected(jsonAnswers({ 400: choice }), {
      more: { components: { schemas: { Fault: fault } } },
    });
    expect(response).toMatchObject({ status: 400, body: { kind: 'fault', message: MESSAGE } });
  });

  test('required headers are sent', async () => {
    const headers = {
      'X-Request-Id': { required: true, schema: { type: 'string', format: 'uuid' } },
      'X-Else': { schema: TEXT },
    };
    const { status, headers: fields } = await rejected({ 400: { description: 'no', headers } });
    expect([status, fields.get('x-request-id'), fields.get('x-else')]).toEqual([
      400,
      '00000000-0000-4000-8000-000000000000',
      null,
    ]);
  });

  test('without a declared body, the body is empty, and the reason is in a header', async () => {
    const { status, body, headers, type } = await rejected(jsonAnswers({ 400: undefined }));
    expect({ status, body, type }).toEqual({ status: 400, body: '', type: null });
    expect(headers.get('x-understudy-reason')).toBe(MESSAGE);
  });
});

describe('an error response without room for the message, or with another media type than JSON', () => {
  const response = (content: object) => ({ 400: { description: 'no', content } });

  test.each([
    ['absent beside a body with the message', object({ message: TEXT }), null],
    ['present beside a body with a truncated message', object({ message: { type: 'string', maxLength: 11 } }), MESSAGE],
    ['present beside a body without the message', object({ fehler: TEXT }), MESSAGE],
  ])('the header with the reason is %s', async (_, schema, reason) => {
    const { status, headers } = await rejected(jsonAnswers({ 400: schema }));
    expect([status, headers.get('x-understudy-reason')]).toEqual([400, reason]);
  });

  test.each<[string, object, string, string]>([
    ['text', { 'text/plain': {} }, 'text/plain; charset=utf-8', MESSAGE],
    ['text by its schema', { 'text/plain': { schema: TEXT } }, 'text/plain; charset=utf-8', MESSAGE],
    [
      'text by a schema of objects that allows others',
      { 'text/csv': { schema: { properties: { code: TEXT }, required: ['code'] } } },
      'text/csv; charset=utf-8',
      MESSAGE,
    ],
    [
      'XML',
      { 'application/xml': { schema: { ...object({ code: WHOLE, message: TEXT }), xml: { name: 'fault' } } } },
      'application/xml',
      `<fault><code>400</code><message>${MESSAGE}</message></fault>`,
    ],
    [
      'the first media type that can contain it',
      { 'image/png': {}, 'text/plain': {} },
      'text/plain; charset=utf-8',
      MESSAGE,
    ],
  ])('%s contains the message as well', async (_, content, type, body) => {
    const responded = await rejected(response(content));
    expect(responded).toMatchObject({ status: 400, type, reported: [] });
    expect(responded.body).toContain(body);
    expect(responded.headers.get('x-understudy-undeclared')).toBeNull();
  });

  test('an HTML page shows input of a client as text', async () => {
    const throws = new ApiError('invalid_argument', 'no <script>&');
    const { type, body } = await rejected(response({ 'text/html': { schema: TEXT } }), { query: '', throws });
    expect([type, body]).toEqual(['text/html; charset=utf-8', 'no &lt;script&gt;&amp;']);
  });

  test.each<[string, object]>([
    ['an image', { 'image/png': {} }],
    ['HTML with an object schema', { 'text/html': { schema: object({ message: TEXT }) } }],
    ['an event stream with an object schema', { 'text/event-stream': { schema: object({ message: TEXT }) } }],
  ])('%s cannot contain the message, so problem details are sent', async (_, content) => {
    const responded = await rejected(response(content));
    expect(responded).toMatchObject({ status: 400, type: 'application/problem+json', body: { detail: MESSAGE } });
    expect(responded.findings.at(-1)).toContain('no body that matches its schema could be generated');
  });

  test('Accept chooses the media type where JSON is declared as well', async () => {
    const schema = { ...object({ message: TEXT }), xml: { name: 'fault' } };
    const content = { 'application/json': { schema }, 'application/xml': { schema } };
    const xml = await rejected(response(content), { headers: { accept: 'application/xml' } });
    expect(xml.type).toBe('application/xml');
    expect(xml.body).toContain(`<fault><message>${MESSAGE}</message></fault>`);
    expect((await rejected(response(content))).body).toEqual({ message: MESSAGE });
  });
});

describe('the status of an error response', () => {
  const SCHEMA = object({ message: TEXT });
  const notFound = new ApiError('not_found', 'there is no such thing');
  test.each<[string, string[], ApiError | undefined, number]>([
    ['of invalid input is 400', ['400', '422', '4XX', 'default'], undefined, 400],
    ['of invalid input is 422 without 400', ['422', '4XX', 'default'], undefined, 422],
    ['of invalid input is 400 by 4XX', ['4XX', 'default'], undefined, 400],
    ['of invalid input is 400 by default', ['default'], undefined, 400],
    ['of another error is its own', ['404', '4XX', 'default'], notFound, 404],
    ['of another error is its own by its range', ['400', '4XX'], notFound, 404],
    ['of another error is its own by default', ['400', 'default'], notFound, 404],
    ['is the one that a handler chose', ['422', 'default'], new ApiError('failed_precondition', 'no'), 400],
    ['of a conflict is its own', ['400', '409', '422'], new ApiError('already_exists', 'no'), 409],
    ['of a conflict is 422 without 409', ['400', '422'], new ApiError('already_exists', 'no'), 422],
    ['of a conflict is 400 without 409 and 422', ['400'], new ApiError('already_exists', 'no'), 400],
    ['of a missing item is 410 without 404', ['400', '410'], notFound, 410],
  ])('%s', async (_, statuses, throws, status) => {
    const responses = jsonAnswers(Object.fromEntries(statuses.map((one) => [one, SCHEMA])));
    const response = await rejected(responses, throws ? { query: '', throws } : {});
    expect(response).toMatchObject({ status, body: { message: throws?.message ?? MESSAGE }, reported: [] });
    expect(response.headers.get('x-understudy-undeclared')).toBeNull();
  });
});

test.each([
  [['404'], 404, null],
  [['400', '404'], 400, null],
  [['404', 'default'], 400, null],
  [['401'], 400, 'true'],
])('an invalid id where %j are declared is %i', async (declared, status, mark) => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const responses = {
    200: { description: 'ok' },
    ...jsonAnswers(Object.fromEntries(declared.map((one) => [one, object({ message: TEXT })]))),
  };
  const mockServer = await ownMockServer(
    documentOf({ '/things/{id}': { get: { operationId: 'thing', parameters, responses } } }),
    { thing: () => undefined },
  );
  const response = await send(mockServer, 'GET', '/things/first', { token: undefined });
  expect(response).toMatchObject({ status, body: { message: 'path /id must be an integer' } });
  expect(response.headers.get('x-understudy-undeclared')).toBe(mark);
});

test.each([
  [404, ['validation', 'missing', 'conflict'], 'missing'],
  [404, ['E1', 'PET_NOT_FOUND'], 'PET_NOT_FOUND'],
  [400, ['missing', 'validation_error'], 'validation_error'],
  [409, ['other', 'already-exists'], 'already-exists'],
  [503, ['first', 'temporarily_gone'], 'first'],
])('a code of status %i among %j is %s', async (status, codes, code) => {
  const error = object({ kind: { type: 'string', enum: codes }, text: TEXT });
  const responses = jsonAnswers({ [status]: error });
  const throws = status === 400 ? undefined : new ApiError('unknown', 'no', { status });
  const { body } = await rejected(responses, throws ? { query: '', throws } : {});
  expect(body.kind).toBe(code);
});

describe('an undeclared error', () => {
  test.each<[string, object]>([
    ['of the only other error', jsonAnswers({ 404: object({ message: TEXT, code: WHOLE }) })],
    [
      'shared by all other errors',
      jsonAnswers({ 404: object({ message: TEXT }), 409: object({ message: TEXT }), 410: undefined }),
    ],
  ])('has the format %s, and is marked', async (_, answers) => {
    const { status, type, body, headers, findings } = await rejected(answers);
    expect({ status, type }).toEqual({ status: 400, type: 'application/json' });
    expect(body).toMatchObject({ message: MESSAGE });
    expect(headers.get('x-understudy-undeclared')).toBe('true');
    expect(findings).toEqual([MESSAGE, 'response has status 400, which the document does not declare']);
  });

  test('has that format also if it is an injected 500, but not if the server itself failed', async () => {
    const answers = jsonAnswers({ 404: object({ message: TEXT }) });
    const injected = await rejected(answers, { query: '', headers: { 'x-understudy-fault': 'status=500' } });
    expect(injected).toMatchObject({ status: 500, body: { message: 'injected fault: internal' } });
    expect(injected.type).toBe('application/json');
    const failed = await rejected(answers, { query: '', throws: new TypeError('mistake') });
    expect(failed).toMatchObject({ status: 500, type: 'application/problem+json' });
  });

  test.each([
    ['an unknown path', 'GET', '/nowhere', 404],
    ['an unknown method', 'DELETE', '/a', 405],
  ])('has the format of all errors of the document for %s', async (_, method, path, expected) => {
    const get = (responses: object) => ({ get: { responses } });
    const own = { 404: object({ error: object({ message: TEXT, code: TEXT }) }) };
    const answered = async (others: object) => {
      const paths = { '/a': get(jsonAnswers({ 200: TEXT, ...own })), '/b': get(jsonAnswers({ 200: TEXT, ...others })) };
      return send(await ownMockServer(documentOf(paths), {}, { infer: true }), method, path);
    };
    const common = await answered(own);
    const message = expect.stringContaining(path);
    expect(common).toMatchObject({ status: expected, body: { error: { message } } });
    expect(common.headers.get('content-type')).toBe('application/json');
    expect(common.headers.get('x-understudy-undeclared')).toBe('true');
    const differing = await answered({ 404: object({ reason: TEXT }) });
    expect(differing).toMatchObject({ status: expected, body: { detail: message } });
    expect(differing.headers.get('content-type')).toBe('application/problem+json');
  });

  test('has the format of errors of other operations, such as 401', async () => {
    const key = { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } } };
    const get = (operationId: string, responses: object, more: object = {}) => ({
      get: { operationId, responses, ...more },
    });
    const document = documentOf(
      {
        '/a': get('a', jsonAnswers({ 200: TEXT }), { security: [{ key: [] }] }),
        '/b': get('b', jsonAnswers({ 200: TEXT, 404: object({ error: object({ code: TEXT, message: TEXT }) }) })),
      },
      key,
    );
    const server = await ownMockServer(document, {}, { infer: true });
    const { status, body } = await send(server, 'GET', '/a', { token: undefined });
    expect([status, body]).toEqual([
      401,
      { error: { code: 'unauthenticated', message: expect.stringContaining('send the header x-key') } },
    ]);
  });
});

describe('an error without a usable schema in the document', () => {
  test('has the right status, as problem details that are marked as undeclared', async () => {
    const { status, type, body, headers, findings, reported } = await rejected({});
    expect({ status, type, body }).toEqual({
      status: 400,
      type: 'application/problem+json',
      body: {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: MESSAGE,
        code: 'invalid_argument',
        errors: [{ part: 'query', pointer: '/limit', detail: 'must be an integer' }],
      },
    });
    expect(headers.get('x-understudy-undeclared')).toBe('true');
    expect(findings).toEqual([MESSAGE, 'response has status 400, which the document does not declare']);
    expect(reported).toEqual([]);
  });

  test.each<[string, object]>([
    ['the only declared response is a success', { 200: undefined, default: { description: 'ok' } }],
    ['the other errors differ', jsonAnswers({ 404: object({ message: TEXT }), 409: object({ error: TEXT }) })],
    ['another error has no property for the message', jsonAnswers({ 404: object({ code: WHOLE }) })],
    ['no body satisfies the schema', jsonAnswers({ 400: { not: {} } })],
    [
      'no string matches the pattern',
      jsonAnswers({ 400: object({ message: { type: 'string', pattern: '^(?=x)y$' } }) }),
    ],
  ])('is sent if %s', async (_, responses) => {
    const { status, type, body } = await rejected(responses);
    expect({ status, type, body }).toMatchObject({
      status: 400,
      type: 'application/problem+json',
      body: { detail: MESSAGE },
    });
  });

  test('does not include the text of an internal error', async () => {
    const throws = new Error('the password is hunter2') as ApiError;
    const { status, type, body, reported } = await rejected({}, { query: '', throws });
    expect({ status, type }).toEqual({ status: 500, type: 'application/problem+json' });
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(body.detail).toContain('details are in the terminal of the mock server');
    expect(reported).toEqual([throws]);
  });

  test('has the headers of the error', async () => {
    const throws = new ApiError('resource_exhausted', 'enough', { headers: { 'retry-after': '3' } });
    const { status, headers } = await rejected({}, { query: '', throws });
    expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([
      429,
      '3',
      'application/problem+json',
    ]);
  });
});

describe('an API with its own error format', () => {
  const describeError = ({ message }: ApiError) => ({ oops: message });

  test('uses it', async () => {
    const response = await rejected(jsonAnswers({ default: object({ oops: TEXT }) }), { api: { describeError } });
    expect(response).toMatchObject({ status: 400, body: { oops: MESSAGE }, reported: [] });
  });

  test('uses it where the document does not declare the status, which is marked', async () => {
    const response = await rejected({}, { api: { describeError } });
    expect(response).toMatchObject({ status: 400, type: 'application/json', body: { oops: MESSAGE }, reported: [] });
    expect(response.headers.get('x-understudy-undeclared')).toBe('true');
  });

  test('gets a report that the document does not allow it, and the client the reason of the rejection', async () => {
    const response = await rejected(jsonAnswers({ default: object({ message: TEXT }) }), { api: { describeError } });
    expect(response).toMatchObject({ status: 400, body: { message: MESSAGE } });
    expect(String(response.reported)).toContain('fix describeError of API own, or the document');
    expect(String(response.reported)).toContain('is required');
  });

  test('gets its exception reported, and the client the reason of the rejection', async () => {
    const mistake = new Error('no words');
    const api = {
      describeError() {
        throw mistake;
      },
    };
    const response = await rejected(jsonAnswers({ default: object({ message: TEXT }) }), { api });
    expect(response).toMatchObject({ status: 400, body: { message: MESSAGE }, reported: [mistake] });
  });
});
