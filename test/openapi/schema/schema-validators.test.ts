// Validation by OpenAPI version and direction.

import { describe, expect, test } from 'vitest';
import { ref, sayingOf, text } from '../../support/schema-messages.ts';

const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';

/** A name, the schemas, valid values, and invalid values with their errors. */
type Row = readonly [
  name: string,
  schemas: object,
  right: readonly unknown[],
  wrong: readonly (readonly [unknown, string])[],
];

const OPENAPI_3_0: readonly Row[] = [
  ['nullable beside a type', { It: { type: 'string', nullable: true } }, [null, 'a'], [[1, 'must be string,null']]],
  ['no nullable', { It: { type: 'string', nullable: false } }, ['a'], [[null, 'must be string']]],
  [
    'nullable beside an enum without null',
    { It: { type: 'string', nullable: true, enum: ['a'] } },
    [null, 'a'],
    [['b', 'must be equal to one of the allowed values']],
  ],
  [
    'nullable beside allOf',
    { It: { nullable: true, allOf: [ref('Pet')] }, Pet: { type: 'object' } },
    [null, {}],
    [[1, 'must be object']],
  ],
  ['nullable beside oneOf', { It: { nullable: true, oneOf: [text] } }, [null, 'a'], [[1, 'must be string']]],
  [
    'nullable beside a type and allOf',
    { It: { type: 'object', nullable: true, allOf: [{ type: 'object' }] } },
    [null, {}],
    [[1, 'must be object']],
  ],
  [
    'nullable beside not',
    { It: { nullable: true, not: { type: 'integer' } } },
    [null, 'a'],
    [[1, 'must NOT be valid']],
  ],
  [
    'nullable of a schema that is referred to',
    { It: ref('Pet'), Pet: { type: 'object', nullable: true } },
    [null, {}],
    [],
  ],
  [
    'nothing beside a reference',
    { It: { ...ref('Pet'), nullable: true, maxProperties: 0 }, Pet: { type: 'object' } },
    [{ a: 1 }],
    [[null, 'must be object']],
  ],
  [
    'exclusive bounds by yes or no',
    { It: { minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false } },
    [2, 5],
    [
      [1, 'must be > 1'],
      [6, 'must be <= 5'],
    ],
  ],
  ['an exclusive bound without a bound', { It: { exclusiveMaximum: true } }, [1e300], []],
  [
    'multiples as decimals',
    { It: { multipleOf: 0.01 } },
    [19.99, 0.07, 1e21, -4.35, 0],
    [
      [0.001, 'must be multiple of 0.01'],
      [1.005, 'must be multiple of 0.01'],
    ],
  ],
  ['multiples of large numbers', { It: { multipleOf: 0.123456789 } }, [], [[1e308, 'must be multiple of 0.123456789']]],
  [
    'text formats on numbers, and back',
    { It: { properties: { a: { format: 'date' }, b: { format: 'int32' } } } },
    [{ a: 1, b: 'x' }],
    [
      [{ a: 'x' }, '/a must match format "date"'],
      [{ b: 2 ** 31 }, '/b must match format "int32"'],
    ],
  ],
  ['an unknown format', { It: { type: 'string', format: 'moon-phase' } }, ['full'], [[1, 'must be string']]],
  [
    'a pattern of another dialect',
    { It: { type: 'string', pattern: '(?i)^abc\\z' } },
    ['ABC'],
    [['x', 'must match pattern "(?i)^abc\\z"']],
  ],
  [
    'binary values, as text and as bytes',
    { It: { type: 'string', format: 'binary' } },
    ['a', new Uint8Array(1), new Blob([])],
    [
      [1, 'must be string'],
      [{}, 'must be string'],
    ],
  ],
  [
    'names that every object has',
    { It: { properties: { constructor: text, toString: text }, required: ['constructor'] } },
    [{ constructor: 'a' }],
    [
      [{}, "must have required property 'constructor'"],
      [{ constructor: 'a', toString: 1 }, '/toString must be string'],
    ],
  ],
  [
    'the name __proto__',
    {
      It: JSON.parse(
        '{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false,"required":["__proto__"]}',
      ),
    },
    [JSON.parse('{"__proto__":"a"}')],
    [
      [JSON.parse('{"__proto__":1}'), '/__proto__ must be string'],
      [{}, "must have required property '__proto__'"],
    ],
  ],
  [
    'recursion',
    { It: { type: 'object', properties: { name: text, children: { type: 'array', items: ref('It') } } } },
    [{ children: [{ children: [] }] }],
    [[{ children: [{ name: 1 }] }, '/children/0/name must be string']],
  ],
  [
    'two uses of one schema, one with siblings',
    {
      It: { properties: { a: ref('Pet'), b: { ...ref('Pet'), description: 'mine' } } },
      Pet: { type: 'object', required: ['id'] },
    },
    [{ a: { id: 1 }, b: { id: 1 } }],
    [[{ a: { id: 1 }, b: {} }, "/b must have required property 'id'"]],
  ],
  [
    'a reference into another schema',
    { It: { $ref: '#/components/schemas/Pet/properties/name' }, Pet: { properties: { name: text } } },
    ['a'],
    [[1, 'must be string']],
  ],
  ['keywords of draft 7 that 3.0 lacks', { It: { const: 1 } }, [1], [[2, 'must be equal to constant']]],
];

