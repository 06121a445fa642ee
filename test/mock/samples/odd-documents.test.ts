// Unusual and invalid documents that are served nevertheless.

import { describe, expect, test } from 'vitest';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { findUnenforcedConstraints } from '../../../src/openapi/read/unsupported-parts.ts';
import { documentOf, ownMockServer } from '../../support/own-api.ts';

type Json = Readonly<Record<string, unknown>>;

/** The response to a request of a document with this operation at `/it`. */
async function responseOf(operation: Json, init: RequestInit & { readonly query?: string } = {}, others: Json = {}) {
  const method = (init.method ?? 'GET').toLowerCase();
  const document = { ...documentOf({ '/it': { [method]: { operationId: 'it', ...operation } } }), ...others };
  const server = await ownMockServer(document, {}, { infer: true });
  const response = await server.fetch(new Request(`http://mock/it${init.query ?? ''}`, init));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const ok = (content: object) => ({ 200: { description: 'ok', content } });
const json = (media: object) => ok({ 'application/json': media });

describe('an operation that always fails responds with its failure:', () => {
  test.each([
    ['405', 405],
    ['501', 501],
    ['5XX', 500],
  ])('%s', async (key, status) => {
    const response = await responseOf({ responses: { [key]: { description: 'no' } } });
    expect(response).toMatchObject({ status, text: '' });
    expect(response.headers.get('x-understudy-reason')).toBe('the document has no successful response for it');
  });

  test('with its example', async () => {
    const content = { 'application/json': { example: { hint: 'never' } } };
    const { status, text } = await responseOf({ responses: { 405: { description: 'no', content } } });
    expect([status, JSON.parse(text)]).toEqual([405, { hint: 'never' }]);
  });

  test('but not if only the success response is missing', async () => {
    expect(await responseOf({ responses: { 400: { description: 'bad' }, 404: { description: 'no' } } })).toMatchObject({
      status: 200,
    });
  });
});

describe('a rejected request has a body like', () => {
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
  const rejected = async (media: object) => {
    const responses = { ...json({ schema: {} }), 400: { description: 'bad', content: { 'application/json': media } } };
    const { status, text, headers } = await responseOf({ parameters, responses }, { query: '?limit=x' });
    expect(status).toBe(400);
    return { body: JSON.parse(text), reason: headers.get('x-understudy-reason') };
  };
  const MESSAGE = 'query /limit must be an integer';

  test.each<[string, object, object]>([
    ['the example', { example: { code: 'BAD', hint: 'no' } }, { code: 'BAD', hint: 'no' }],
    ['a named example', { examples: { bad: { value: { code: 'BAD' } } } }, { code: 'BAD' }],
    ['the example, with the reason', { example: { message: 'It is bad' } }, { message: MESSAGE }],
    [
      'a nested example',
      { example: { error: { code: 7, message: 'So bad' } } },
      { error: { code: 7, message: MESSAGE } },
    ],
    [
      'problem details, without schema and example',
      {},
      expect.objectContaining({ status: 400, title: 'Bad Request', detail: MESSAGE, code: 'invalid_argument' }),
    ],
  ])('%s', async (_, media, body) => {
    const { body: actual, reason } = await rejected(media);
    expect(actual).toEqual(body);
    expect(JSON.stringify(actual).includes(MESSAGE)).toBe(reason === null);
  });
});

describe('the location of a violation is', () => {
  const detail = { type: 'string' };
  const place = { type: 'string', example: '/wrong' };
  const item = (properties: object, required: readonly string[] = []) => ({
    type: 'object',
    properties: {
      errors: { type: 'array', items: { type: 'object', required, properties: { detail, ...properties } } },
    },
  });
  const schema = { type: 'object', required: ['subject'], properties: { subject: { type: 'string', maxLength: 3 } } };

  test.each<[string, string, object, readonly string[], object]>([
    ['a JSON Pointer', '{"subject":"long"}', { pointer: place }, [], { pointer: '/subject' }],
    ['the pointer of a missing property', '{}', { pointer: place }, [], { pointer: '/subject' }],
    ['the empty pointer for a whole body', '[]', { pointer: place }, ['pointer'], { pointer: '' }],
    ['the empty pointer for a body that is not JSON', '{', { pointer: place }, ['pointer'], { pointer: '' }],
    ['a name', '{"subject":"long"}', { field: place }, [], { field: 'subject' }],
    ['beside the keyword', '{"subject":"long"}', { code: { ...place, example: 'x' } }, [], { code: 'maxLength' }],
    ['beside one of some keywords', '{}', { code: { enum: ['too_long', 'required'] } }, ['code'], { code: 'required' }],
  ])('%s', async (_, body, properties, required, expected) => {
    const operation = {
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        200: { description: 'ok' },
        422: { description: 'bad', content: { 'application/json': { schema: item(properties, required) } } },
      },
    };
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await responseOf(operation, { method: 'POST', body, headers });
    expect(status).toBe(422);
    expect(JSON.parse(text).errors).toEqual([expect.objectContaining(expected)]);
  });
});

