// Responses of operations without a handler: examples of the document, else generated from schemas.

import { describe, expect, test } from 'vitest';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { responsesOf } from '../../support/sample-responses.ts';

const THING = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' }, kind: { enum: ['a', 'b'] } },
};
const parameter = (name: string, more: object = {}) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'integer' },
  ...more,
});
const json = (content: object) => ({ '200': { description: 'ok', content: { 'application/json': content } } });

describe('a generated response', () => {
  const document = documentOf({
    '/things/{thingId}': {
      parameters: [parameter('thingId')],
      get: { operationId: 'getThing', responses: jsonAnswers({ 200: THING }) },
      delete: { operationId: 'deleteThing', responses: jsonAnswers({ 204: undefined }) },
    },
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [
          { name: 'kind', in: 'query', schema: { type: 'string' } },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
        ],
        responses: jsonAnswers({ 200: { type: 'array', items: THING } }),
      },
    },
    '/shops/{shop_id}/boxes/{box}': {
      parameters: [parameter('shop_id'), parameter('box', { schema: { type: 'string' } })],
      get: {
        operationId: 'getBox',
        responses: jsonAnswers({
          200: {
            type: 'object',
            properties: {
              data: {
                type: 'object',
                properties: { code: { type: 'string', maxLength: 3 }, shopId: { type: 'integer' } },
              },
            },
          },
        }),
      },
    },
    '/convert': {
      post: {
        operationId: 'convert',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: jsonAnswers({
          200: {
            type: 'object',
            required: ['amount', 'currency'],
            properties: { amount: { type: 'number' }, currency: { type: 'string' } },
          },
        }),
      },
    },
  });

  test('is the same each time, with the requested id', async () => {
    const { send } = responsesOf(document);
    const { status, source, body } = await send('/things/42');
    expect({ status, source, body }).toMatchObject({
      status: 200,
      source: 'generated',
      body: { id: 42, name: expect.any(String) },
    });
    expect(await send('/things/42')).toEqual(await responsesOf(document).send('/things/42'));
    expect((await send('/things/43')).body).not.toMatchObject({ name: (body as { name: string }).name });
    expect((await responsesOf(document, { seed: 'other' }).send('/things/42')).body).not.toEqual(body);
  });

  test('contains an id in a property of another name, such as `code`, if it is valid there', async () => {
    const { send } = responsesOf(document);
    expect((await send('/shops/7/boxes/x1')).body).toEqual({ data: { code: 'x1', shopId: 7 } });
    const { body } = await send('/shops/7/boxes/too-long');
    expect(body).toMatchObject({ data: { shopId: 7 } });
  });

  test('of a list has the filtered value, and other items on another page', async () => {
    const { send } = responsesOf(document);
    const first = (await send('/things?kind=b&page=1')).body as { kind: string; id: number }[];
    expect(first.map(({ kind }) => kind)).toEqual(['b', 'b', 'b']);
    expect(new Set(first.map(({ id }) => id)).size).toBeGreaterThan(1);
    expect((await send('/things?kind=b&page=2')).body).not.toEqual(first);
    expect(
      ((await send('/things?kind=nonsense')).body as { kind: string }[]).every(({ kind }) => 'ab'.includes(kind)),
    ).toBe(true);
  });

  test('repeats sent values', async () => {
    const { send } = responsesOf(document);
    const { body } = await send('/convert', { method: 'POST', body: { amount: 12.5, currency: 7 } });
    expect(body).toEqual({ amount: 12.5, currency: expect.any(String) });
  });

  test('has no body if none is declared', async () => {
    expect(await responsesOf(document).send('/things/1', { method: 'DELETE' })).toMatchObject({
      status: 204,
      body: undefined,
      source: 'generated',
    });
  });
});