const OPENAPI_3_1: readonly Row[] = [
  [
    'prefixItems',
    { It: { prefixItems: [text, { type: 'integer' }], items: false } },
    [['a', 1], ['a']],
    [
      [['a', 'b'], '/1 must be integer'],
      [['a', 1, 2], 'must NOT have more than 2 items'],
    ],
  ],
  [
    'unevaluatedProperties across references',
    {
      It: { allOf: [ref('Base')], properties: { b: text }, unevaluatedProperties: false },
      Base: { properties: { a: text } },
    },
    [{ a: 'x', b: 'y' }],
    [[{ a: 'x', c: 1 }, 'must NOT have unevaluated properties']],
  ],
  [
    'unevaluatedItems',
    { It: { prefixItems: [text], unevaluatedItems: false } },
    [['a']],
    [[['a', 1], 'must NOT have more than 1 items']],
  ],
  [
    'unevaluatedItems beside a reference that looks at all items, and one that looks at none',
    {
      It: { properties: { all: { allOf: [ref('All')], unevaluatedItems: false }, none: ref('Held') } },
      All: { items: text },
      None: { type: 'array' },
      Held: { allOf: [ref('None')], unevaluatedItems: false },
    },
    [{ all: ['a', 'b'], none: [] }],
    [[{ none: [1] }, '/none must NOT have more than 0 items']],
  ],
  [
    'dependentRequired',
    { It: { dependentRequired: { a: ['b'] } } },
    [{}, { a: 1, b: 1 }],
    [[{ a: 1 }, 'must have property b when property a is present']],
  ],
  [
    'dependentSchemas',
    { It: { dependentSchemas: { a: { required: ['b'] } } } },
    [{}, { a: 1, b: 1 }],
    [[{ a: 1 }, "must have required property 'b'"]],
  ],
  [
    'minContains',
    { It: { contains: { const: 1 }, minContains: 2 } },
    [[1, 1]],
    [[[1, 2], 'must contain at least 2 valid item(s)']],
  ],
  ['lists of types', { It: { type: ['string', 'null'] } }, ['a', null], [[1, 'must be string,null']]],
  [
    'siblings of a reference',
    { It: { ...ref('Pet'), required: ['id'] }, Pet: { type: 'object' } },
    [{ id: 1 }],
    [
      [{}, "must have required property 'id'"],
      [1, 'must be object'],
    ],
  ],
  [
    'two uses of one schema, one with siblings',
    {
      It: { properties: { a: ref('Pet'), b: { ...ref('Pet'), readOnly: true } } },
      Pet: { type: 'object', required: ['id'] },
    },
    [{ a: { id: 1 } }],
    [
      [{ a: {} }, "/a must have required property 'id'"],
      [{ b: {} }, "/b must have required property 'id'"],
    ],
  ],
  [
    'boolean schemas',
    { It: { properties: { a: false, b: true } } },
    [{ b: 1 }, {}],
    [[{ a: 1 }, '/a boolean schema is false']],
  ],
  ['nullable, which has no meaning', { It: { type: 'string', nullable: true } }, ['a'], [[null, 'must be string']]],
  [
    '$id and relative references',
    {
      It: { $id: 'https://a.example/it', properties: { pet: { $ref: 'pet' } } },
      Pet: { $id: 'https://a.example/pet', type: 'object' },
    },
    [{ pet: {} }],
    [[{ pet: 1 }, '/pet must be object']],
  ],
  [
    '$anchor',
    { It: { properties: { pet: { $ref: '#pet' } } }, Pet: { $anchor: 'pet', type: 'object' } },
    [{ pet: {} }],
    [[{ pet: 1 }, '/pet must be object']],
  ],
  [
    'pointers from an $id',
    { It: { $id: 'https://a.example/it', $defs: { pet: text }, properties: { pet: { $ref: '#/$defs/pet' } } } },
    [{ pet: 'a' }],
    [[{ pet: 1 }, '/pet must be string']],
  ],
  [
    '$dynamicRef',
    {
      It: { $id: 'https://a.example/texts', $ref: 'list', $defs: { item: { $dynamicAnchor: 'item', type: 'string' } } },
      List: {
        $id: 'https://a.example/list',
        type: 'array',
        items: { $dynamicRef: '#item' },
        $defs: { item: { $dynamicAnchor: 'item' } },
      },
    },
    [['a']],
    [[[1], '/0 must be string']],
  ],
  [
    'a schema that names draft 7',
    { It: { $schema: 'http://json-schema.org/draft-07/schema#', items: [text], additionalItems: false } },
    [['a']],
    [[['a', 1], 'must NOT have more than 1 items']],
  ],
  [
    'the recursion of 2019-09',
    {
      It: {
        $id: 'https://a.example/it',
        $schema: DRAFT_2019,
        $recursiveAnchor: true,
        $ref: 'tree',
        unevaluatedProperties: false,
      },
      Tree: {
        $id: 'https://a.example/tree',
        $schema: DRAFT_2019,
        $recursiveAnchor: true,
        properties: { it: { $recursiveRef: '#' } },
      },
    },
    [{ it: { it: {} } }],
    [[{ it: { that: 1 } }, '/it must NOT have unevaluated properties']],
  ],
  [
    'the published schema of schemas',
    { It: { $ref: 'https://json-schema.org/draft/2020-12/schema' } },
    [{ type: 'string' }],
    [[{ type: 'text' }, '/type must be equal to one of the allowed values']],
  ],
];

