// Validation with thousands of properties, branches or values.

import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { createReferences } from '../../../src/openapi/references.ts';
import { createSchemaSources } from '../../../src/openapi/schema/schema-sources.ts';
import { createSchemaValidators } from '../../../src/openapi/schema/schema-validators.ts';
import { send } from '../../support/mock-server.ts';
import { runs } from '../../support/runs.ts';

const MANY = runs(20_000, 5000);

type Schemas = Readonly<Record<string, unknown>>;

/** @param most - maximum schemas that are compiled with their keyword. Default: as in production */
function sayingOf(schemas: Schemas, version = '3.1.0', most?: number) {
  const references = createReferences({ openapi: version, components: { schemas } });
  const made = createSchemaValidators(createSchemaSources(references, version, most));
  const validate = made.validator('/components/schemas/It', 'request');
  return {
    says: (value: unknown) =>
      validate(value)
        .map(({ keyword, instancePath, message }) => `${instancePath} ${keyword} ${message}`)
        .sort(),
    notEnforced: () => made.notEnforced,
  };
}

const text = { type: 'string' };
const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
const named = (count: number, make: (name: string) => unknown) =>
  Object.fromEntries(names(count).map((name) => [name, make(name)]));

/** Keyword, count, schemas with so many parts, a valid value, and invalid ones. */
type Row = readonly [
  what: string,
  count: number,
  schemas: (count: number) => Schemas,
  right: unknown,
  wrong: readonly unknown[],
];

const closed = (count: number) => ({ properties: named(count, () => text), additionalProperties: false });
const branch = (name: string) => ({ required: [name], properties: { [name]: text } });

const WIDE: readonly Row[] = [
  ['properties', 20_000, (n) => ({ It: { properties: named(n, () => text) } }), { p1: '' }, [{ p1: 1, p2: '', p0: 2 }]],
  [
    'properties and no others',
    20_000,
    (n) => ({ It: closed(n) }),
    { p1: '' },
    [
      { p1: 1, other: 1 },
      { a: 1, b: 2 },
    ],
  ],
  [
    'properties and others of a kind',
    20_000,
    (n) => ({ It: { ...closed(n), additionalProperties: { type: 'integer' } } }),
    { p1: '', other: 1 },
    [{ p1: '', other: '' }],
  ],
  [
    'properties and none that are not evaluated',
    20_000,
    (n) => ({ It: { allOf: [{ properties: named(n, () => text) }], unevaluatedProperties: false } }),
    { p1: '' },
    [{ p1: '', other: 1 }, { p1: 1 }],
  ],
  [
    'properties of which one has a name that every object has',
    20_000,
    (n) => ({ It: { properties: { ...named(n, () => text), constructor: text, ['__proto__']: text } } }),
    { constructor: '' },
    [{ constructor: 1 }],
  ],
  [
    'patterns',
    3000,
    (n) => ({ It: { patternProperties: named(n, () => text), properties: { q: text }, additionalProperties: false } }),
    { p1: '', q: '' },
    [{ p1: 1 }, { q: 1 }, { x: 1 }],
  ],
  ['choices of one', 3000, (n) => ({ It: { oneOf: names(n).map(branch) } }), { p1: '' }, [{ p0: '', p1: '' }]],
  ['choices', 3000, (n) => ({ It: { anyOf: names(n).map(branch) } }), { p0: '', p1: '' }, []],
  [
    'choices, and nothing that none has looked at',
    3000,
    (n) => ({ It: { anyOf: names(n).map(branch), unevaluatedProperties: false } }),
    { p0: '', p1: '' },
    [],
  ],
  [
    'parts',
    3000,
    (n) => ({
      It: { allOf: names(n).map((name) => ({ properties: { [name]: text } })), unevaluatedProperties: false },
    }),
    { p0: '', p1: '' },
    [{ p1: 1 }, { other: 1 }],
  ],
  ['items', 5000, (n) => ({ It: { prefixItems: names(n).map(() => text) } }), ['a', 'b'], [['a', 1]]],
  [
    'properties that ask for others',
    5000,
    (n) => ({
      It: { dependentRequired: named(n, () => ['x']), dependentSchemas: named(n, () => ({ required: ['y'] })) },
    }),
    { p1: 1, x: 1, y: 1 },
    [{ p1: 1 }],
  ],
];