describe('an example is sent that', () => {
  test('does not contradict the query', async () => {
    const parameters = [{ name: 'size', in: 'query', schema: { type: 'string' } }];
    const examples = { small: { value: { size: 's' } }, large: { value: { size: 'l' } } };
    const operation = { parameters, responses: json({ examples }) };
    for (const size of ['l', 's', 'l'])
      expect(JSON.parse((await responseOf(operation, { query: `?size=${size}` })).text)).toEqual({ size });
  });

  test.each([
    ['a text of lines', '{"n":1}\n{"n":2}\n'],
    ['a list', [{ n: 1 }, { n: 2 }]],
  ])('is %s of JSON Lines', async (_, example) => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } } };
    const { text } = await responseOf({ responses: ok({ 'application/x-ndjson': { schema, example } }) });
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ n: 1 }, { n: 2 }]);
  });
});

describe('bytes are', () => {
  test.each([
    [{ minLength: 20 }, 20],
    [{ maxLength: 3 }, 3],
    [{ minLength: 9, maxLength: 9 }, 9],
    [{}, 7],
  ])('as many as %j allows', async (bounds, length) => {
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary', ...bounds } } };
    const { status, text } = await responseOf({ responses: ok(content) });
    expect([status, text.length]).toEqual([200, length]);
  });
});