describe.each([
  ['3.0.3', OPENAPI_3_0],
  ['3.1.0', OPENAPI_3_1],
] as const)('a schema of OpenAPI %s supports', (version, rows) => {
  test.each(rows)('%s', (_name, schemas, right, wrong) => {
    const { says } = sayingOf(schemas as never, version);
    for (const value of right) expect(says(value)).toEqual([]);
    for (const [value, message] of wrong) expect(says(value)).toContain(message);
  });
});

describe('a readOnly property', () => {
  const pet = {
    type: 'object',
    required: ['id', 'name', 'owner', 'kind'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: text,
      owner: { allOf: [ref('Owner')], readOnly: true },
      kind: ref('Kind'),
    },
  };
  const schemas = { Owner: text, Kind: { type: 'string', readOnly: true } };
  const whole = { id: 1, name: 'a', owner: 'b', kind: 'c' };

  test('is required in responses only, and may be sent', () => {
    const { says } = sayingOf({ It: pet, ...schemas });
    expect(says({ name: 'a' })).toEqual([]);
    expect(says(whole)).toEqual([]);
    expect(says({ ...whole, id: 'one' })).toEqual(['/id must be integer']);
    expect(says({ name: 'a' }, 'response')).toContain("must have required property 'id'");
    expect(says(whole, 'response')).toEqual([]);
  });

  test('is not marked by siblings of a reference in 3.0', () => {
    const beside = { It: { required: ['id'], properties: { id: { ...ref('Id'), readOnly: true } } }, Id: text };
    expect(sayingOf(beside).says({})).toEqual(["must have required property 'id'"]);
    expect(sayingOf(beside, '3.1.0').says({})).toEqual([]);
  });

  test('is not required by another part of the schema', () => {
    const { says } = sayingOf({
      It: { allOf: [ref('Base'), { required: ['id', 'name'] }] },
      Base: { properties: { id: { readOnly: true } } },
    });
    expect(says({ name: 'a' })).toEqual([]);
    expect(says({ id: 1 })).toEqual(["must have required property 'name'"]);
    expect(says({ name: 'a' }, 'response')).toEqual(["must have required property 'id'"]);
  });
});

