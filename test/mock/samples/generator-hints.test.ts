// Hints of documents for generators: x-faker, x-fake-data, x-examples and like.

import { describe, expect, test } from 'vitest';
import { loadVocabulary } from '../../../src/mock/samples/generate/faker.ts';
import { GENERATOR_NAMES, generateByHint, parseFakerHint } from '../../../src/mock/samples/generate/faker-hint.ts';
import { createSeededRandom } from '../../../src/mock/samples/generate/seeded-random.ts';
import { sampleOf, samplesOf } from '../../support/sampling.ts';

/** Values of a property with hints, for several seeds. */
async function valuesOf(schema: object): Promise<readonly unknown[]> {
  const sample = await samplesOf({ type: 'object', required: ['zzz'], properties: { zzz: schema } });
  return ['a', 'b', 'c', 'd'].map((seed) => (sample(seed).value as { zzz: unknown }).zzz);
}

describe('a hint selects the generator:', () => {
  test.each<[schema: object, pattern: RegExp]>([
    [{ type: 'string', 'x-faker': 'internet.email' }, /^\S+@\S+\.\w+$/],
    [{ type: 'string', 'x-fake-data': 'internet.ipv4' }, /^\d+\.\d+\.\d+\.\d+$/],
    [{ type: 'string', 'x-faker': 'faker.location.zipCode' }, /^\d{5}/],
    [{ type: 'string', 'x-faker': 'random.uuid' }, /^[\da-f]{8}-/],
    [{ type: 'string', 'x-faker': 'phone.phoneNumber' }, /\d{3}/],
    [{ type: 'string', 'x-faker': 'name.lastName' }, /^\p{L}+/u],
    [{ type: 'string', 'x-faker': { 'string.numeric': 6 } }, /^\d{6}$/],
    [{ type: 'string', 'x-faker': { 'finance.amount': [5, 6, 2, '$'] } }, /^\$[56]\.\d\d$/],
    [{ type: 'number', 'x-faker': { 'finance.amount': [5, 6, 2] } }, /^[56](\.\d\d?)?$/],
    [{ type: 'integer', 'x-faker': { 'number.int': { min: 700, max: 702 } } }, /^70[012]$/],
    [{ type: 'string', format: 'date-time', 'x-faker': 'date.past' }, /^20(24|25)-\d\d-\d\dT/],
    [{ type: 'string', format: 'date', 'x-faker': 'date.past' }, /^20(24|25)-\d\d-\d\d$/],
    [{ type: 'string', 'x-understudy': { like: 'email' } }, /@example\.(com|org|net)$/],
    [{ type: 'string', 'x-understudy': { like: 'countryCode' } }, /^[A-Z]{2}$/],
    [{ allOf: [{ type: 'string' }, { 'x-faker': 'internet.ipv4' }] }, /^\d+\.\d+\.\d+\.\d+$/],
  ])('%j', async (schema, pattern) => {
    for (const value of await valuesOf(schema)) expect(`${value}`).toMatch(pattern);
  });

  test('x-examples are examples: a list, values by name, or Example Objects', async () => {
    expect((await valuesOf({ type: 'string', 'x-examples': ['one'] }))[0]).toBe('one');
    expect((await valuesOf({ type: 'string', 'x-examples': { first: 'two' } }))[0]).toBe('two');
    expect((await valuesOf({ type: 'string', 'x-examples': { first: { value: 'three' } } }))[0]).toBe('three');
    expect(await sampleOf({ type: 'object', 'x-examples': { a: { id: 5 } } })).toEqual({ id: 5 });
  });

  test('an example of the document comes first', async () => {
    expect((await valuesOf({ type: 'string', example: 'Rex', 'x-faker': 'animal.dog' }))[0]).toBe('Rex');
  });

  test('the same seed gives the same value', async () => {
    const schema = { type: 'string', 'x-faker': 'person.fullName' };
    expect(await valuesOf(schema)).toEqual(await valuesOf(schema));
    expect(new Set(await valuesOf(schema)).size).toBeGreaterThan(1);
  });
});

describe('a hint never breaks the schema:', () => {
  test.each([
    { type: 'string', maxLength: 3, 'x-faker': 'internet.email' },
    { type: 'string', pattern: '^[A-Z]{4}$', 'x-faker': 'internet.email' },
    { type: 'string', format: 'uuid', 'x-faker': 'internet.email' },
    { type: 'string', enum: ['a', 'b'], 'x-faker': 'internet.email' },
    { type: 'integer', 'x-faker': 'internet.email' },
    { type: 'integer', maximum: 3, 'x-faker': { 'number.int': [9] } },
    { type: 'boolean', 'x-faker': 'internet.email' },
    { type: 'array', items: { type: 'integer' }, 'x-faker': 'internet.email' },
    { type: 'string', 'x-examples': [5, { a: 1 }] },
    { type: 'integer', 'x-understudy': { like: 'email' } },
    { type: 'string', maxLength: 3, 'x-understudy': { like: 'email' } },
    { type: 'string', 'x-faker': 'helpers.fake' },
    { type: 'string', 'x-faker': { 'number.int': [5, 1] } },
  ])('%j', async (schema) => {
    // Samples are validated: there is none that the schema does not allow.
    expect(await valuesOf(schema)).toHaveLength(4);
    for (const value of await valuesOf(schema)) expect(value).toBeDefined();
  });
});

describe('only names of a table are generators:', () => {
  test.each<[input: unknown, reason: string]>([
    ['internet.emial', 'unknown generator "internet.emial"; did you mean internet.email?'],
    ['helpers.fake', 'unknown generator "helpers.fake"'],
    [{ 'helpers.fromRegExp': '[a-z]{9}' }, 'unknown generator "helpers.fromRegExp"'],
    ['constructor.constructor', 'unknown generator'],
    ['__proto__.toString', 'unknown generator'],
    ['internet.constructor', 'unknown generator'],
    ['email', 'unknown generator'],
    ['', 'must be a name such as internet.email'],
    [7, 'must be a name'],
    [['internet.email'], 'must be a name'],
    [{ 'internet.email': [], 'internet.url': [] }, 'must be a name'],
    [{ 'lorem.words': 1_000_000_000 }, 'arguments that are not supported'],
    [{ 'string.alpha': { length: 1_000_000 } }, 'arguments that are not supported'],
    [{ 'finance.creditCardNumber': '#{1000000000}' }, 'arguments that are not supported'],
    [{ 'number.int': [{ min: { valueOf: 1 } }] }, 'arguments that are not supported'],
  ])('%j', (input, reason) => {
    expect(parseFakerHint(input)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  test('each name of the table has a value', async () => {
    const vocabulary = await loadVocabulary('en');
    const words = vocabulary(createSeededRandom('a', 'b'));
    const now = new Date('2026-01-01T12:00:00Z');
    for (const name of GENERATOR_NAMES) {
      const hint = parseFakerHint(name);
      expect(hint.ok && typeof generateByHint(hint.value, words, now), name).toMatch(/^(string|number|boolean)$/);
    }
  });
});