describe('the example of a response', () => {
  const pets = (examples: object, more: object = {}) =>
    documentOf({
      '/pets/{petId}': {
        get: {
          operationId: 'getPet',
          parameters: [parameter('petId', { examples: { rex: { value: 1 }, none: { value: 404 }, ...more } })],
          responses: {
            ...json({ schema: THING, ...examples }),
            '404': {
              description: 'none',
              content: {
                'application/json': { schema: { type: 'object' }, examples: { none: { value: { error: 'gone' } } } },
              },
            },
          },
        },
      },
    });

  test('is returned with the requested id', async () => {
    const { send } = responsesOf(pets({ example: { id: 5, name: 'Rex' } }));
    expect(await send('/pets/5')).toMatchObject({ status: 200, source: 'example', body: { id: 5, name: 'Rex' } });
    expect((await send('/pets/6')).body).toEqual({ id: 6, name: 'Rex' });
  });

  test('is ignored if it is invalid', async () => {
    const { send } = responsesOf(
      pets({ examples: { bad: { value: { id: 'x' } }, good: { value: { id: 9, name: 'Good' } } } }),
    );
    expect((await send('/pets/9')).body).toEqual({ id: 9, name: 'Good' });
    expect(await responsesOf(pets({ example: { id: 'x' } })).send('/pets/9')).toMatchObject({
      source: 'generated',
      body: { id: 9 },
    });
  });

  test('has the name of the matching request example, with any status', async () => {
    const { send } = responsesOf(
      pets({ examples: { minka: { value: { id: 2, name: 'Minka' } }, rex: { value: { id: 1, name: 'Rex' } } } }),
    );
    expect((await send('/pets/1')).body).toEqual({ id: 1, name: 'Rex' });
    expect((await send('/pets/2')).body).toEqual({ id: 2, name: 'Minka' });
    expect(await send('/pets/404')).toMatchObject({ status: 404, body: { error: 'gone' }, source: 'example' });
  });

  test('is selected by a request body that contains all of the request example', async () => {
    const document = documentOf({
      '/orders': {
        post: {
          operationId: 'order',
          requestBody: {
            content: {
              'application/json': {
                examples: { tea: { value: { item: 'tea' } }, beer: { value: { item: 'beer', age: 15 } } },
              },
            },
          },
          responses: {
            '201': {
              description: 'ok',
              content: { 'application/json': { schema: {}, examples: { tea: { value: { done: 'tea' } } } } },
            },
            '403': {
              description: 'no',
              content: { 'application/json': { schema: {}, examples: { beer: { value: { done: 'no' } } } } },
            },
          },
        },
      },
    });
    const { send } = responsesOf(document);
    const order = (body: unknown) => send('/orders', { method: 'POST', body });
    expect(await order({ item: 'beer', age: 15, more: 1 })).toMatchObject({ status: 403, body: { done: 'no' } });
    expect(await order({ item: 'beer', age: 40 })).toMatchObject({ status: 201, body: { done: 'tea' } });
    expect(await order({ item: { toString: '' } })).toMatchObject({ status: 201, body: { done: 'tea' } });
  });
});