describe('a writeOnly property', () => {
  const user = {
    type: 'object',
    required: ['password'],
    properties: { password: { type: 'string', writeOnly: true } },
  };

  test('is required in requests only, and a violation in responses', () => {
    const { says } = sayingOf({ It: user });
    expect(says({})).toEqual(["must have required property 'password'"]);
    expect(says({ password: 'a' })).toEqual([]);
    expect(says({}, 'response')).toEqual([]);
    expect(says({ password: 'a' }, 'response')).toEqual(['/password is writeOnly and must not be in a response']);
  });
});

describe('a discriminator', () => {
  test('of a base may be a sibling of an extension that includes itself', () => {
    const entity = {
      type: 'object',
      properties: { kind: text },
      discriminator: { propertyName: 'kind', mapping: { user: '#/components/schemas/It' } },
    };
    const own = {
      properties: { deleted: { type: 'boolean' } },
      discriminator: { propertyName: 'kind', mapping: { user: '#/components/schemas/It' } },
    };
    const { says } = sayingOf({
      Entity: entity,
      Directory: { allOf: [ref('Entity'), own] },
      It: { allOf: [ref('Directory'), { properties: { name: text } }] },
    });
    expect(says({ kind: 'user', deleted: false, name: 'Ann' })).toEqual([]);
    expect(says({ kind: 'user', deleted: 'no' })).toEqual(['/deleted must be boolean']);
  });

  const cat = { type: 'object', required: ['kind', 'lives'], properties: { kind: text, lives: { type: 'integer' } } };
  const dog = { type: 'object', required: ['kind', 'tricks'], properties: { kind: text, tricks: { type: 'array' } } };
  const branches = { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } };

  test.each(['oneOf', 'anyOf'])('selects a branch of %s, and errors are those of that branch', (keyword) => {
    const { says } = sayingOf({
      It: { [keyword]: branches.oneOf, discriminator: branches.discriminator },
      Cat: cat,
      Dog: dog,
    });
    expect(says({ kind: 'Cat', lives: 9 })).toEqual([]);
    expect(says({ kind: 'Cat', lives: 'nine' })).toEqual(['/lives must be integer']);
    expect(says({ kind: 'Dog', lives: 9 })).toEqual(["must have required property 'tricks'"]);
    expect(says({ kind: 'Cow', lives: 9 })).toEqual(['/kind must be one of Cat, Dog']);
    expect(says({ lives: 9 })).toEqual(['must have the discriminator property "kind": Cat, Dog']);
    expect(says({ kind: 'constructor' })).toEqual(['/kind must be one of Cat, Dog']);
    expect(says(1)).toContain('must be object');
  });

  test('uses its mapping before component names', () => {
    const mapping = { meow: '#/components/schemas/Cat', Cat: 'Dog' };
    const { says } = sayingOf({
      It: { ...branches, discriminator: { propertyName: 'kind', mapping } },
      Cat: cat,
      Dog: dog,
    });
    expect(says({ kind: 'meow', lives: 9 })).toEqual([]);
    expect(says({ kind: 'Cat', lives: 9 })).toEqual(["must have required property 'tricks'"]);
    expect(says({ kind: 'Cow' })).toEqual(['/kind must be one of meow, Cat']);
  });

  test.each(['Dog', '#/components/schemas/Dog'])(
    'selects the default schema for unknown values and without one: %s',
    (defaultMapping) => {
      const discriminator = { propertyName: 'kind', defaultMapping };
      const { says } = sayingOf({ It: { ...branches, discriminator }, Cat: cat, Dog: { required: ['tricks'] } });
      expect(says({ kind: 'Cow', tricks: [] })).toEqual([]);
      expect(says({ tricks: [] })).toEqual([]);
      expect(says({ kind: 'Cow', lives: 9 })).toEqual(["must have required property 'tricks'"]);
      expect(says({ kind: 'Cat', tricks: [] })).toEqual(["must have required property 'lives'"]);
    },
  );

  test('reports a default that is no schema, and ignores it', () => {
    const discriminator = { propertyName: 'kind', defaultMapping: 'Lost' };
    const { says, notEnforced } = sayingOf({ It: { ...branches, discriminator }, Cat: cat, Dog: dog });
    expect(says({ kind: 'Cow' })).toEqual(['/kind must be one of Cat, Dog']);
    expect(notEnforced()).toEqual([expect.stringMatching(/discriminator\/defaultMapping "Lost" is not a schema/)]);
  });

  test('uses a mapping even for the name of another schema', () => {
    const discriminator = { propertyName: 'kind', mapping: { Dog: 'Cat' } };
    const { says } = sayingOf({ It: { ...branches, discriminator }, Cat: cat, Dog: dog });
    expect(says({ kind: 'Dog', lives: 9 })).toEqual([]);
  });

  test('finds a schema through a nested discriminator of the same property', () => {
    const pets = {
      It: { oneOf: [ref('Pet'), ref('Car')], discriminator: { propertyName: 'kind' } },
      Car: { required: ['wheels'] },
    };
    const { says } = sayingOf({ ...pets, Pet: branches, Cat: cat, Dog: dog });
    expect(says({ kind: 'Car', wheels: 4 })).toEqual([]);
    expect(says({ kind: 'Cat', lives: 'nine' })).toEqual(['/lives must be integer']);
    expect(says({ kind: 'Cow' })).toEqual(['/kind must be one of Cat, Dog, Pet, Car']);
  });

  test('selects nothing for a value that two schemas have', () => {
    const twice = [{ required: ['a'] }, { required: ['b'] }].map((one) => ({
      ...one,
      properties: { kind: { enum: ['x'] } },
    }));
    const { says } = sayingOf({ It: { oneOf: twice, discriminator: { propertyName: 'kind' } } });
    expect(says({ kind: 'x', b: 1 })).toEqual([]);
    expect(says({ kind: 'x', a: 1, b: 1 })).toEqual(['must match exactly one schema in oneOf']);
  });

  test('reports a mapping to a missing schema', () => {
    const discriminator = { propertyName: 'kind', mapping: { lost: '#/components/schemas/Lost' } };
    const { says, notEnforced } = sayingOf({ It: { ...branches, discriminator }, Cat: cat, Dog: dog });
    expect(says({ kind: 'Cat', lives: 9 })).toEqual([]);
    expect(notEnforced()).toEqual([
      '/components/schemas/It/discriminator/mapping/lost "#/components/schemas/Lost" is not a schema; the value selects none',
    ]);
  });

  test('uses enum values of inline schemas', () => {
    const inPlace = ['cat', 'dog'].map((kind) => ({
      required: [`${kind}Name`],
      properties: { kind: { enum: [kind] } },
    }));
    const { says } = sayingOf({ It: { oneOf: inPlace, discriminator: { propertyName: 'kind' } } });
    expect(says({ kind: 'dog', dogName: 'Rex' })).toEqual([]);
    expect(says({ kind: 'dog' })).toEqual(["must have required property 'dogName'"]);
  });

  test('allows schemas without a value', () => {
    const { says } = sayingOf({
      It: { oneOf: [ref('Cat'), { required: ['wheels'] }], discriminator: { propertyName: 'kind' } },
      Cat: cat,
    });
    expect(says({ kind: 'car', wheels: 4 })).toEqual([]);
    expect(says({ kind: 'Cat' })).toEqual(["must have required property 'lives'"]);
  });

  const base = {
    type: 'object',
    required: ['kind'],
    properties: { kind: text },
    discriminator: { propertyName: 'kind' },
  };
  const family = {
    It: { type: 'array', items: ref('Pet') },
    Pet: base,
    Cat: { allOf: [ref('Pet'), { required: ['lives'], properties: { lives: { type: 'integer' } } }] },
    Lion: { allOf: [ref('Cat'), { required: ['mane'] }] },
  };

  test('of a base may be repeated in extensions', () => {
    const { Cat, ...others } = family;
    const { says } = sayingOf({ ...others, Cat: { ...Cat, discriminator: base.discriminator } });
    expect(
      says([
        { kind: 'Lion', lives: 9, mane: true },
        { kind: 'Cat', lives: 9 },
      ]),
    ).toEqual([]);
    expect(says([{ kind: 'Lion', lives: 9 }])).toEqual(["/0 must have required property 'mane'"]);
  });

  test('of a base selects direct and indirect extensions', () => {
    const { says } = sayingOf(family);
    expect(says([{ kind: 'Pet' }, { kind: 'Cat', lives: 9 }, { kind: 'Lion', lives: 9, mane: true }])).toEqual([]);
    expect(says([{ kind: 'Cat' }])).toEqual(["/0 must have required property 'lives'"]);
    expect(says([{ kind: 'Lion', lives: 9 }])).toEqual(["/0 must have required property 'mane'"]);
    expect(says([{ kind: 'Cow' }])).toEqual(['/0/kind must be one of Cat, Lion, Pet']);
    expect(says([{}])).toEqual(["/0 must have required property 'kind'"]);
  });

  test('of a base does not affect validation by an extension itself', () => {
    const { says } = sayingOf({ ...family, It: ref('Cat') });
    expect(says({ kind: 'Cat', lives: 9 })).toEqual([]);
    expect(says({ kind: 'Cat' })).toEqual(["must have required property 'lives'"]);
  });

  test('of a base without extensions selects nothing', () => {
    const { says } = sayingOf({ It: base });
    expect(says({ kind: 'anything' })).toEqual([]);
  });

  test('may be nested to a limit', () => {
    const group = { allOf: [ref('Node'), { properties: { members: { type: 'array', items: ref('Node') } } }] };
    const leaf = { allOf: [ref('Node'), { required: ['value'] }] };
    const { says } = sayingOf({ It: ref('Node'), Node: base, Group: group, Leaf: leaf });
    const nested = (levels: number, inmost: object): object =>
      levels === 0 ? inmost : { kind: 'Group', members: [nested(levels - 1, inmost)] };
    expect(says(nested(50, { kind: 'Leaf', value: 1 }))).toEqual([]);
    expect(says(nested(1, { kind: 'Leaf' }))).toEqual(["/members/0 must have required property 'value'"]);
  });

  test('may select its own schema', () => {
    const circle = { It: { oneOf: [ref('It')], discriminator: { propertyName: 'kind', mapping: { a: 'It' } } } };
    expect(sayingOf(circle).says({ kind: 'a' })).toEqual([]);
  });
});

