// Parts of an `allOf` that contradict each other, and branches of a `oneOf` that no value matches.

import { describe, expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject, Schema } from '../../../src/openapi/objects.ts';
import { findUnenforcedConstraints } from '../../../src/openapi/read/unsupported-parts.ts';
import { documentSource } from '../../support/document-source.ts';
import { samplesOf } from '../../support/sampling.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});
const schemas = {
  Base: object({
    id: integer,
    size: text,
    state: { type: 'string', enum: ['new', 'old'] },
    km: { maximum: 10, ...integer },
  }),
  Closed: { ...object({ id: integer }), additionalProperties: false },
  Derived: { allOf: [{ $ref: '#/components/schemas/Base' }, object({ size: integer })] },
  Never: object({ at: { type: 'string', format: 'uuid', maxLength: 10 } }),
  Loose: object({ at: text }),
};
const ref = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });

function documentWith(schema: object, version = '3.0.3') {
  const components = { schemas: { ...schemas, It: schema } };
  return { openapi: version, info: { title: 'T', version: '1' }, paths: {}, components } as unknown as DocumentObject;
}

function validatorOf(schema: object, version?: string) {
  const document = createDocument(documentSource(documentWith(schema, version)));
  const part = { value: schema as Schema, pointer: '/components/schemas/It' };
  return (value: unknown) =>
    document.validate(part, value, 'response').map(({ pointer, message }) => `${pointer} ${message}`);
}

const whole = { id: 1, size: 'L', state: 'new', km: 5 };

describe('of parts that contradict each other, the last is enforced:', () => {
  test.each<[name: string, schema: object, valid: unknown, invalid: unknown, finding: string]>([
    ['types', { allOf: [ref('Base'), object({ size: integer })] }, { ...whole, size: 4 }, whole, '/size'],
    [
      'enums',
      { allOf: [ref('Base'), object({ state: { type: 'string', enum: ['sold'] } })] },
      { ...whole, state: 'sold' },
      whole,
      '/state',
    ],
    [
      'bounds',
      { allOf: [ref('Base'), object({ km: { ...integer, minimum: 100 } })] },
      { ...whole, km: 100 },
      whole,
      '/km',
    ],
    [
      'of the schema itself',
      { ...object({ size: integer }), allOf: [ref('Base')] },
      { ...whole, size: 4 },
      whole,
      '/size',
    ],
    [
      'of three',
      { allOf: [ref('Derived'), object({ size: { type: 'boolean' } })] },
      { ...whole, size: true },
      { ...whole, size: 4 },
      '/size',
    ],
    [
      'of a part of a part',
      { allOf: [ref('Derived'), object({ x: text })] },
      { ...whole, size: 4, x: 'x' },
      { ...whole, x: 'x' },
      '/size',
    ],
    [
      'scalars',
      {
        allOf: [
          { type: 'string', enum: ['a'] },
          { type: 'string', enum: ['b'] },
        ],
      },
      'b',
      'a',
      '',
    ],
    [
      'lengths',
      {
        allOf: [
          { type: 'string', maxLength: 2 },
          { type: 'string', minLength: 5 },
        ],
      },
      'abcde',
      'ab',
      '',
    ],
  ])('%s', async (_, schema, valid, invalid, finding) => {
    const validate = validatorOf(schema);
    expect(validate(valid)).toEqual([]);
    expect(validate(invalid)).toEqual([expect.stringMatching(new RegExp(`^${finding} `))]);
    expect((await samplesOf(schema, { schemas }))()).toMatchObject({ ok: true });
  });

  test('the rest of a superseded part is enforced', () => {
    const validate = validatorOf({ allOf: [ref('Base'), object({ size: integer })] });
    expect(validate({ ...whole, id: 'a', size: 4 })).toEqual([expect.stringMatching(/^\/id /)]);
    const { size: _, ...without } = whole;
    expect(validate(without)).toEqual([expect.stringContaining('size')]);
  });

  test('the part itself is unchanged elsewhere', () => {
    expect(
      validatorOf({ ...object({ one: ref('Base'), other: ref('Derived') }) })({
        one: whole,
        other: { ...whole, size: 1 },
      }),
    ).toEqual([]);
  });
});

