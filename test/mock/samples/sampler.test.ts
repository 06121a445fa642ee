// Values generated from schemas: realistic, and always valid.

import { describe, expect, test } from 'vitest';
import { createSampler } from '../../../src/mock/samples/generate/sampler.ts';
import { createSeededRandom } from '../../../src/mock/samples/generate/seeded-random.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject, Schema } from '../../../src/openapi/objects.ts';
import { success } from '../../../src/schema/result.ts';
import { documentSource } from '../../support/document-source.ts';
import { sampleOf, samplesOf } from '../../support/sampling.ts';

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('a sample', () => {
  test('is the same for the same seed and key, and differs for another key', async () => {
    const schema = object({ name: text, email: text, age: { type: 'integer' } });
    const [one, other] = [await samplesOf(schema), await samplesOf(schema)];
    expect(one('a')).toEqual(other('a'));
    expect(one('a')).not.toEqual(other('b'));
  });

  test('does not change other properties when one is added', async () => {
    const before = object({ city: text, note: text });
    const after = object({ extra: text, city: text, note: text });
    expect(await sampleOf(after)).toMatchObject((await sampleOf(before)) as object);
  });

  test.each([
    ['image/png', 'png'],
    ['image/jpeg', 'jpg'],
    ['text/plain; charset=utf-8', 'txt'],
    ['application/pdf', 'pdf'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ])('of a file of %s has a name that ends with %s', async (type, ending) => {
    const file = object({ fileName: text, extension: text, content_type: { type: 'string', enum: [type] } });
    for (const key of ['a', 'b', 'c', 'd']) {
      const { fileName, extension } = (await samplesOf(file))(key).value as Record<string, string>;
      expect([fileName?.split('.').at(-1), extension]).toEqual([ending, ending]);
    }
  });

  test.each<[name: string, schema: object]>([
    ['cc', { type: 'array', items: text }],
    ['bcc', text],
    ['replyTo', text],
    ['watchers', { type: 'array', items: text, description: 'E-mail addresses of the watchers' }],
  ])('of %s has e-mail addresses: %j', async (name, schema) => {
    const sample = (await sampleOf(object({ [name]: schema }))) as Record<string, unknown>;
    for (const one of [sample[name]].flat()) expect(one).toMatch(/^[\w.]+@example\.(com|org|net)$/);
  });

  test('of an open pattern has random characters', async () => {
    const sample = await samplesOf(object({ messageID: { type: 'string', pattern: '^msg' } }));
    const ids = ['a', 'b', 'c', 'd'].map((key) => (sample(key).value as { messageID: string }).messageID);
    for (const id of ids) expect(id).toMatch(/^msg[a-z\d]{8}$/);
    expect(new Set(ids).size).toBe(4);
  });

  test('of a person has consistent names and an email address', async () => {
    const names = { first_name: text, lastName: text, fullName: text, email: { type: 'string', format: 'email' } };
    const sample = await samplesOf(object(names, { title: 'User' }));
    for (const key of ['a', 'b', 'c']) {
      const { first_name: first, lastName: last, fullName, email } = sample(key).value as Record<string, string>;
      expect(fullName).toBe(`${first} ${last}`);
      expect(email?.replaceAll(/[^a-z@.]/g, '')).toMatch(
        new RegExp(`^${`${first}.${last}`.toLowerCase().replaceAll(/[^a-z.]/g, '')}@example\\.(com|org|net)$`),
      );
    }
  });

  test('of an object with an owner has two different persons', async () => {
    const user = object({ name: text });
    const { name, owner } = (await sampleOf(object({ name: text, owner: user }), {}, { name: 'user' })) as {
      name: string;
      owner: { name: string };
    };
    expect(owner.name).toMatch(/^\S+ \S/);
    expect(owner.name).not.toBe(name);
  });

  test('of one of several similar alternatives has a value only for that one', async () => {
    const oneOf = [object({ location: text }), object({ location_id: text }), object({ location_url: text })];
    const { value } = (await samplesOf({ allOf: [object({ id: text }, { required: ['id'] }), { oneOf }] }))();
    const message = Object.entries(value as object).filter(([name, one]) => name !== 'id' && one !== null);
    expect(message).toHaveLength(1);
  });

  test('of a name has no spaces if its pattern forbids them and cannot generate a text', async () => {
    const pattern = '(^(?!_{2}))(^[a-zA-Z0-9_]+$)';
    const sample = await samplesOf(object({ channelName: { type: 'string', minLength: 1, maxLength: 128, pattern } }));
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f'])
      expect(sample(key).value).toEqual({ channelName: expect.stringMatching(/^[a-zA-Z0-9_]+$/) });
  });

  test('of a time is in ISO 8601 if its pattern is similar and cannot be enforced', async () => {
    const pattern = '^([+-]?\\d{4})((-?)(0[1-9]|1[0-2])(\\3([12]\\d|0[1-9]|3[01])))(T.*)?$';
    const { receivedAt } = (await sampleOf(object({ receivedAt: { type: 'string', pattern } }))) as {
      receivedAt: string;
    };
    expect(receivedAt).toMatch(/^\d{4}-\d\d-\d\d(T|$)/);
  });

  test('that would have too many values has only the required ones', async () => {
    const required = Array.from({ length: 12 }, (_, index) => `p${index}`);
    const item = object(Object.fromEntries(required.map((name) => [name, text])), { required });
    const more = { type: 'array', minItems: 2000, items: item };
    const { value } = (await samplesOf(object({ id: text, more }, { required: ['id'] })))();
    expect(value).toEqual({ id: expect.any(String) });
  });

  test('of an impossible schema is not attempted again, with any key', async () => {
    const schema = { type: 'string', not: { type: 'string' } };
    const bundled = {
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      paths: {},
      components: { schemas: { It: schema } },
    };
    const document = createDocument(documentSource(bundled as unknown as DocumentObject));
    let looked = 0;
    const check: typeof document.validate = (...given) => {
      looked += 1;
      return document.validate(...given);
    };
    const { references, source } = document;
    const sampler = await createSampler({ references, source, validate: check });
    const part = { value: schema as Schema, pointer: '/components/schemas/It' };
    const send = (key: string) => sampler.sample(part, createSeededRandom('seed', key)).reason;
    const reasons = ['a', 'b', 'c'].map(send);
    const before = looked;
    for (let time = 0; time < 100; time += 1) expect(send(`${time}`)).toBe(reasons[2]);
    expect(looked).toBe(before);
  });

  test('of an address has an existing town', async () => {
    const address = {
      city: text,
      state: { type: 'string', maxLength: 3 },
      countryCode: text,
      zip: text,
      lat: { type: 'number' },
    };
    const found = (await sampleOf(object({ address: object(address) }), { locale: 'fr' })) as { address: object };
    expect(found.address).toMatchObject({ countryCode: 'FR', zip: expect.stringMatching(/^\d{5}$/) });
    expect(['Paris', 'Lyon']).toContain((found.address as { city: string }).city);
  });

  test('uses the language of its locale', async () => {
    const schema = object({ month: text, timezone: text });
    const german = await samplesOf(schema, { locale: 'de' });
    const months = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
      (key) => (german(key).value as { month: string }).month,
    );
    expect(months.filter((month) => /^(Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)$/.test(month))).not.toEqual(
      [],
    );
    expect(german('a').value).toMatchObject({ timezone: 'Europe/Berlin' });
    await expect(samplesOf(text, { locale: '../x' })).rejects.toThrow('unknown locale "../x"');
    await expect(samplesOf(text, { locale: 'xx' })).rejects.toThrow('unknown locale "xx"');
  });

  test('has prices with two decimals', async () => {
    const sample = await samplesOf(
      object({ price: { type: 'number' }, total_price: text, cents: { type: 'integer' } }),
    );
    for (const key of ['a', 'b', 'c', 'd']) {
      const { price, total_price: total } = sample(key).value as { price: number; total_price: string };
      expect(price).toBe(Number(price.toFixed(2)));
      expect(total).toMatch(/^\d+\.\d\d$/);
    }
  });

  test('has times in chronological order, relative to the reference time', async () => {
    const time = { type: 'string', format: 'date-time' };
    const schema = object({
      updated_at: time,
      created_at: time,
      startDate: { type: 'string', format: 'date' },
      end: time,
      expiresAt: time,
    });
    const sample = await samplesOf(schema, { reference: new Date('2030-05-05T00:00:00Z') });
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      const times = sample(key).value as Record<string, string>;
      const order = [
        times.created_at,
        times.startDate,
        times.end,
        times.updated_at,
        '2030-05-05T00:00:00Z',
        times.expiresAt,
      ];
      expect(order).toEqual([...order].sort());
      expect(times.created_at).toMatch(/^20(28|29|30)-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    }
  });

  test('has a total that matches the list next to it', async () => {
    const schema = object({
      total: { type: 'integer' },
      has_more: { type: 'boolean' },
      items: { type: 'array', items: object({ id: text }) },
    });
    const page = (await sampleOf(schema)) as { total: number; items: unknown[] };
    expect(page.total).toBe(page.items.length);
    expect(page.items.length).toBeGreaterThan(1);
  });

  test('uses examples and defaults of the document, in a list for the first item', async () => {
    const pet = object({ name: { type: 'string', example: 'doggie' }, code: { type: 'string', example: 'PX-1234' } });
    const pets = (await sampleOf({ type: 'array', items: pet })) as { name: string; code: string }[];
    expect(pets[0]).toEqual({ name: 'doggie', code: 'PX-1234' });
    expect(pets[1]?.code).toMatch(/^PX-1\d{3}$/);
    expect(pets[1]?.code).not.toBe('PX-1234');
    expect(await sampleOf(object({ a: text }, { example: { a: 'told' } }))).toEqual({ a: 'told' });
    const dated = {
      when: { type: 'string', example: '2024-03-01T10:00:00Z' },
      day: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
    };
    const { when, day } = (await sampleOf(object(dated), {}, { index: 1 })) as { when: string; day: string };
    for (const time of [when, day]) expect(new Date(time).getTime()).toBeGreaterThan(Date.parse('2020-01-01'));
    const lives = { type: 'integer', maximum: 9 };
    expect(await sampleOf(lives)).toBeGreaterThanOrEqual(0);
    expect(await sampleOf({ type: 'string', examples: ['one'] }, { version: '3.1.0' })).toBe('one');
    expect(await sampleOf({ type: 'string', default: 'usual' })).toBe('usual');
  });

  test('repairs an invalid example', async () => {
    const schema = object(
      { a: { type: 'integer' }, b: text },
      { example: { a: 'wrong', b: 'right' }, required: ['a'] },
    );
    expect(await sampleOf(schema)).toEqual({ a: expect.any(Number), b: 'right' });
    expect(await sampleOf({ type: 'integer', example: '1234' })).toEqual(expect.any(Number));
  });

  test('retries until a required value is valid', async () => {
    const rare = { type: 'integer', minimum: 1, maximum: 6, not: { enum: [1, 2, 3, 4, 5] } };
    const sample = await samplesOf(object({ a: object({ rare }, { required: ['rare'] }) }, { required: ['a'] }));
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) expect(sample(key)).toEqual(success({ a: { rare: 6 } }));
  });

  test('has the given values if the schema allows them', async () => {
    const given = (pointer: string) => ({ '/id': 42, '/tag': 'wrong', '/owner/id': 7 })[pointer];
    const schema = object({
      id: { type: 'integer' },
      tag: { enum: ['a'] },
      owner: object({ id: { type: 'integer' } }),
    });
    expect(await sampleOf(schema, {}, { given })).toEqual({ id: 42, tag: 'a', owner: { id: 7 } });
    const wrong = { given: () => 'wrong' };
    expect(await sampleOf(object({ id: { type: 'integer', example: 5 } }), {}, wrong)).toEqual({ id: 5 });
    const example = { ...schema, example: { id: 1, tag: 'a', owner: { id: 1 } } };
    expect(await sampleOf(example, {}, { given })).toMatchObject({ id: 42, tag: 'a' });
  });

  test('has no write-only properties in a response, and no read-only ones in a request', async () => {
    const schema = object(
      { id: { ...text, readOnly: true }, password: { ...text, writeOnly: true }, name: text },
      { required: ['id', 'password'] },
    );
    expect(Object.keys((await sampleOf(schema)) as object)).toEqual(['id', 'name']);
    const sample = await samplesOf(schema);
    expect(Object.keys(sample('key', { direction: 'request' }).value as object)).toEqual(['password', 'name']);
  });

  test('omits deprecated and rarely present properties', async () => {
    const time = { type: 'string', format: 'date-time' };
    const schema = object(
      {
        old: { ...text, deprecated: true },
        error: text,
        deletedAt: time,
        next: { ...text, nullable: true },
        name: text,
      },
      { required: ['next'] },
    );
    const sample = (await sampleOf(schema)) as object;
    expect(sample).toEqual({ next: null, name: expect.any(String) });
  });

  test('of a recursive schema is finite', async () => {
    const Node = object({
      value: { type: 'integer' },
      parent: { $ref: '#/components/schemas/Node' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
    });
    expect(await sampleOf({ $ref: '#/components/schemas/Node' }, { schemas: { Node } })).toEqual({
      value: expect.any(Number),
      children: [],
    });
    const Chain = object(
      { next: { oneOf: [{ $ref: '#/components/schemas/Chain' }, { type: 'string', enum: ['end'] }] } },
      { required: ['next'] },
    );
    expect(await sampleOf({ $ref: '#/components/schemas/Chain' }, { schemas: { Chain } })).toEqual({ next: 'end' });
  });

  test('has an id for a property that may be an id or an object, or is described as an id', async () => {
    const Customer = object({ name: text });
    const schema = object({
      customer: { anyOf: [{ ...text }, { $ref: '#/components/schemas/Customer' }] },
      owner: { ...text, description: 'ID of the owner' },
    });
    const sample = await samplesOf(schema, { schemas: { Customer } });
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const { customer, owner } = sample(key).value as { customer: unknown; owner: string };
      if (typeof customer === 'string') expect(customer).toMatch(/^[\da-f-]{36}$/);
      expect(owner).toMatch(/^[\da-f-]{36}$/);
    }
  });

  test('has codes if the description or length requires them, and seconds if the format does', async () => {
    const schema = object({
      country: { ...text, description: 'Two-letter country code (ISO 3166-1 alpha-2).' },
      country_code: { ...text, minLength: 3, maxLength: 3 },
      state: { ...text, maxLength: 3 },
      currency: { ...text, description: 'Three-letter ISO code, in lowercase.' },
      redeem_by: { type: 'integer', format: 'unix-time' },
    });
    const sample = (await sampleOf(schema)) as Record<string, string>;
    expect(sample).toMatchObject({
      country: expect.stringMatching(/^[A-Z]{2}$/),
      country_code: expect.stringMatching(/^[A-Z]{3}$/),
      state: expect.stringMatching(/^[A-Z]{2,3}$/),
      currency: expect.stringMatching(/^[a-z]{3}$/),
    });
    expect(Number(sample.redeem_by)).toBeGreaterThan(Date.parse('2026-01-01') / 1000);
  });

  test('of a list has no duplicates unless they are required', async () => {
    expect(await sampleOf({ type: 'array', items: { enum: ['only'] } })).toEqual(['only']);
    expect(await sampleOf({ type: 'array', items: { enum: ['only'] }, minItems: 3 })).toEqual(['only', 'only', 'only']);
  });

  test('is not null if another value is allowed', async () => {
    const sample = await samplesOf({ anyOf: [{ type: 'null' }, text, { enum: [null] }] }, { version: '3.1.0' });
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) expect(sample(key).value).toEqual(expect.any(String));
  });

  test('omits properties that a closed schema does not allow', async () => {
    const closed = {
      type: 'object',
      properties: { a: text },
      patternProperties: { '^x-': text },
      additionalProperties: false,
    };
    expect(await sampleOf({ allOf: [closed, object({ b: text })] })).toEqual({ a: expect.any(String) });
  });

  test('of an impossible schema fails with a reason, in bounded time', async () => {
    const reasonOf = async (schema: object, schemas = {}) => (await samplesOf(schema, { schemas }))().reason;
    const Loop = object({ next: { $ref: '#/components/schemas/Loop' } }, { required: ['next'] });
    expect(await reasonOf({ $ref: '#/components/schemas/Loop' }, { Loop })).toMatch(/next is required/);
    expect(await reasonOf({ type: 'integer', allOf: [{ minimum: 5 }, { maximum: 4 }] })).toMatch(
      /must be at least 5|must be at most 4/,
    );
    expect(await reasonOf({ type: 'array', items: text, minItems: 20_000 })).toBe('requires too many values');
    const wide = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`p${index}`, { $ref: '#/components/schemas/Wide' }]),
    );
    const Wide = object(wide, { required: Object.keys(wide) });
    expect(await reasonOf({ $ref: '#/components/schemas/Wide' }, { Wide })).toBe('requires too many values');
  });

  test.each<[string, object]>([
    ['a list with too many items', { type: 'array', items: text, minItems: 1e9 }],
    ['an object with too many properties', { type: 'object', minProperties: 1e6 }],
    ['a list that contains itself', { type: 'array', items: { $ref: '#/components/schemas/It' }, minItems: 1 }],
  ])('of an impossible schema is attempted once: %s', async (_, schema) => {
    const sample = await samplesOf(schema);
    let calls = 0;
    const given = () => {
      calls += 1;
      return undefined;
    };
    const impossible = { reason: 'requires too many values' };
    expect(sample('a', { given })).toMatchObject(impossible);
    const callsBefore = calls;
    expect(callsBefore).toBeGreaterThan(0);
    expect(sample('b', { given })).toMatchObject(impossible);
    expect(calls).toBe(callsBefore);
  });

  test('of a schema with an impossible alternative is attempted again', async () => {
    const schema = { oneOf: [{ type: 'array', items: text, minItems: 1e9 }, { type: 'boolean' }] };
    const keys = Array.from({ length: 20 }, (_, index) => `${index}`);
    const reasons = await Promise.all(keys.map(async (key) => (await samplesOf(schema))(key).reason));
    const failing = keys.find((_, index) => reasons[index] !== undefined);
    const passing = keys.find((_, index) => reasons[index] === undefined);
    const sample = await samplesOf(schema);
    expect(sample(failing).reason).toBe('requires too many values');
    expect(sample(passing).value).toEqual(expect.any(Boolean));
  });

  test('of schemas that all refer to each other stays small', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `S${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
    const schemas = Object.fromEntries(names.map((name) => [name, object({ id: text, ...properties })]));
    expect(JSON.stringify(await sampleOf({ $ref: '#/components/schemas/S0' }, { schemas })).length).toBeLessThan(
      100_000,
    );
  });
});

describe('a sample satisfies', () => {
  test.each<[string, object, (value: never) => boolean]>([
    ['bounds', { type: 'integer', minimum: 5, maximum: 6 }, (value: number) => value === 5 || value === 6],
    [
      'exclusive bounds of 3.0',
      { type: 'integer', minimum: 5, maximum: 7, exclusiveMinimum: true, exclusiveMaximum: true },
      (value: number) => value === 6,
    ],
    [
      'an exclusive bound of each item',
      {
        type: 'array',
        items: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 10, multipleOf: 10 },
        minItems: 3,
      },
      (value: number[]) => value.every((item) => item === 10),
    ],
    [
      'a step of hundredths',
      { type: 'number', multipleOf: 0.01, minimum: 1, maximum: 2 },
      (value: number) => `${value}`.length <= 4,
    ],
    [
      'a large step',
      { type: 'integer', multipleOf: 250, minimum: 1 },
      (value: number) => value % 250 === 0 && value > 0,
    ],
    [
      'a length in code points',
      { type: 'string', minLength: 3, maxLength: 4 },
      (value: string) => [...value].length >= 3 && value.length <= 4,
    ],
    ['a long text', { type: 'string', minLength: 300 }, (value: string) => value.length >= 300],
    ['a pattern', { type: 'string', pattern: '^[A-F]{2}-\\d{3}$' }, (value: string) => /^[A-F]{2}-\d{3}$/.test(value)],
    [
      'a pattern that is too costly to enforce',
      {
        type: 'string',
        pattern: 'arn:[a-z0-9-\\.]{1,63}:[a-z0-9-\\.]{0,63}:[a-z0-9-\\.]{0,63}:[a-z0-9-\\.]{0,63}:[^/].{0,1023}',
      },
      (value: string) => /^arn:[a-z0-9.-]+:/.test(value),
    ],
    [
      'a pattern of other dialects',
      { type: 'string', pattern: '^[\\w\\-\\_]{20,30}$' },
      (value: string) => value.length >= 20,
    ],
    ['an enum', { type: 'string', enum: ['a', 'b'] }, (value: string) => 'ab'.includes(value)],
    [
      'unique items',
      { type: 'array', items: { type: 'integer', minimum: 1, maximum: 3 }, minItems: 3, uniqueItems: true },
      (value: number[]) => new Set(value).size === 3,
    ],
    [
      'the number of items',
      { type: 'array', items: { type: 'boolean' }, minItems: 5, maxItems: 5 },
      (value: unknown[]) => value.length === 5,
    ],
    [
      'the number of properties',
      { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 4, maxProperties: 4 },
      (value: object) => Object.keys(value).length === 4,
    ],
    [
      'oneOf',
      {
        oneOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
          { type: 'object', required: ['b'], properties: { b: { type: 'string' } } },
        ],
      },
      (value: object) => Object.keys(value).length === 1,
    ],
    [
      'allOf',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'integer', minimum: 3 } } },
          { type: 'object', required: ['a'], properties: { a: { type: 'integer', maximum: 3 } } },
        ],
      },
      ({ a }: { a: number }) => a === 3,
    ],
    ['a not', { type: 'integer', minimum: 1, maximum: 2, not: { enum: [1] } }, (value: number) => value === 2],
  ])('%s', async (_, schema, holds) => {
    const sample = await samplesOf(schema);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const { value, reason } = sample(key);
      expect(reason).toBeUndefined();
      expect(holds(value as never), JSON.stringify(value)).toBe(true);
    }
  });

  test.each<[string, object, object]>([
    ['types', { type: ['null', 'integer'], minimum: 1 }, expect.any(Number)],
    ['exclusive bounds', { type: 'integer', exclusiveMinimum: 5, exclusiveMaximum: 7 }, 6 as never],
    ['constants', { const: { a: 1 } }, { a: 1 }],
    [
      'first items',
      { type: 'array', prefixItems: [{ const: 'x' }, { type: 'integer' }], items: false },
      ['x', expect.any(Number)],
    ],
    [
      'contained ones',
      { type: 'array', items: { type: ['string', 'integer'] }, contains: { const: 7 }, minContains: 2, maxItems: 2 },
      [7, 7],
    ],
    [
      'dependents',
      { type: 'object', required: ['a'], properties: { a: { const: 1 } }, dependentRequired: { a: ['b'] } },
      { a: 1, b: expect.anything() },
    ],
    [
      'patterns of names',
      {
        type: 'object',
        patternProperties: { '^x-[a-c]$': { const: 1 } },
        additionalProperties: false,
        minProperties: 1,
      },
      expect.objectContaining({}),
    ],
    [
      'names',
      { type: 'object', propertyNames: { enum: ['de', 'en'] }, additionalProperties: { const: 1 }, minProperties: 2 },
      { de: 1, en: 1 },
    ],
    [
      'conditions',
      {
        type: 'object',
        required: ['a'],
        properties: { a: { enum: [1, 2] } },
        if: { properties: { a: { const: 1 } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword
        then: { required: ['b'], properties: { b: { const: 'one' } } },
        else: { required: ['c'] },
      },
      expect.objectContaining({ a: expect.any(Number) }),
    ],
    [
      'a reference with sibling keywords',
      { $ref: '#/components/schemas/Text', maxLength: 2 },
      expect.stringMatching(/^.{2}$/),
    ],
  ])('%s of 3.1', async (_, schema, expected) => {
    const sample = await samplesOf(schema, { version: '3.1.0', schemas: { Text: { type: 'string', minLength: 2 } } });
    for (const key of ['a', 'b', 'c']) expect(sample(key)).toEqual(success(expected));
  });

  test('the discriminator value of the selected alternative', async () => {
    const schemas = {
      Cat: object({ kind: text, lives: { type: 'integer' } }, { required: ['kind', 'lives'] }),
      Dog: object({ kind: text, breed: text }, { required: ['kind', 'breed'] }),
    };
    const schema = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { feline: '#/components/schemas/Cat' } },
    };
    const sample = await samplesOf(schema, { schemas });
    const kinds = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => sample(key).value as { kind: string; lives?: number });
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['feline', 'Dog']));
    for (const { kind, lives } of kinds) expect(lives !== undefined).toBe(kind === 'feline');
  });

  test('the discriminator value of a schema that extends a base', async () => {
    const schemas = {
      Animal: object({ kind: text }, { required: ['kind'], discriminator: { propertyName: 'kind' } }),
      Cat: {
        allOf: [
          { $ref: '#/components/schemas/Animal' },
          object({ lives: { type: 'integer' } }, { required: ['lives'] }),
        ],
      },
    };
    const sample = await samplesOf({ $ref: '#/components/schemas/Animal' }, { schemas });
    const kinds = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (sample(key).value as { kind: string }).kind);
    expect(new Set(kinds)).toEqual(new Set(['Animal', 'Cat']));
    const cat = await samplesOf({ $ref: '#/components/schemas/Cat' }, { schemas });
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      expect(cat(key).value).toMatchObject({ kind: 'Cat', lives: expect.any(Number) });
    }
  });
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a number of the format %s is any number',
  async (format) => {
    expect(await sampleOf({ type: 'integer', format, minimum: 3, maximum: 3 })).toBe(3);
  },
);

test('a list with too many required items has no sample, and fails fast', async () => {
  const schema = { type: 'array', contains: text, minContains: 4_000_000_000 };
  const sample = (await samplesOf(schema, { version: '3.1.0' }))();
  expect(sample).toMatchObject({ reason: expect.any(String) });
});
