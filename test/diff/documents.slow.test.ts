// Documents that were made to take long, and a large one that has not changed.

import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../src/diff/changes.ts';
import { describeDocument as described } from '../../src/openapi/describe-document.ts';
import { sameDocumentCases } from '../support/cases/same-document.cases.ts';
import { changesOf, reported, schemaDocument } from '../support/comparing.ts';

describe('a document has not changed', () => {
  sameDocumentCases(['spec/control.yaml']);
});

describe('documents that were made to take long', () => {
  const twice = (size: number, leaf: object) => {
    const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
    const schemas = Object.fromEntries(
      Array.from({ length: size }, (_, index) => [`S${index}`, { allOf: [ref(index + 1), ref(index + 1)] }]),
    );
    return { ...schemas, [`S${size}`]: leaf };
  };

  test('with schemas that consist of others twice, and these again, are compared', () => {
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

  test('with alternatives of which only null fits, by very many ways, and of which null may be one of very many', () => {
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

  test('with more than is looked at are not called unchanged', () => {
    const root = { $ref: '#/components/schemas/S0' };
    const changes = changesOf(
      schemaDocument(root, twice(900, { type: 'string' })),
      schemaDocument(root, twice(900, { type: 'integer' })),
    );
    expect(reported(changes)).toEqual(['request-not-compared risky risky', 'response-not-compared risky risky']);
  });

  test('with properties inside of properties, deeper than anybody looks', () => {
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

  test('with alternatives of alternatives, each of all others', () => {
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
