// Built-in rules: each has a document that violates it, and one that does not.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lintDocument } from '../../src/lint/lint-document.ts';
import { OWN_RULES } from '../../src/lint/own-rules.ts';
import { program } from '../support/command-process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const pet = { type: 'object', properties: { id: { type: 'string' }, age: { type: 'integer' } } };
const nameless = { type: 'object', properties: { age: { type: 'integer' }, color: { type: 'string' } } };
const json = (schema: unknown, more: object = {}) => ({ 'application/json': { schema, ...more } });
const failure = { default: { description: 'It failed.' } };
const response = (schema: unknown, example?: unknown) => ({
  responses: {
    200: { description: 'So.', content: json(schema, example === undefined ? {} : { example }) },
    ...failure,
  },
});
const id = { name: 'tag', in: 'path', required: true, schema: { type: 'string' } };

/** A resource type with a list and items by id. */
const things = (schema: unknown, words: object = {}) => ({
  '/pets': { get: response({ type: 'array', items: schema }, []) },
  '/pets/{tag}': { parameters: [id], get: response(schema, { age: 3 }), ...words },
});

const takes = (...parameters: readonly (readonly [place: string, name: string])[]) => ({
  parameters: parameters.map(([place, name]) => ({ in: place, name, schema: { type: 'string' } })),
});

const one = (operation: object) => ({ '/pets': { get: operation } });
const pattern = (source: string) => one({ ...response({ type: 'string', pattern: source }, 'aaa'), parameters: [] });

async function found(paths: object, mode: 'alone' | 'beside' = 'alone', components = {}, openapi = '3.1.0') {
  const path = join(await temporaryFolder(), 'pets.json');
  await writeFile(path, JSON.stringify({ openapi, info: { title: 'Pets', version: '1' }, paths, components }));
  const ruleset = join(await temporaryFolder(), 'rules.yaml');
  await writeFile(ruleset, 'rules: {}\n');
  const { findings } = await lintDocument(path, { ruleset: mode === 'alone' ? 'none' : ruleset });
  return findings;
}