describe('a closed part allows what another part requires:', () => {
  test.each<[name: string, schema: object, valid: object, invalid: object]>([
    [
      'in a reference',
      { allOf: [ref('Closed'), object({ name: text })] },
      { id: 1, name: 'a' },
      { id: 1, name: 'a', x: 1 },
    ],
    [
      'in the schema itself',
      { ...schemas.Closed, allOf: [object({ name: text })] },
      { id: 1, name: 'a' },
      { id: 1, name: 1 },
    ],
    [
      'in both',
      { allOf: [ref('Closed'), { ...object({ c: text }), additionalProperties: false }] },
      { id: 1, c: 'a' },
      { id: 1 },
    ],
  ])('%s', async (_, schema, valid, invalid) => {
    const validate = validatorOf(schema);
    expect(validate(valid)).toEqual([]);
    expect(validate(invalid)).not.toEqual([]);
    expect((await samplesOf(schema, { schemas }))()).toMatchObject({ ok: true });
  });
});

test('parts that some value satisfies are all enforced', () => {
  const validate = validatorOf({
    allOf: [ref('Base'), object({ state: { enum: ['new'] }, km: { ...integer, minimum: 10 } })],
  });
  expect(validate({ ...whole, km: 10 })).toEqual([]);
  expect(validate({ ...whole, state: 'old', km: 10 })).toHaveLength(1);
  expect(validate({ ...whole, km: 11 })).toHaveLength(1);
  const nullable = { type: 'string', nullable: true };
  expect(validatorOf({ allOf: [nullable, { type: 'integer', nullable: true }] })(null)).toEqual([]);
});

test('a schema beside a reference comes after it (OpenAPI 3.1)', () => {
  const validate = validatorOf({ ...ref('Base'), properties: { size: integer } }, '3.1.0');
  expect(validate({ ...whole, size: 4 })).toEqual([]);
  expect(validate(whole)).toHaveLength(1);
});

describe('a branch that no value satisfies counts as not matching:', () => {
  const impossible = { type: 'string', minLength: 5, maxLength: 2 };
  test.each<[name: string, branches: readonly object[], valid: unknown]>([
    ['in itself', [impossible, text], 'abcdef'],
    ['in a required property', [object({ v: impossible }), object({ v: text })], { v: 'abcdef' }],
    ['in a reference', [ref('Never'), ref('Loose')], { at: 'soon' }],
    ['in a part', [{ allOf: [ref('Never'), object({ x: text })] }, object({ x: text })], { at: 'soon', x: 'x' }],
  ])('%s', async (_, oneOf, valid) => {
    expect(validatorOf({ oneOf })(valid)).toEqual([]);
    expect((await samplesOf({ oneOf }, { schemas }))()).toMatchObject({ ok: true });
  });

  test('but for an optional property, null, and if there is no other branch', () => {
    expect(validatorOf({ oneOf: [object({ v: impossible }, []), integer] })({})).toEqual([]);
    expect(validatorOf({ oneOf: [{ ...impossible, nullable: true }, integer] })(null)).toEqual([]);
    expect(validatorOf({ oneOf: [impossible] })('abc')).toEqual([]);
  });
});

test('contradictions are findings', () => {
  const found = (schema: object) =>
    findUnenforcedConstraints(documentWith(schema)).flatMap(({ pointer, message }) =>
      pointer.startsWith('/components/schemas/It') ? [`${pointer.slice(22)} ${message}`] : [],
    );
  expect(found({ allOf: [ref('Base'), object({ size: integer })] })).toEqual([
    '/allOf allOf has parts that contradict each other about "size"; the last of them is enforced',
  ]);
  expect(found({ allOf: [ref('Closed'), object({ name: text })] })).toEqual([
    '/allOf allOf requires "name", which a part with additionalProperties false forbids; it is allowed',
  ]);
  expect(found({ oneOf: [ref('Never'), ref('Loose')] })).toEqual(['/oneOf/0 oneOf/0 matches no value']);
});