describe('a body in another media type', () => {
  const responding = (type: string, content: object) =>
    documentOf({
      '/it': { get: { operationId: 'it', responses: { '200': { description: 'ok', content: { [type]: content } } } } },
    });
  const object = { type: 'object', required: ['name'], properties: { name: { type: 'string', enum: ['n'] } } };

  test.each<[string, object, string, RegExp]>([
    [
      'application/xml',
      { schema: { ...object, xml: { name: 'thing' } } },
      'application/xml',
      /<thing><name>n<\/name><\/thing>/,
    ],
    ['application/xml', {}, 'application/xml', /^<\?xml.*<sample>sample<\/sample>\n$/s],
    ['text/csv', { schema: { type: 'array', items: object } }, 'text/csv; charset=utf-8', /^name\r\nn\r\n/],
    ['text/csv', { schema: { type: 'string' } }, 'text/csv; charset=utf-8', /^id,name\r\n1,/],
    ['text/plain', { schema: { type: 'string', enum: ['told'] } }, 'text/plain; charset=utf-8', /^told$/],
    ['text/html', { schema: { type: 'string' } }, 'text/html; charset=utf-8', /^<!doctype html>/],
    ['text/event-stream', { schema: { type: 'string' } }, 'text/event-stream', /^data: .+\n\n$/],
    ['text/event-stream', { schema: object }, 'text/event-stream', /^data: {"name":"n"}\n\n$/],
    [
      'text/event-stream',
      {
        itemSchema: {
          required: ['event', 'data', 'retry'],
          properties: {
            event: { const: 'added' },
            retry: { type: 'integer', minimum: 1000, maximum: 1000 },
            data: { type: 'string', contentMediaType: 'application/json', contentSchema: object },
          },
        },
      },
      'text/event-stream',
      /^(event: added\nretry: 1000\ndata: {"name":"n"}\n\n){3}$/,
    ],
    ['text/event-stream', { itemSchema: object }, 'text/event-stream', /^(data: {"name":"n"}\n\n){3}$/],
    ['application/x-ndjson', { schema: object }, 'application/x-ndjson', /^({"name":"n"}\n){3}$/],
    ['application/yaml', { schema: object }, 'application/yaml', /^{"name":"n"}$/],
    ['application/x-www-form-urlencoded', { schema: object }, 'application/x-www-form-urlencoded', /^name=n$/],
    ['image/png', { schema: { type: 'string', format: 'binary' } }, 'image/png', /PNG/],
    ['image/*', {}, 'image/png', /PNG/],
    ['application/pdf', { schema: { type: 'string', format: 'binary' } }, 'application/pdf', /^%PDF/],
    ['application/octet-stream', { schema: { type: 'string', format: 'binary' } }, 'application/octet-stream', /./],
    [
      'multipart/form-data',
      { schema: { ...object, properties: { ...object.properties, photo: { type: 'string', format: 'binary' } } } },
      expect.stringMatching(/^multipart\/form-data; boundary=/) as unknown as string,
      /name="name"\r\n\r\nn\r\n/,
    ],
    ['*/*', { schema: object }, 'application/json', /^{"name":"n"}$/],
    ['application/problem+json', { schema: object }, 'application/problem+json', /^{"name":"n"}$/],
  ])('%s of %j is generated', async (type, content, contentType, body) => {
    const mockServer = await ownMockServer(responding(type, content), {}, { infer: true });
    const response = await mockServer.fetch(new Request('http://mock-server/it'));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType]);
    expect(await response.text()).toMatch(body);
    expect(response.headers.get('x-understudy-source')).toBe('generated');
  });

  test.each<[string, string, object, string]>([
    ['application/xml', '<thing><name>n</name></thing>', { xml: { name: 'thing' } }, 'example'],
    ['application/xml', '<thing><name>other</name></thing>', { xml: { name: 'thing' } }, 'generated'],
    ['application/xml', '<thing><name>n</name>', { xml: { name: 'thing' } }, 'generated'],
    ['text/xml; charset=utf-8', '<?xml version="1.0"?><a><name>n</name></a>', {}, 'example'],
    ['text/plain', '{ "name": "n" }', {}, 'example'],
    ['text/plain', 'name: n', {}, 'example'],
    ['application/x-www-form-urlencoded', 'name=n&more=1', {}, 'example'],
  ])('%s with the example %j is sent unchanged if it matches its schema', async (type, example, more, source) => {
    const document = responding(type, { schema: { ...object, ...more }, example });
    const mockServer = await ownMockServer(document, {}, { infer: true });
    const response = await mockServer.fetch(new Request('http://mock-server/it'));
    expect([response.status, response.headers.get('x-understudy-source')]).toEqual([200, source]);
    const text = await response.text();
    if (source === 'example') expect(text).toBe(example);
    else expect(text).not.toBe(example);
    expect(mockServer.reported).toEqual([]);
  });

  test.each<[type: string, example: object, body: string]>([
    ['application/json', { dataValue: { name: 'n' } }, '{"name":"n"}'],
    ['application/json', { serializedValue: '{ "name": "n" }' }, '{"name":"n"}'],
    ['application/json', { dataValue: { name: 'n' }, serializedValue: '{ "name": "n" }' }, '{"name":"n"}'],
    ['application/xml', { serializedValue: '<thing><name>n</name></thing>' }, '<thing><name>n</name></thing>'],
    ['application/xml', { dataValue: { name: 'n' } }, '<thing><name>n</name></thing>'],
    ['application/x-www-form-urlencoded', { dataValue: { name: 'n' } }, 'name=n'],
  ])('%s with %j, of OpenAPI 3.2, is sent', async (type, example, body) => {
    const document = responding(type, { schema: { ...object, xml: { name: 'thing' } }, examples: { one: example } });
    const mockServer = await ownMockServer(document, {}, { infer: true });
    const request = new Request('http://mock-server/it', { headers: { prefer: 'example=one' } });
    const response = await mockServer.fetch(request);
    const text = (await response.text()).replace(/^<\?xml[^>]*>\s*/, '').replace(/\n/g, '');
    expect([response.status, text, response.headers.get('x-understudy-source')]).toEqual([200, body, 'example']);
  });

  test.each<object>([
    { dataValue: [{ event: 'added', data: '{"name":"n"}' }] },
    { serializedValue: 'event: added\ndata: {"name":"n"}\n\n' },
    { value: { event: 'added', data: '{"name":"n"}' } },
  ])('%j of an event stream is sent', async (example) => {
    const data = { type: 'string', contentMediaType: 'application/json', contentSchema: object };
    const itemSchema = { required: ['event'], properties: { event: { const: 'added' }, data } };
    const document = responding('text/event-stream', { itemSchema, examples: { one: example } });
    const { fetch } = await ownMockServer(document, {}, { infer: true });
    const response = await fetch(new Request('http://mock-server/it'));
    expect(await response.text()).toBe('event: added\ndata: {"name":"n"}\n\n');
    expect(response.headers.get('x-understudy-source')).toBe('example');
  });

  test('in text is parsed as JSON if the schema is an object', async () => {
    const document = documentOf({
      '/it': {
        post: {
          operationId: 'it',
          requestBody: { required: true, content: { 'text/plain': { schema: object } } },
          responses: jsonAnswers({ 200: {} }),
        },
      },
    });
    const mockServer = await ownMockServer(document, { it: ({ input }: { input: unknown }) => input }, {});
    const post = async (body: string) => {
      const response = await mockServer.fetch(
        new Request('http://mock-server/it', { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
      );
      return [response.status, await response.text()];
    };
    expect(await post('{"name":"n"}')).toEqual([200, '{"name":"n"}']);
    expect(await post('name: n')).toEqual([400, expect.stringContaining('must be an object')]);
    expect(await post('{"name":"m"}')).toEqual([400, expect.stringContaining('/name')]);
  });

  test('is the one that the client prefers', async () => {
    const content = { 'application/json': { schema: object }, 'application/xml': { schema: object } };
    const document = documentOf({
      '/it': { get: { operationId: 'it', responses: { '200': { description: 'ok', content } } } },
    });
    const mockServer = await ownMockServer(document, {}, { infer: true });
    const response = await mockServer.fetch(
      new Request('http://mock-server/it', { headers: { accept: 'application/xml' } }),
    );
    expect(await response.text()).toContain('<name>n</name>');
  });
});

