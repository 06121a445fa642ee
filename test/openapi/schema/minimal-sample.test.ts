// Minimal values generated from schemas.

import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReferences } from '../../../src/openapi/references.ts';
import { createMinimalSample } from '../../../src/openapi/schema/minimal-sample.ts';
import { samplePattern } from '../../../src/openapi/schema/sample-pattern.ts';
import { addFormats } from '../../../src/schema/schema-formats.ts';
import { checkProperty } from '../../support/runs.ts';

const nothing = createReferences({});

describe('a text for a pattern', () => {
  test.each([
    ['^[A-Z]{3}-\\d+$', 'AAA-0'],
    ['^(?:cat|dog)s?$', 'cat'],
    ['^\\p{L}$', 'a'],
    ['^[^a-z]$', '0'],
    ['^\\w+@\\w+\\.[a-z]{2,}$', 'a@a.aa'],
    ['^(?<year>\\d{4})-(\\d\\d)$', '0000-00'],
    ['^#?[0-9a-fA-F]{6}$', '000000'],
    ['^.{3,5}$', 'aaa'],
    ['^a*?b+?$', 'b'],
    ['^[\\]\\-]$', ']'],
    ['x', 'x'],
    ['^$', ''],
    ['^\\u0041\\x42\\u{43}$', 'ABC'],
    ['^[\\u0041-\\u0043]{2}[\\d-]$', 'AA0'],
    ['^[\\w-]+$', 'a'],
    ['^\\p{L}\\cA$', undefined],
    ['^(?=x)x$', 'x'],
    ['^(?=y)x$', undefined],
    ['^(a)\\1$', 'aa'],
    ['^(?<quote>["\'])-\\k<quote>$', '"-"'],
    ['^(\\d)(?!\\1)\\d$', '57'],
    ['(?<=no )end$', 'no end'],
    ['^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{3}$', '0Aa'],
    ['(?i)^(?!a)[ab]$', 'b'],
    ['(', undefined],
    ['^((a{100}){100}){100}$', undefined],
  ])('%s', (pattern, text) => {
    expect(samplePattern(pattern)).toBe(text);
  });

  test.each([
    ['^[a-z]+$', 5, 'aaaaa'],
    ['^\\d{2}$', 3, undefined],
    ['x', 3, 'xxx'],
  ])('%s with %i characters', (pattern, length, text) => {
    expect(samplePattern(pattern, length)).toBe(text);
  });
});

describe('a random text for a pattern', () => {
  test.each([
    '^[A-Z]{3}-\\d{4,6}$',
    '^[^a-z]$',
    '^(cat|dog)s?$',
    '^[\\w.-]+@x$',
    '^[a-c\\d]{2,}$',
    '^((a|b){2}-){2}$',
    '[A-Za-z0-9\\.\\-\\_]{3}',
  ])('%s matches and varies', (pattern) => {
    let turn = 0;
    const choose = (choices: number) => {
      turn += 7;
      return turn % choices;
    };
    const texts = Array.from({ length: 30 }, () => samplePattern(pattern, 0, choose));
    for (const text of texts) expect(text).toMatch(new RegExp(pattern));
    if (pattern !== '^[^a-z]$') expect(new Set(texts).size).toBeGreaterThan(1);
  });

  test('does not repeat without limit', () => {
    expect(samplePattern('^(((){1000}){1000}){1000}$', 0, (choices) => choices - 1)).toBe('');
    expect(samplePattern('^((a{5}){5}){5}$', 0, (choices) => choices - 1)).toHaveLength(125);
  });
});

describe('a sample', () => {
  const ajv = addFormats(new Ajv({ strict: false }));

  test('of a number is within its bounds', () => {
    const bounds = fc.record({ low: fc.integer({ min: -1000, max: 1000 }), size: fc.integer({ min: 2, max: 50 }) });
    checkProperty(
      fc.property(bounds, fc.boolean(), fc.boolean(), ({ low, size }, above, below) => {
        const schema = {
          type: 'integer',
          [above ? 'exclusiveMinimum' : 'minimum']: low,
          [below ? 'exclusiveMaximum' : 'maximum']: low + size,
        };
        const sample = createMinimalSample(schema, nothing);
        expect(ajv.validate(schema, sample), `${JSON.stringify(schema)}: ${sample}`).toBe(true);
        // A new instance, because Ajv caches schemas.
        ajv.removeSchema(schema);
      }),
    );
  });

  test('of a composed schema is valid', () => {
    const { schema } = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(
          { type: 'string' },
          { type: 'string', minLength: 7, maxLength: 9 },
          { type: 'string', maxLength: 2 },
          { type: 'string', enum: ['b', 'a'] },
          { const: 7 },
          { type: 'number', multipleOf: 5, minimum: 3 },
          { type: 'integer', maximum: -4 },
          { type: ['null', 'boolean'] },
          { type: 'null' },
          ...['date-time', 'date', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname', 'byte'].map(
            (format) => ({
              type: 'string',
              format,
            }),
          ),
        ),
        fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
        fc
          .dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'))
          .map((properties) => ({ type: 'object', properties, required: Object.keys(properties).slice(0, 2) })),
        fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
      ),
    }));
    checkProperty(
      fc.property(schema, (one) => {
        const sample = createMinimalSample(one, nothing);
        expect(ajv.validate(one, sample), `${JSON.stringify(one)}: ${JSON.stringify(sample)}`).toBe(true);
        ajv.removeSchema(one);
      }),
    );
  });

  test('of a schema that requires itself ends', () => {
    const root = { node: { type: 'object', required: ['next'], properties: { next: { $ref: '#/node' } } } };
    expect(JSON.stringify(createMinimalSample(root.node, createReferences(root))).length).toBeLessThan(500);
  });

  test('of a schema that requires itself many times ends', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#/node' }]));
    const root = { node: { type: 'object', required: names, properties } };
    expect(JSON.stringify(createMinimalSample(root.node, createReferences(root))).length).toBeLessThan(200_000);
  });

  test('of schemas that require one another ends', () => {
    const root = { part: { allOf: [{ $ref: '#/part' }, { $ref: '#/part' }] } };
    expect(createMinimalSample(root.part, createReferences(root))).toEqual({});
  });

  test('is the example of the document if it has one', () => {
    expect(createMinimalSample({ type: 'string', example: 'Minka' }, nothing)).toBe('Minka');
    expect(createMinimalSample({ type: 'string', default: 'Rex', example: 'Minka' }, nothing)).toBe('Rex');
    expect(createMinimalSample({ type: 'string', examples: ['Olga'] }, nothing)).toBe('Olga');
  });
});
