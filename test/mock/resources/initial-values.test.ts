// Initial values of new items: defaults, first states, and omitted properties.

import { describe, expect, test } from 'vitest';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { inPath, takes } from './inferred.ts';

const text = { type: 'string' };
const priority = { type: 'string', enum: ['low', 'normal', 'high'] };
const schemas = {
  Priority: priority,
  Level: { type: 'integer', enum: [1, 2, 3], default: 2 },
  Alias: { $ref: '#/components/schemas/Priority', default: 'high' },
};
const ref = (name: string, more: object = {}) => ({ $ref: `#/components/schemas/${name}`, ...more });

/** The initial value of a property that only responses have. */
async function initial(value: object, { version = '3.1.0', required = false, name = 'value', sent = {} } = {}) {
  const item = {
    type: 'object',
    required: ['id', ...(required ? [name] : [])],
    properties: { id: { type: 'integer', readOnly: true }, [name]: value },
  };
  const request = { type: 'object', properties: { title: text, ...sent } };
  const paths = {
    '/things': { post: { ...takes(request), responses: jsonAnswers({ 201: item }) } },
    '/things/{id}': { parameters: inPath({ id: { type: 'integer' } }), get: { responses: jsonAnswers({ 200: item }) } },
  };
  const document = documentOf(paths, { openapi: version, components: { schemas } });
  const server = await ownMockServer(document, {}, { infer: true }, { records: 0 });
  const headers = { 'content-type': 'application/json' };
  const response = await server.fetch(new Request('http://x/things', { method: 'POST', body: '{}', headers }));
  expect(response.status).toBe(201);
  const body = (await response.json()) as Record<string, unknown>;
  return body[name];
}

describe('the default of a property', () => {
  test.each<[schema: object, value: unknown]>([
    [{ type: 'string', default: 'a' }, 'a'],
    [ref('Level'), 2],
    [ref('Priority', { default: 'normal' }), 'normal'],
    [ref('Level', { default: 3 }), 3],
    [ref('Alias'), 'high'],
    [{ allOf: [ref('Priority')], default: 'normal' }, 'normal'],
    [{ allOf: [ref('Priority'), { default: 'high' }] }, 'high'],
    [{ allOf: [{ allOf: [ref('Level')] }] }, 2],
    [{ anyOf: [ref('Priority'), { type: 'null' }], default: null }, null],
    [{ type: ['string', 'null'], default: null }, null],
    [{ type: ['string', 'null'], examples: [null] }, null],
    [{ type: ['object', 'null'], properties: { a: text }, default: null }, null],
    [{ type: 'boolean', default: false }, false],
    [{ type: 'integer', default: 0 }, 0],
  ])('%j is %j', async (schema, value) => {
    expect(await initial(schema)).toEqual(value);
    expect(await initial(schema, { required: true })).toEqual(value);
  });

  test('beside a reference is ignored in OpenAPI 3.0', async () => {
    const schema = ref('Priority', { default: 'normal' });
    expect(await initial(schema, { version: '3.0.3' })).toBe('low');
  });

  test.each(['default', 'example'])('of %s: null is null in OpenAPI 3.0', async (keyword) => {
    const schema = { type: 'string', nullable: true, [keyword]: null };
    expect(await initial(schema, { version: '3.0.3', required: true })).toBeNull();
  });
});

describe('a property that only the server sets', () => {
  test.each<[name: string, schema: object, required: boolean, value: unknown]>([
    ['enrolled', { type: 'integer', readOnly: true }, true, 0],
    ['seats_taken', { type: 'integer' }, true, 0],
    ['enrolled', { type: 'integer', minimum: 5 }, true, expect.toSatisfy((value) => value >= 5)],
    ['enrolled', { type: 'integer', example: 7 }, true, 7],
    ['calledOffBecause', { type: 'string', readOnly: true }, false, undefined],
    ['remark', { type: 'string', example: 'none' }, false, expect.any(String)],
    ['slug', { type: 'string' }, false, expect.any(String)],
    ['closed_at', { type: ['string', 'null'], format: 'date-time' }, true, null],
  ])('%s of %j, required: %j, is %j at first', async (name, schema, required, value) => {
    expect(await initial(schema, { name, required })).toEqual(value);
  });

  test('that a client may send, and that may be null, is null until the client sends it', async () => {
    const watts = { type: ['integer', 'null'] };
    expect(await initial(watts, { name: 'watts', required: true, sent: { watts } })).toBeNull();
  });
});