describe('the head of a generated response', () => {
  test('has the documented headers', async () => {
    const headers = {
      'X-Total-Count': { required: true, schema: { type: 'integer' } },
      'X-Request-Id': { required: true, schema: { type: 'string', format: 'uuid' } },
      'X-Rate': { schema: { type: 'integer' } },
      'X-List': { required: true, schema: { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 2 } },
    };
    const content = { 'application/json': { schema: { type: 'array', minItems: 2, items: { type: 'string' } } } };
    const document = documentOf({
      '/it': { get: { operationId: 'it', responses: { '200': { description: 'ok', headers, content } } } },
    });
    const mockServer = await ownMockServer(document, {}, { infer: true });
    const response = await mockServer.fetch(new Request('http://mock-server/it'));
    expect(response.status).toBe(200);
    expect(response.headers.get('x-total-count')).toBe(`${((await response.json()) as unknown[]).length}`);
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(response.headers.get('x-rate')).toMatch(/^\d+$/);
    expect(response.headers.get('x-list')).toMatch(/^a,a/);
  });

  describe('Location', () => {
    const created = (required = false) => ({
      '201': {
        description: 'ok',
        headers: { Location: { required, schema: { type: 'string' } } },
        content: { 'application/json': { schema: THING } },
      },
    });
    const read = {
      responses: { '200': { description: 'ok', content: { 'application/json': { schema: THING } } } },
    };
    const located = documentOf({
      '/shops/{shop}/jobs': { post: { parameters: [parameter('shop')], responses: created() } },
      '/shops/{shop}/jobs/{job}': { get: { parameters: [parameter('shop'), parameter('job')], ...read } },
      '/sums': { post: { responses: created() } },
      '/plans': { post: { responses: created(true) } },
      '/labels/{label}': {
        put: { parameters: [parameter('label')], responses: created() },
        get: { parameters: [parameter('label')], ...read },
      },
    });

    test.each<[string, string, string, string | null]>([
      ['is the path of the created item', 'POST', '/shops/3/jobs', '/v2/shops/3/jobs/ID'],
      [
        'stays in the sandbox of the path',
        'POST',
        '/_sandbox/blue/v2/shops/3/jobs',
        '/_sandbox/blue/v2/shops/3/jobs/ID',
      ],
      ['is the path of the item that PUT created', 'PUT', '/v2/labels/7', '/v2/labels/7'],
      ['is absent if no operation reads the created item', 'POST', '/v2/sums', null],
      [
        'is the path of the request if no operation reads the item, but the header is required',
        'POST',
        '/v2/plans',
        '/v2/plans',
      ],
    ])('%s: %s %s', async (_, method, path, location) => {
      const document = { ...located, servers: [{ url: 'https://api.example/v2' }] };
      const mockServer = await ownMockServer(document, {}, { infer: true });
      // Nothing is stored: responses are generated from the document.
      const response = await mockServer.fetch(
        new Request(`http://mock-server${path}`, { method, headers: { prefer: 'dynamic=true' } }),
      );
      const { id } = (await response.json()) as { id: number };
      expect([response.status, response.headers.get('location')]).toEqual([
        201,
        location?.replace('ID', `${id}`) ?? null,
      ]);
    });
  });
});