describe('a schema with thousands of', () => {
  test.each(WIDE)('%s validates like one with three', (_, count, schemas, right, wrong) => {
    const wide = sayingOf(schemas(runs(count, count / 4)));
    const small = sayingOf(schemas(3));
    expect(wide.says(right)).toEqual([]);
    for (const value of wrong) {
      expect(small.says(value)).not.toEqual([]);
      expect(wide.says(value)).toEqual(small.says(value));
    }
    expect(wide.notEnforced()).toEqual([]);
  });

  test.each(['dependentRequired', 'dependencies'])(
    'names that one property requires below %s requires each',
    (keyword) => {
      const version = keyword === 'dependencies' ? { $schema: 'http://json-schema.org/draft-07/schema#' } : {};
      const { says, notEnforced } = sayingOf({
        It: { ...version, [keyword]: { q: ['x'], a: [...names(MANY), 'y'], b: ['z'] } },
      });
      const all = named(MANY, () => 1);
      expect(says({ ...all, a: 1, y: 1 })).toEqual([]);
      expect(says({ ...all, a: 1 })).toEqual([` ${keyword} must have property y when property a is present`]);
      expect(says({ q: 1, b: 1, x: 1 })).toEqual([` ${keyword} must have property z when property b is present`]);
      expect(notEnforced()).toEqual([]);
    },
  );

  test('names is not compiled at once: any value is accepted, and that is reported', () => {
    const { says, notEnforced } = sayingOf({ It: { dependentRequired: { a: names(2500) } } }, '3.1.0', 10_000);
    expect(says({ a: 1 })).toEqual([]);
    expect(notEnforced()).toMatchObject([
      {
        rule: 'not-compiled',
        pointer: '/components/schemas/It',
        message: expect.stringContaining('any value is accepted'),
      },
    ]);
  });

  test.each(['oneOf', 'anyOf'])('branches of %s rejects a value that matches none', (keyword) => {
    const { says } = sayingOf({ It: { [keyword]: names(3000).map(branch) } });
    expect(says({ q: 1 })).toContainEqual(expect.stringContaining(` ${keyword} must match`));
  });

  test('branches uses its discriminator', () => {
    const count = 5000;
    const branches = named(count, (name) => ({ properties: { kind: { const: name }, [name]: text } }));
    const It = { oneOf: names(count).map((name) => ({ $ref: `#/components/schemas/${name}` })) };
    const { says } = sayingOf({ It: { ...It, discriminator: { propertyName: 'kind' } }, ...branches });
    expect(says({ kind: 'p4999', p4999: '', p1: 1 })).toEqual([]);
    expect(says({ kind: 'p4999', p4999: 1 })).toEqual(['/p4999 type must be string']);
    expect(says({ kind: 'other' })).toEqual([expect.stringContaining('/kind discriminator must be one of p0, p1,')]);
  });

  test('values accepts only those, and null if allowed', () => {
    const values = [...names(50_000), 7, { a: 1, b: [2] }];
    const { says } = sayingOf({ It: { enum: values, nullable: true } }, '3.0.3');
    for (const value of ['p49999', 7, { b: [2], a: 1 }, null]) expect(says(value)).toEqual([]);
    const rejection = [' enum must be equal to one of the allowed values'];
    for (const value of ['7', 'other', { a: 1 }, '{"a":1,"b":[2]}', false]) expect(says(value)).toEqual(rejection);
  });

  test('parts does not require readOnly properties from clients', () => {
    const allOf = [
      { required: ['id', 'name'] },
      ...names(300).map((name) => ({ properties: { [name]: text } })),
      { properties: { id: { ...text, readOnly: true } } },
    ];
    expect(sayingOf({ It: { allOf } }, '3.0.3').says({ name: 1 })).toEqual([]);
  });
});

/** Handwritten schemas, and values that violate one part each. */
const OTHERS: readonly (readonly [schema: object, value: unknown])[] = [
  [{ properties: { a: { type: 'string', nullable: true }, 'b/~': text } }, { a: 1, 'b/~': 2 }],
  [
    { properties: { a: text }, patternProperties: { '^b': text }, additionalProperties: text },
    { a: 1, b: 2, c: 3 },
  ],
  [{ properties: { a: { properties: { b: { additionalProperties: false } } } } }, { a: { b: { c: 1 } } }],
  [{ oneOf: [text, { minLength: 1 }, { type: 'integer' }] }, 'a'],
  [{ anyOf: [{ properties: { a: text } }, { required: ['b'] }] }, { a: 1 }],
  [{ allOf: [{ required: ['a'] }, { properties: { b: text } }], type: 'object' }, { b: 1 }],
  [{ type: 'array', prefixItems: [text, { properties: { a: text } }], items: text }, [1, { a: 1 }, 2]],
  [{ enum: ['a', 1] }, 'b'],
];

test.each(OTHERS)('%j gives the same for %j when each schema is validated on its own', (It, value) => {
  const { says } = sayingOf({ It });
  expect(says(value)).not.toEqual([]);
  expect(sayingOf({ It }, '3.1.0', 0).says(value)).toEqual(says(value));
});

test('validates each schema of a split allOf', () => {
  const allOf = names(7).map((name) => ({ properties: { [name]: text } }));
  const { says } = sayingOf({ It: { allOf } }, '3.1.0', 3);
  for (const name of names(7)) expect(says({ [name]: 1 })).toEqual([`/${name} type must be string`]);
});

test('validates many properties besides named ones', () => {
  const It = { properties: { a: text }, additionalProperties: { type: 'integer' } };
  const { says } = sayingOf({ It }, '3.1.0', 0);
  expect(says(named(200_000, () => 1))).toEqual([]);
  expect(says({ ...named(200_000, () => 1), p199999: 'a' })).toEqual(['/p199999 type must be integer']);
});

test('lists the first of many values in a finding, and counts the rest', async () => {
  const schema = { type: 'string', enum: names(50_000) };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const post = { operationId: 'send', requestBody, responses: { 204: { description: 'Sent' } } };
  const document = { openapi: '3.0.3', info: { title: 'Wide', version: '1' }, paths: { '/a': { post } } };
  const read = { location: `${process.cwd()}/wide.json`, text: JSON.stringify(document) };
  const mockServer = await createMockServer({
    apis: [{ name: 'wide', document: read, handlers: { send: () => undefined } } as never],
  });
  onTestFinished(() => mockServer.close());
  const { status, body } = await send(mockServer, 'POST', '/a', { body: '"other"' });
  expect(status).toBe(400);
  const message = JSON.stringify(body);
  expect(message).toContain('body must be one of p0, p1, p2');
  expect(message).toContain('p9 and 49990 more');
  expect(message.length).toBeLessThan(5000);
});