describe('recursive schemas', () => {
  test.each([
    ['at once', { It: { allOf: [ref('It')] } }],
    ['through another', { It: { allOf: [ref('Other')] }, Other: { anyOf: [ref('It'), ref('Other')] } }],
  ])('%s accept any value', (_name, schemas) => {
    for (const value of [{}, 1, 'a', null]) expect(sayingOf(schemas).says(value)).toEqual([]);
  });

  test('of bare references are reported', () => {
    const { says, notEnforced } = sayingOf({ It: { properties: { a: ref('Circle') } }, Circle: ref('Circle') });
    expect(says({ a: 1 })).toEqual([]);
    expect(notEnforced()).toEqual([
      '/components/schemas/It/properties/a/$ref "#/components/schemas/Circle" cannot be resolved; any value is accepted',
    ]);
  });

  test('with several alternatives do not take more time with each level', () => {
    const branch = (op: string) => ({
      required: ['op'],
      properties: { op: { enum: [op] }, items: { type: 'array', items: ref('It') } },
    });
    const { says } = sayingOf({ It: { oneOf: ['and', 'or', 'not'].map(branch) } });
    let reads = 0;
    let value: object = {
      get op() {
        reads += 1;
        return 'and';
      },
    };
    for (let level = 0; level < 100; level += 1) value = { op: 'and', items: [value] };
    expect(says(value)).toEqual([]);
    // 3 alternatives on each of 100 levels would be 3 to the power of 100.
    expect(reads).toBeLessThan(10_000);
  });

  test('with several alternatives do not report more with each level', () => {
    const level = (of: string) => ({ oneOf: [ref(of), { allOf: [ref(of)] }] });
    const levels = Array.from({ length: 40 }, (_, at) => [`L${at}`, level(`L${at + 1}`)]);
    const { says } = sayingOf({ It: level('L0'), ...Object.fromEntries(levels), L40: text });
    // 2 alternatives on each of 40 levels would be 2 to the power of 40.
    const errors = says(1);
    expect(errors.length).toBeLessThan(1000);
    expect(new Set(errors)).toEqual(new Set(['must be string', 'must match exactly one schema in oneOf']));
  });

  test('are validated against siblings of references in a chain', () => {
    const { says } = sayingOf(
      { It: ref('A'), A: ref('B'), B: { ...ref('C'), maxLength: 3 }, C: ref('D'), D: text },
      '3.1.0',
    );
    expect([says(1), says('long'), says('so')]).toEqual([
      ['must be string'],
      ['must NOT have more than 3 characters'],
      [],
    ]);
  });

  test('of circular references accept any value', () => {
    const { says } = sayingOf({ It: ref('A'), A: ref('B'), B: ref('C'), C: ref('B') });
    expect([says(1), says('text')]).toEqual([[], []]);
  });
});