describe('built-in rules report', () => {
  test.each<[rule: string, paths: object, pointer: string, message: string]>([
    ['no-example', one(response(pet)), '/paths/~1pets/get/responses/200/content/application~1json', 'add an example'],
    [
      'undeclared-errors',
      one({ responses: { 200: { description: 'So.' } } }),
      '/paths/~1pets/get/responses',
      'declare 4XX and 5XX, or default',
    ],
    ['unclear-id', things(nameless), '/paths/~1pets~1{tag}', 'name one tag or id'],
    [
      'example-contradicts-schema',
      one(response(pet, { id: 5 })),
      '/paths/~1pets/get/responses/200/content/application~1json/example',
      'does not match its schema',
    ],
    [
      'default-contradicts-schema',
      one({
        ...response(pet, {}),
        parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', default: 20, maximum: 10 } }],
      }),
      '/paths/~1pets/get/parameters/0/schema/default',
      'The default 20 does not match its schema: must be at most 10. Fix the default or the schema.',
    ],
    [
      'default-contradicts-schema',
      one({
        ...response(pet, {}),
        parameters: [{ in: 'query', name: 'filter', schema: { ...pet, default: { note: 'x'.repeat(99), id: 5 } } }],
      }),
      '/paths/~1pets/get/parameters/0/schema/default',
      `The default {"note":"${'x'.repeat(51)}… does not match its schema: /id 5 must be a string. Fix`,
    ],
    [
      'no-example',
      { '/pets': { get: response({ type: 'array', items: pet }), post: response(pet) } },
      '/paths/~1pets/get/responses/200/content/application~1json',
      'No response with pets has an example',
    ],
    [
      'slow-pattern',
      pattern('^(a+)+$'),
      '/paths/~1pets/get/responses/200/content/application~1json/schema/pattern',
      'exponential time',
    ],
    [
      'shared-name',
      one({ ...response(pet, {}), ...takes(['query', 'age'], ['header', 'AGE']) }),
      '/paths/~1pets/get/parameters/1',
      'has age in the query and in the header; handlers see only the one in the query',
    ],
    [
      'shared-name',
      { '/pets': { post: { ...response(pet, {}), ...takes(['cookie', 'age']), requestBody: { content: json(pet) } } } },
      '/paths/~1pets/post/requestBody/content/application~1json/schema/properties/age',
      'in the cookie and in the body',
    ],
  ])('%s', async (rule, paths, pointer, message) => {
    expect(await found(paths)).toEqual([
      expect.objectContaining({
        rule,
        pointer,
        message: expect.stringContaining(message),
        severity: OWN_RULES[rule]?.severity,
      }),
    ]);
  });

  test.each([
    ['a property name', { patternProperties: { '^(a|a)*$': {}, '^b$': {} } }, 'patternProperties/^(a|a)*$'],
    ['a name', { propertyNames: { pattern: '^(a+)+$' } }, 'propertyNames/pattern'],
    ['a property named pattern', { properties: { pattern: { pattern: '(a*)*b' } } }, 'properties/pattern/pattern'],
  ])('a slow pattern of %s', async (_, schema, place) => {
    expect(await found(one(response(schema, {})))).toEqual([
      expect.objectContaining({ rule: 'slow-pattern', pointer: expect.stringContaining(`/schema/${place}`) }),
    ]);
  });

  test.each<[what: string, schema: object, severity: string, rule: string, place: string]>([
    ['an unknown type', { type: 'strin' }, 'error', 'invalid-schema', '/type'],
    ['a pattern that is none', { type: 'string', pattern: '^97[89' }, 'error', 'invalid-schema', '/pattern'],
    ['a negative length', { type: 'string', minLength: -1 }, 'error', 'invalid-schema', '/minLength'],
    ['a property that is no schema', { properties: { age: 5 } }, 'error', 'invalid-schema', '/properties/age'],
    ['bounds that cross', { type: 'number', minimum: 60, maximum: 1 }, 'warn', 'contradictory-schema', '/maximum'],
    ['an unknown format', { type: 'string', format: 'tag' }, 'info', 'not-enforced', '/format'],
  ])('%s by its severity', async (_, schema, severity, rule, place) => {
    expect(await found(one(response(schema, 'a')))).toContainEqual(
      expect.objectContaining({ severity, rule, pointer: expect.stringMatching(`/schema${place}$`) }),
    );
  });

  test('defaults beside invalid schemas', async () => {
    const schema = { properties: { age: { type: 'strin' }, day: { type: 'string', format: 'date', default: 'soon' } } };
    expect((await found(one(response(schema, {})))).map(({ rule }) => rule)).toEqual([
      'invalid-schema',
      'default-contradicts-schema',
    ]);
  });

  test.each<[what: string, paths: object]>([
    [
      'properties that have names of keywords',
      one(response({ properties: { default: { type: 'string' }, const: { type: 'integer' }, enum: {} } }, {})),
    ],
    [
      'a default with a property that is never returned',
      one(response({ type: 'object', properties: { key: { writeOnly: true } }, default: { key: 'a' } }, {})),
    ],
    [
      'defaults that fit, default responses, and properties that are called default or responses',
      one({
        ...response({ properties: { default: pet, responses: { type: 'integer', default: 3 } } }, {}),
        servers: [{ url: 'https://{host}', variables: { host: { default: 'a.example' } } }],
      }),
    ],
    [
      'a resource with one example',
      { '/pets': { get: response({ type: 'array', items: pet }, []), post: response(pet) } },
    ],
    ['clear property names', one(response({ patternProperties: { '^a+$': {} } }, {}))],
    ['a response with an example', one(response(pet, { id: 'a' }))],
    [
      'a response whose schema has examples',
      one(response({ type: 'object', properties: { id: { type: 'string', examples: ['a'] } } })),
    ],
    [
      'a response that is not JSON',
      one({ responses: { 200: { description: 'So.', content: { 'text/csv': {} } }, ...failure } }),
    ],
    ['errors by class', one({ responses: { 200: { description: 'So.' }, '4XX': { description: 'No.' } } })],
    ['items with their id', things(pet)],
    [
      'items with the name of the parameter',
      things({ type: 'object', properties: { tag: { type: 'string' }, name: { type: 'string' } } }),
    ],
    ['items whose id clients choose', things(nameless, { 'x-understudy': { id: 'color' } })],
    [
      'path values repeated in the body of PUT, and read-only values',
      {
        '/pets/{tag}': {
          parameters: [id],
          put: { ...response(pet, {}), requestBody: { content: json({ properties: { tag: { type: 'string' } } }) } },
        },
        '/pets/{tag}/hats': {
          parameters: [id],
          post: { ...response(pet, {}), requestBody: { content: json({ properties: { tag: { readOnly: true } } }) } },
        },
      },
    ],
    ['a nested loop in a pattern that is unambiguous', pattern('^(a+b?)$')],
  ])('nothing for %s', async (_, paths) => {
    expect(await found(paths)).toEqual([]);
  });

  test.each(['dataValue', 'serializedValue'])('a %s that contradicts its schema', async (field) => {
    const content = json(pet, { examples: { rex: { [field]: field === 'dataValue' ? { id: 5 } : '{ "id": 5 }' } } });
    const paths = one({ responses: { 200: { description: 'So.', content }, ...failure } });
    expect(
      (await found(paths, 'alone', {}, '3.2.0')).map(({ rule, pointer }) => [rule, pointer.split('/').at(-1)]),
    ).toEqual([['example-contradicts-schema', field]]);
  });

  test.each<[schema: object, at: string, message: string]>([
    [{ type: 'string', 'x-faker': 'internet.emial' }, '/x-faker', 'did you mean internet.email?'],
    [{ type: 'integer', 'x-faker': 'internet.email' }, '/x-faker', 'Values are not used where'],
    [{ type: 'string', maxLength: 3, 'x-fake-data': 'internet.email' }, '/x-fake-data', 'at most 3 characters'],
    [{ type: 'integer', 'x-examples': { a: 'b' } }, '/x-examples', '"b" must be an integer'],
    [{ type: 'string', 'x-understudy': { like: 'qqq' } }, '/x-understudy/like', '"qqq" has no known meaning'],
  ])('a hint that is not used: %j', async (hinted, at, message) => {
    const schema = { type: 'object', properties: { id: hinted } };
    expect(await found(one(response(schema, {})))).toMatchObject([
      {
        rule: 'generator-hint',
        severity: 'warn',
        pointer: expect.stringMatching(`/schema/properties/id${at}$`),
        message: expect.stringContaining(message),
      },
    ]);
  });

  test('nothing for hints that fit, and for values that look like them', async () => {
    const schema = {
      properties: {
        a: { type: 'string', 'x-faker': 'internet.email', 'x-examples': ['b'] },
        b: { type: 'string', 'x-understudy': { like: 'email' } },
        'x-faker': { type: 'string' },
      },
    };
    expect(await found(one(response(schema, { 'x-faker': 'none' })))).toEqual([]);
  });

  test('each use of a deprecated security scheme, but not of deprecated operations', async () => {
    const security = [{ key: [] }, { old: [] }];
    const get = { ...response(pet, { id: 'a' }), security };
    const old = { type: 'http', scheme: 'basic', deprecated: true };
    const key = { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false };
    const paths = { '/pets': { get }, '/cats': { get: { ...get, deprecated: true } } };
    expect(await found(paths, 'alone', { securitySchemes: { old, key } }, '3.2.0')).toMatchObject([
      {
        rule: 'deprecated-scheme',
        severity: 'warn',
        pointer: '/paths/~1pets/get/security/1/old',
        message: expect.stringContaining('accepts the deprecated security scheme old'),
      },
    ]);
  });

  test('one wrong example of a schema shared by two operations', async () => {
    const shared = response({ $ref: '#/components/schemas/Pet' }, {});
    const schemas = { Pet: { type: 'object', properties: { age: { type: 'integer', example: 'old' } } } };
    const findings = await found({ '/cats': { get: shared }, '/dogs': { get: shared } }, 'alone', { schemas });
    expect(findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['example-contradicts-schema', '/components/schemas/Pet/properties/age/example'],
    ]);
  });

  test('nothing for the documents of this project', async () => {
    for (const name of ['spec/identity.yaml', 'spec/control.yaml'])
      expect((await lintDocument(join(ROOT, name), { ruleset: 'none' })).findings).toEqual([]);
  });

  test('only infos next to a ruleset, so that valid documents stay valid', async () => {
    const findings = await found(one(response(pet, { id: 5 })), 'beside');
    expect(findings.map(({ rule, severity }) => [rule, severity])).toContainEqual([
      'example-contradicts-schema',
      'info',
    ]);
  });
});

test('nothing of Spectral is loaded without a ruleset', async () => {
  const judge = JSON.stringify(join(ROOT, 'src/lint/lint-document.ts'));
  const sending = (ruleset: string) => `
    import module from 'node:module';
    const { lintDocument } = await import(${judge});
    await lintDocument(${JSON.stringify(join(ROOT, 'spec/control.yaml'))}, { ruleset: ${ruleset} });
    const cached = Object.keys(module.createRequire('/')('node:module')._cache);
    console.log(cached.some((path) => path.includes('spectral')));`;
  const run = (ruleset: string) => program(['--input-type=module', '-e', sending(ruleset)], { cwd: ROOT }).ended;
  expect((await run("'none'")).stdout).toBe('false\n');
  expect((await run('undefined')).stdout).toBe('true\n');
});