describe('the first state of an item', () => {
  test.each<[values: readonly unknown[], sent: readonly unknown[] | undefined, value: unknown]>([
    [['closed', 'open'], undefined, 'open'],
    [['CLOSED', 'NEW', 'OPEN'], undefined, 'NEW'],
    [['sent', 'draft', 'active'], undefined, 'draft'],
    [['queued', 'pending'], undefined, 'pending'],
    [['STATUS_CLOSED', 'STATUS_ACTIVE'], undefined, 'STATUS_ACTIVE'],
    [['low', 'high'], undefined, 'low'],
    [['new', 'ready', 'draft'], ['ready', 'draft'], 'draft'],
    [['new', 'ready', 'sent'], ['sent', 'ready'], 'ready'],
    [['new', 'ready'], ['other'], 'new'],
    [[3, 1], undefined, 3],
  ])('of %j, where a request allows %j, is %j', async (values, sent, value) => {
    const status = { enum: values };
    const more = sent ? { status: { enum: sent } } : {};
    expect(await initial(status, { name: 'status', required: true, sent: more })).toBe(value);
  });
});

describe('an optional property without default', () => {
  const time = { type: 'string', format: 'date-time' };
  const object = { type: 'object', properties: { phone: text } };
  test.each<[name: string, schema: object]>([
    ['mfaInfo', object],
    ['deletedAt', time],
    ['deleted_at', text],
    ['closedOn', time],
    ['tenantId', text],
    ['tenant_id', { type: 'integer' }],
    ['ownerIds', text],
    ['approvedBy', text],
    ['cancellationReason', { type: 'string', enum: ['a', 'b'] }],
    ['lastError', text],
  ])('%s is omitted', async (name, schema) => {
    expect(await initial(schema, { name })).toBeUndefined();
  });

  test.each<[name: string, schema: object, value: unknown]>([
    ['tenantId', { type: ['string', 'null'] }, null],
    ['tags', { type: 'array', items: text }, []],
    ['view_count', { type: 'integer' }, 0],
    ['createdAt', time, expect.any(String)],
    ['slug', text, expect.any(String)],
  ])('%s is %j initially', async (name, schema, value) => {
    expect(await initial(schema, { name })).toEqual(value);
  });
});

describe('a generated time of a new item', () => {
  const NOW = '2031-05-06T07:08:09.000Z';
  const DAY = 86_400_000;
  const time = { type: 'string', format: 'date-time' };
  const item = (times: object) => ({
    type: 'object',
    required: ['id', ...Object.keys(times)],
    properties: { id: { type: 'integer', readOnly: true }, ...times },
  });
  const served = (times: object) => {
    const paths = {
      '/things': {
        get: { responses: jsonAnswers({ 200: { type: 'array', items: item(times) } }) },
        post: { ...takes({ type: 'object' }), responses: jsonAnswers({ 201: item(times) }) },
      },
      '/things/{id}': {
        parameters: inPath({ id: { type: 'integer' } }),
        get: { responses: jsonAnswers({ 200: item(times) }) },
      },
    };
    return ownMockServer(documentOf(paths), {}, { infer: true }, { now: () => new Date(NOW), records: 2 });
  };
  const read = async (server: Awaited<ReturnType<typeof served>>, method: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = method === 'POST' ? '{}' : null;
    return (await server.fetch(new Request('http://x/things', { method, body, headers }))).json();
  };

  test.each<[name: string, schema: object, from: number, to: number]>([
    ['dueAt', time, 1, 100],
    ['due_date', { type: 'string', format: 'date' }, 1, 100],
    ['expiresAt', time, 1, 100],
    ['expires_at', { type: 'integer', format: 'int64' }, 1, 100],
    ['startsAt', time, 0, 100],
    ['placedAt', time, 0, 0],
    ['registeredAt', time, 0, 0],
    ['lastSeenAt', time, 0, 0],
  ])('%s of %j is %j to %j days after the clock of the server', async (name, schema, from, to) => {
    const created = (await read(await served({ [name]: schema }), 'POST')) as Record<string, string | number>;
    const value = created[name] ?? '';
    const isSeconds = typeof value === 'number' && value < 1e11;
    const days = (new Date(isSeconds ? value * 1000 : value).getTime() - Date.parse(NOW)) / DAY;
    expect(days).toBeGreaterThanOrEqual(from);
    expect(days).toBeLessThanOrEqual(to);
  });

  test('is the same for the same clock, and does not change that of seed data', async () => {
    const first = await served({ dueAt: time });
    const second = await served({ dueAt: time });
    const [created, again] = [await read(first, 'POST'), await read(second, 'POST')];
    expect(created).toEqual(again);
    const [one] = (await read(first, 'GET')) as readonly { readonly dueAt: string }[];
    expect(one?.dueAt).toMatch(/^2026-/);
  });
});