describe('unenforced constraints', () => {
  const at = '/components/schemas/It';
  test.each([
    ['an unknown format', { It: { format: 'moon' } }, `${at}/format format "moon" is not supported`],
    ['an invalid type', { It: { type: 'file' } }, `${at}/type type "file" is unknown; any value is accepted`],
    [
      'an unresolved reference',
      { It: ref('None') },
      `${at}/$ref "#/components/schemas/None" cannot be resolved; any value is accepted`,
    ],
    [
      'an invalid pattern',
      { It: { pattern: '(' } },
      `${at}/pattern pattern "(" is not a regular expression: unterminated group`,
    ],
    ['an invalid list', { It: { required: true } }, `${at}/required required true must be a list of names`],
    ['an invalid number', { It: { maximum: '5' } }, `${at}/maximum maximum "5" must be a number`],
    [
      'an invalid count',
      { It: { minLength: -1 } },
      `${at}/minLength minLength -1 must be a whole number of at least 0`,
    ],
    ['an enum without values', { It: { enum: [] } }, `${at}/enum enum [] must have a value`],
    ['an invalid schema', { It: { properties: { a: 'text' } } }, `${at}/properties/a a "text" is not a schema`],
    ['invalid alternatives', { It: { oneOf: {} } }, `${at}/oneOf oneOf {} must be a list of schemas`],
    ['a multiple of zero', { It: { multipleOf: 0 } }, `${at}/multipleOf multipleOf 0 must be a number greater than 0`],
    [
      'a long value',
      { It: { required: { names: 'x'.repeat(1000) } } },
      `${at}/required required {"names":"${'x'.repeat(50)}… must be a list of names`,
    ],
    [
      'crossing bounds',
      { It: { type: 'string', minLength: 9, maxLength: 3 } },
      `${at}/maxLength maxLength 3 is less than minLength 9; neither is enforced`,
    ],
  ])('are reported with their pointer: %s', (_name, schemas, expected) => {
    const { says, notEnforced } = sayingOf(schemas);
    expect(says('(')).toEqual([]);
    expect(notEnforced()).toEqual([expected]);
  });

  test('include unsupported dialects of a document and of a schema', () => {
    const own = sayingOf({ It: { $schema: 'https://example.com/own', type: 'string' } }, '3.1.0');
    expect(own.says(1)).toEqual([]);
    const all = sayingOf({ It: text }, '3.1.0', { jsonSchemaDialect: 'https://example.com/own' });
    expect(all.says(1)).toEqual([]);
    const reported = 'unsupported schema dialect "https://example.com/own"; its schemas accept any value';
    expect(own.notEnforced()).toEqual([expect.stringContaining(`${at}/$schema ${reported}`)]);
    expect(all.notEnforced()).toEqual([expect.stringContaining(`/jsonSchemaDialect ${reported}`)]);
  });

  test('include those of referenced schemas before validation', () => {
    const { says, notEnforced, compileAll } = sayingOf({
      It: { properties: { a: ref('A') } },
      A: { properties: { b: ref('B') }, discriminator: { propertyName: 'kind' } },
      B: { format: 'moon' },
      C: { allOf: [ref('A'), { format: 'sun' }] },
    });
    says({});
    expect(notEnforced()).toEqual([]);
    compileAll();
    expect(notEnforced()).toHaveLength(2);
  });
});

test('never evaluates parts of a document as code', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: plain text
  const evil = '"];globalThis.broken=true;["`${globalThis.broken=true}`\'\n\\';
  const schema = {
    properties: { [evil]: { enum: [evil], pattern: evil, format: evil, const: evil } },
    required: [evil],
    patternProperties: { [evil]: true },
    discriminator: { propertyName: evil, mapping: { [evil]: evil } },
    $async: true,
    $data: evil,
  };
  for (const version of ['3.0.3', '3.1.0']) {
    const { says } = sayingOf({ It: schema, [evil]: { allOf: [ref('It')] } }, version);
    says({});
    says({ [evil]: evil });
  }
  expect(globalThis).not.toHaveProperty('broken');
});