describe('a discriminator without a mapping', () => {
  const branch = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
  const shape = branch({ kind: { enum: ['circle', 'square'] } }, ['kind']);
  const sized = (name: string) => ({
    allOf: [{ $ref: '#/components/schemas/Shape' }, branch({ [name]: { type: 'number' } }, [name])],
  });
  const schemas = { Shape: shape, Circle: sized('radius'), Square: sized('side') };
  const discriminator = { propertyName: 'kind' };

  test('may select inline schemas without names', async () => {
    const schema = {
      oneOf: [branch({ a: { type: 'string' } }, ['a']), branch({ b: { type: 'string' } }, ['b'])],
      discriminator,
    };
    const { status, text } = await responseOf({ responses: json({ schema }) });
    expect(status).toBe(200);
    expect(Object.keys(JSON.parse(text))).toHaveLength(1);
  });

  test('selects by the values that its schemas allow, in any case', async () => {
    const oneOf = ['Circle', 'Square'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const operation = { responses: json({ schema: { oneOf, discriminator } }) };
    const { status, text } = await responseOf(operation, {}, { components: { schemas } });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toSatisfy((one: Json) => ('radius' in one ? 'circle' : 'square') === one.kind);
  });
});

describe('in Swagger 2.0', () => {
  const served = async (operation: Json, query = '') => {
    const document = {
      swagger: '2.0',
      info: { title: 'T', version: '1' },
      paths: { '/it': { get: { operationId: 'it', ...operation } } },
    };
    const server = await ownMockServer(document, {}, { infer: true });
    const response = await server.fetch(new Request(`http://mock/it${query}`));
    return [response.status, await response.text()];
  };

  test.each<[string, object]>([
    ['without a media type', { error: false }],
    ['for any media type', { '*/*': { error: false } }],
    ['for its media type', { 'application/json': { error: false } }],
  ])('an example %s is sent', async (_, examples) => {
    const responses = { 200: { description: 'ok', schema: { type: 'object' }, examples } };
    expect(await served({ produces: ['application/json'], responses })).toEqual([200, '{"error":false}']);
  });

  test.each([
    [false, '?name=', 400],
    [false, '?name=a', 200],
    [true, '?name=', 200],
    [undefined, '?name=', 200],
    [false, '', 200],
  ])('a query parameter with allowEmptyValue %s as %j is %i', async (allowEmptyValue, query, status) => {
    const parameter = {
      name: 'name',
      in: 'query',
      type: 'string',
      ...(allowEmptyValue !== undefined && { allowEmptyValue }),
    };
    const responses = { 200: { description: 'ok' }, 400: { description: 'bad' } };
    expect((await served({ parameters: [parameter], responses }, query))[0]).toBe(status);
  });
});

describe('a property with a difficult pattern', () => {
  const userOf = async (properties: object, required: readonly string[]) => {
    const schema = { type: 'object', required, properties: { name: { type: 'string' }, ...properties } };
    const { status, text } = await responseOf({ responses: json({ schema }) });
    return { status, body: JSON.parse(text) };
  };
  const NEVER = { type: 'string', pattern: '^(?=a)b$' };

  test.each([
    ['^(?=.*[A-Z])(?=.*\\d)(?=.*[a-z]).{8,}$'],
    ['^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}$'],
    ['^(?!\\d+$)[a-z0-9]{6}$'],
    ['^(["\']).*\\1$'],
    ['^(.)(.)(.)\\3\\2\\1$'],
  ])('has a generated text: %s', async (pattern) => {
    const { body } = await userOf({ code: { type: 'string', pattern } }, ['code']);
    expect(body.code).toMatch(new RegExp(pattern, 'u'));
  });

  test('is left out if it is optional and no text matches', async () => {
    expect(await userOf({ code: NEVER }, ['name'])).toEqual({ status: 200, body: { name: expect.any(String) } });
  });

  test('has the example of a pattern that no engine supports', async () => {
    const code = { type: 'string', pattern: '^(?>abc)\\1zz$', example: 'abczz' };
    expect((await userOf({ code }, ['code'])).body.code).toBe('abczz');
  });

  test('makes the operation unusable only if it is required and no text matches', async () => {
    expect(await userOf({ code: NEVER }, ['code'])).toMatchObject({
      status: 501,
      body: { detail: expect.stringContaining('/code must match the pattern "^(?=a)b$"') },
    });
  });
});

describe('a string example of an object or list schema is sent unchanged:', () => {
  const OBJECT = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } };
  const LIST = { type: 'array', items: OBJECT };

  test.each<[type: string, schema: object, example: string]>([
    ['text/plain', OBJECT, 'a=1'],
    ['text/plain', LIST, 'one\ntwo\n'],
    ['text/csv', OBJECT, 'id,name\n1,x\n'],
    ['text/csv', OBJECT, 'a\n1\n2\n'],
    ['text/csv', LIST, 'a\n1\n2\n'],
    ['text/html', OBJECT, '<p>1</p>'],
    ['text/markdown', LIST, '# One'],
    ['text/event-stream', OBJECT, 'data: {"a":1}\n\n'],
    ['application/yaml', OBJECT, 'a: 1\n'],
    ['application/javascript', OBJECT, 'var a = 1;'],
    ['application/xml', OBJECT, '<o><a>1</a></o>'],
  ])('%s', async (type, schema, example) => {
    const { status, headers, text } = await responseOf({ responses: ok({ [type]: { schema, example } }) });
    expect([status, headers.get('x-understudy-source'), text]).toEqual([200, 'example', example]);
  });

  test('also a named one, by request', async () => {
    const examples = { one: { value: 'a=1' }, two: { value: 'a=2' } };
    const prefer = { headers: { prefer: 'example=two' } };
    const responses = ok({ 'text/plain': { schema: OBJECT, examples } });
    expect(await responseOf({ responses }, prefer)).toMatchObject({ status: 200, text: 'a=2' });
  });

  test('but not one that can be parsed, and is invalid', async () => {
    for (const [type, example] of [
      ['application/xml', '<o><a>x</a></o>'],
      ['application/xml', '<o><a>1</a>'],
      ['text/csv', 'a\nx\n'],
      ['text/plain', '{"a":"x"}'],
    ] as const) {
      const { status, headers } = await responseOf({ responses: ok({ [type]: { schema: OBJECT, example } }) });
      expect([status, headers.get('x-understudy-source')], type).toEqual([200, 'generated']);
    }
  });

  test('or as JSON, if it is JSON', async () => {
    const { status, text } = await responseOf({ responses: json({ schema: OBJECT, example: '{"a":1}' }) });
    expect([status, JSON.parse(text)]).toEqual([200, { a: 1 }]);
  });
});

