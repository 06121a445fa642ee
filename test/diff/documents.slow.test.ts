// Documents that are expensive to compare, and a large unchanged one.

import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../src/diff/changes.ts';
import { describeDocument as described } from '../../src/openapi/describe-document.ts';
import { sameDocumentCases } from '../support/cases/same-document.cases.ts';
import { changesOf, reported, schemaDocument } from '../support/comparing.ts';

describe('a document has no changes', () => {
  sameDocumentCases(['spec/control.yaml']);
});

describe('documents that are expensive to compare', () => {
  const twice = (size: number, leaf: object) => {
    const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
    const schemas = Object.fromEntries(
      Array.from({ length: size }, (_, index) => [`S${index}`, { allOf: [ref(index + 1), ref(index + 1)] }]),
    );
    return { ...schemas, [`S${size}`]: leaf };
  };

  test('are compared, with schemas that include others twice, recursively', () => {
    const root = { $ref: '#/components/schemas/S0' };
    const changes = changesOf(
      schemaDocument(root, twice(200, { type: 'string' })),
      schemaDocument(root, twice(200, { type: 'integer' })),
    );
    expect(reported(changes)).toEqual([
      'request-type-changed breaking breaking',
      'response-type-changed breaking breaking',
    ]);
  });

  test('are compared, with null in many nested alternatives', () => {
    const root = { $ref: '#/components/schemas/S0' };
    const again = (count: number, word: string, leaf: object) => ({
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [
          `S${index}`,
          { [word]: Array(count).fill({ $ref: `#/components/schemas/S${index + 1}` }) },
        ]),
      ),
      S40: leaf,
    });
    for (const word of ['anyOf', 'oneOf', 'allOf'])
      for (const type of ['null', ['string', 'null'], 'string']) {
        const of = (maxLength: number) => schemaDocument(root, again(8, word, { type, maxLength }));
        expect(changesOf(of(1), of(1))).toEqual([]);
        expect(changesOf(of(1), of(2)).length).toBeLessThan(200);
      }
  });

  test('have a change beyond the limit', () => {
    const root = { $ref: '#/components/schemas/S0' };
    const changes = changesOf(
      schemaDocument(root, twice(900, { type: 'string' })),
      schemaDocument(root, twice(900, { type: 'integer' })),
    );
    expect(reported(changes)).toEqual(['request-not-compared risky risky', 'response-not-compared risky risky']);
  });

  test('are compared, with properties up to a nesting limit', () => {
    const deep = (depth: number, leaf: object) => {
      let schema = leaf;
      for (let index = 0; index < depth; index += 1) schema = { type: 'object', properties: { a: schema } };
      return schema;
    };
    expect(
      reported(
        changesOf(schemaDocument(deep(300, { type: 'string' })), schemaDocument(deep(300, { type: 'integer' }))),
      ),
    ).toContain('request-type-changed breaking breaking');
    expect(reported(changesOf(schemaDocument(deep(900, {})), schemaDocument(deep(900, {}))))).toContain(
      'request-not-compared risky risky',
    );
  });

  test('are compared, with mutually recursive alternatives', () => {
    const many = (type: string) => {
      const all = Array.from({ length: 30 }, (_, index) => index);
      return Object.fromEntries(
        all.map((one) => [
          `A${one}`,
          {
            oneOf: [
              ...all.map((other) => ({
                type: 'object',
                properties: { [`p${other}`]: { $ref: `#/components/schemas/A${(one + other) % 30}` } },
              })),
              { type },
            ],
          },
        ]),
      );
    };
    const root = { $ref: '#/components/schemas/A0' };
    const changes = changesBetween(
      described(schemaDocument(root, many('string'))),
      described(schemaDocument(root, many('integer'))),
    );
    expect(changes.length).toBeGreaterThan(0);
  });
});
