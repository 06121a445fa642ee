// Quick checks of many alternatives, with the same result as full validation.

import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createReferences } from '../../../src/openapi/references.ts';
import { resolveContradictions } from '../../../src/openapi/schema/contradictions.ts';
import { createSchemaSources } from '../../../src/openapi/schema/schema-sources.ts';
import { createSchemaValidators } from '../../../src/openapi/schema/schema-validators.ts';
import { checkProperty } from '../../support/runs.ts';

type Schemas = Readonly<Record<string, unknown>>;

/** @param most - maximum branches that are compiled with their keyword. Default: as in production */
function checkOf(schemas: Schemas, version = '3.1.0', most?: number) {
  const references = createReferences({ openapi: version, components: { schemas } });
  const sources = createSchemaSources(references, version, most);
  const validate = createSchemaValidators(sources).validator('/components/schemas/It', 'request');
  return Object.assign(
    (value: unknown) => validate(value).map(({ instancePath, message }) => `${instancePath} ${message}`.trim()),
    { findings: () => sources.notEnforced },
  );
}

/** Values and schemas from a small vocabulary, so that they often match. */
const name = fc.constantFrom('a', 'b', 'c');
const scalar = fc.constantFrom<unknown>(null, true, 0, 1, 1.5, '', 'x');
/** As parsed JSON: Ajv treats objects without a prototype differently. */
const noNullPrototype = true;
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 2 }),
  fc.dictionary(name, fc.oneof(scalar, fc.dictionary(name, scalar, { maxKeys: 2, noNullPrototype })), {
    maxKeys: 3,
    noNullPrototype,
  }),
);
const values = fc.array(value, { minLength: 12, maxLength: 12 });
const type = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object');
const constant = fc.oneof(scalar, fc.constantFrom<unknown>({}, { a: 0 }, []));
/** Plain Ajv enforces contradictory keywords; see contradictions.test.ts for the product. */
const isConsistent = (schema: object) => resolveContradictions({ ...schema }).contradictions.length === 0;
/** Schemas that may contain these. */
const schemasWith = (part: fc.Arbitrary<object>) =>
  fc.letrec<{ schema: object }>((tie) => ({
    schema: fc
      .record(
        {
          type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
          const: constant,
          enum: fc.uniqueArray(constant, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) }),
          required: fc.uniqueArray(name, { maxLength: 2 }),
          properties: fc.dictionary(name, fc.oneof({ maxDepth: 2 }, fc.boolean(), part, tie('schema')), { maxKeys: 2 }),
          allOf: fc.array(fc.oneof({ maxDepth: 2 }, part, tie('schema')), { minLength: 1, maxLength: 2 }),
          not: fc.oneof({ maxDepth: 2 }, fc.boolean(), tie('schema')),
        },
        { requiredKeys: [] },
      )
      .filter(isConsistent),
  })).schema;
const simple = schemasWith(fc.constant({}));
const reference = fc.constant({ $ref: '#/components/schemas/Other' });
const branch = fc.oneof(fc.boolean(), reference, schemasWith(reference));
const lists = fc.array(branch, { minLength: 1, maxLength: 4 }).filter((oneOf) => isConsistent({ oneOf }));

describe('alternatives with a quick check', () => {
  test.each(['oneOf', 'anyOf'])('%s accepts and rejects the same as plain Ajv', (word) => {
    checkProperty(
      fc.property(lists, simple, values, (branches, Other, given) => {
        const schemas = { It: { [word]: branches }, Other };
        const plain = JSON.parse(JSON.stringify({ $ref: '#/components/schemas/It', components: { schemas } }));
        const isValid = new Ajv2020({ strict: false, logger: false, meta: false, validateSchema: false }).compile(
          plain,
        );
        const check = checkOf(plain.components.schemas, '3.1.0', 0);
        const checked = given.map((one) => check(one).length === 0);
        // Contradicting parts of an `allOf` are findings, and not enforced; see contradicting-parts.test.ts.
        fc.pre(check.findings().length === 0);
        expect(checked).toEqual(given.map((one) => isValid(one)));
      }),
      { numRuns: 40 },
    );
  });

  test.each<[what: string, branches: readonly object[], value: unknown]>([
    ['of other types', [{ type: 'string' }, { type: ['integer', 'null'] }], 1.5],
    ['by required properties', [{ required: ['a'] }, { required: ['b'] }], {}],
    [
      'by constants',
      [{ properties: { kind: { const: 'a' } } }, { properties: { kind: { enum: ['b', 'c'] } } }],
      { kind: 'd' },
    ],
    [
      'with allOf',
      [{ allOf: [{ type: 'object' }, { properties: { 'a/b': { type: 'string' } } }] }, { required: ['c'] }],
      { 'a/b': 1 },
    ],
  ])('that exclude each other %s report the same errors', (_, branches, given) => {
    const schemas = { It: { oneOf: branches } };
    const looking = checkOf(schemas, '3.1.0', 0)(given);
    expect(looking).toHaveLength(branches.length + 1);
    expect(looking).toEqual(checkOf(schemas)(given));
  });

  test.each([
    ['constants', '3.1.0', (n: number) => ({ properties: { kind: { const: `k${n}` } } })],
    [
      'a base that they extend',
      '3.0.3',
      (n: number) => ({
        allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { kind: { enum: [`k${n}`] } } }],
      }),
    ],
    [
      'required properties',
      '3.0.3',
      (n: number) => ({ required: [`p${n}`], properties: { [`p${n}`]: { type: 'string' } } }),
    ],
  ])('are compiled once among thousands that differ by %s', (_, version, make) => {
    const names = Array.from({ length: 1000 }, (_, n) => `S${n}`);
    const schemas = {
      ...Object.fromEntries(names.map((one, n) => [one, make(n)])),
      Base: { type: 'object', required: ['kind'] },
      It: { oneOf: names.map((one) => ({ $ref: `#/components/schemas/${one}` })) },
    };
    const check = checkOf(schemas, version);
    const compile = vi.spyOn(Object.getPrototypeOf(Ajv.prototype) as Ajv, 'compile');
    expect(check({ kind: 'k999', p999: '' })).toEqual([]);
    expect(check({ kind: 'other' })).toContain('must match exactly one schema in oneOf');
    expect(compile.mock.calls.length).toBeLessThan(12);
  });
});