describe('a branch of a choice that forbids its discriminator', () => {
  const Cat = {
    type: 'object',
    additionalProperties: false,
    required: ['lives'],
    properties: { lives: { type: 'integer' } },
  };
  const Dog = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' }, bark: { type: 'boolean' } },
  };
  const Cow = { allOf: [Cat, { properties: { lives: { minimum: 5 } } }] };
  const refs = (...names: readonly string[]) => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const choice = (branches: object, more: object = {}) => ({
    ...branches,
    discriminator: { propertyName: 'kind', ...more },
  });
  const others = {
    components: {
      schemas: { Cat, Dog, Cow, Shut: { type: 'object', properties: { kind: false, n: {} }, required: ['n'] } },
    },
  };

  test.each<[what: string, schema: object]>([
    ['beside one that has it', choice({ oneOf: refs('Cat', 'Dog') })],
    [
      'by a mapping',
      choice(
        { oneOf: refs('Cat', 'Dog') },
        { mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } },
      ),
    ],
    ['in all branches', choice({ oneOf: refs('Cat', 'Shut') })],
    ['by a part', choice({ anyOf: refs('Cow', 'Dog') })],
  ])('is served: %s', async (_, schema) => {
    const seen = new Set<string>();
    for (const number of Array.from({ length: 12 }, (_, index) => index)) {
      const { status, text } = await responseOf({ responses: json({ schema }) }, { query: `?n=${number}` }, others);
      expect(status).toBe(200);
      seen.add(Object.keys(JSON.parse(text)).sort().join());
    }
    expect([...seen].some((names) => !names.includes('kind'))).toBe(true);
  });

  test.each<[body: object, status: number]>([
    [{ lives: 9 }, 200],
    [{ kind: 'Dog', bark: true }, 200],
    [{ lives: 'many' }, 400],
    [{ kind: 'Cat', lives: 9 }, 400],
    [{ bark: true }, 400],
  ])('is accepted in a request: %j: %d', async (body, status) => {
    const requestBody = { content: { 'application/json': { schema: choice({ oneOf: refs('Cat', 'Dog') }) } } };
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    expect((await responseOf({ requestBody, responses: json({ schema: {} }) }, init, others)).status).toBe(status);
  });
});

describe('a schema that contradicts itself is served without the contradiction:', () => {
  test.each<[schema: object, expected: unknown]>([
    [{ type: 'integer', minimum: 10, maximum: 5 }, expect.any(Number)],
    [{ type: 'string', minLength: 10, maxLength: 5 }, expect.any(String)],
    [{ type: 'string', enum: [1, 2] }, expect.stringMatching(/^[12]$/)],
    [{ type: 'integer', enum: ['1', '2'] }, expect.any(Number)],
    [{ type: 'string', format: 'uuid', maxLength: 32 }, expect.any(String)],
    [{ type: 'string', pattern: '^[A-Z]{3}$', minLength: 5 }, expect.stringMatching(/^[A-Z]{3}$/)],
    [{ oneOf: [{ type: 'integer' }, { type: 'integer' }] }, expect.any(Number)],
    [{ type: 'array', minItems: 3, uniqueItems: true, items: { type: 'boolean' } }, expect.any(Array)],
    [{ type: 'object', required: ['b'], properties: { a: { enum: [1] } }, additionalProperties: false }, { a: 1 }],
  ])('%j', async (schema, expected) => {
    const whole = { type: 'object', required: ['value'], properties: { value: schema } };
    const { status, text } = await responseOf({ responses: json({ schema: whole }) });
    expect([status, JSON.parse(text)]).toEqual([200, { value: expected }]);
  });

  test('with a finding', async () => {
    const schema = { type: 'string', enum: [1, 2] };
    const document = documentOf({ '/it': { get: { responses: json({ schema }) } } }) as unknown as DocumentObject;
    expect(findUnenforcedConstraints(document)).toMatchObject([
      {
        rule: 'contradictory-schema',
        pointer: '/paths/~1it/get/responses/200/content/application~1json/schema/enum',
        message: 'enum [1,2] has no value of type string; its values are converted',
      },
    ]);
  });
});

test.each(['json', 'application/json, text/plain', '', 'JSON'])('the media type "%s" means JSON', async (type) => {
  const { status, headers, text } = await responseOf({ responses: ok({ [type]: { schema: { enum: [1] } } }) });
  expect([status, headers.get('content-type'), text]).toEqual([200, 'application/json', '1']);
});