test('an operation without a possible response returns the reason', async () => {
  const impossible = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'integer', allOf: [{ minimum: 2 }, { maximum: 1 }] } },
  };
  const document = documentOf({
    '/it': { get: { operationId: 'it', responses: jsonAnswers({ 200: impossible }) } },
    '/well': { get: { operationId: 'well', responses: jsonAnswers({ 200: THING }) } },
    '/never': { get: { operationId: 'never', responses: jsonAnswers({ 404: THING }) } },
  });
  const { cannot } = responsesOf(document);
  expect(await cannot('it')).toMatch(/^\/a must be at (least|most) \d$/);
  expect(await cannot('well')).toBeUndefined();
  expect(await cannot('never')).toBeUndefined();
  const mockServer = await ownMockServer(document, {}, { infer: true });
  const response = await mockServer.fetch(new Request('http://mock-server/it'));
  expect(response.status).toBe(501);
  expect(await response.text()).toMatch(/no response of it can be generated: \/a must be/);
});

test('an unknown locale is rejected at start', async () => {
  const document = documentOf({ '/it': { get: { operationId: 'it', responses: jsonAnswers({ 200: THING }) } } });
  const start = ownMockServer(document, {}, { infer: true }, { locale: '../../../etc' });
  await expect(start).rejects.toThrow(
    'unknown locale "../../../etc"; use a locale of Faker, such as en, de, fr or pt_BR',
  );
});

test('a response is generated once for equal requests, and again if anything differs', async () => {
  const item = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, size: { type: 'integer' } },
  };
  const response = { '200': { description: 'ok', content: { 'application/json': { schema: item } } } };
  const document = documentOf({
    '/pets': {
      get: { parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }], responses: response },
      post: { requestBody: { content: { 'application/json': { schema: item } } }, responses: response },
    },
  });
  const { send } = responsesOf(document);
  const invented = { headers: { prefer: 'dynamic=true' } };
  const { body } = await send('/pets', invented);
  expect((await send('/pets', invented)).body).toBe(body);
  const others = [
    await send('/pets'),
    await send('/pets?q=x', invented),
    await responsesOf(document, { seed: 'b' }).send('/pets', invented),
  ];
  for (const other of others) expect(other.body).not.toBe(body);
  const post = { ...invented, method: 'POST', body: { name: 'Rex' } };
  const [first, second] = [await send('/pets', post), await send('/pets', { ...post, body: { name: 'Minka' } })];
  expect([first.body, second.body]).toMatchObject([{ name: 'Rex' }, { name: 'Minka' }]);
});
