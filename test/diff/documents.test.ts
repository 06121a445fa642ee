// Equivalent documents have no changes, and comparisons of whole documents.

import { describe, expect, test } from 'vitest';
import { levelsOf, swapLevels } from '../../src/diff/level.ts';
import { SCHEMA_RULES } from '../../src/diff/schema/all-rules.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { documents, sameDocumentCases } from '../support/cases/same-document.cases.ts';
import { changesOf, documentOf, operationOf, reported, schemaDocument } from '../support/comparing.ts';

describe('a document has no changes', () => {
  test('of this repository: there are some', () => {
    expect(documents.length).toBeGreaterThan(4);
  });

  sameDocumentCases(documents.filter((path) => path !== 'spec/control.yaml'));

  test('if it is converted from OpenAPI 3.0 to 3.1', () => {
    const old = {
      type: 'object',
      properties: {
        a: { type: 'string', nullable: true },
        b: { type: 'number', minimum: 0, exclusiveMinimum: true },
        c: { $ref: '#/components/schemas/C', nullable: true },
      },
    };
    const now = {
      type: 'object',
      properties: {
        a: { type: ['string', 'null'] },
        b: { type: 'number', exclusiveMinimum: 0 },
        c: { $ref: '#/components/schemas/C' },
      },
    };
    const schemas = { C: { type: 'string', enum: ['x'] } };
    expect(changesOf(schemaDocument(old, schemas, '3.0.3'), schemaDocument(now, schemas, '3.1.0'))).toEqual([]);
  });

  test('if a recursive schema is expanded once', () => {
    const tree = (below: unknown) => ({ type: 'object', properties: { children: { type: 'array', items: below } } });
    const again = { $ref: '#/components/schemas/Tree' };
    const [one, other] = [{ Tree: tree(again) }, { Tree: tree(tree(again)) }];
    expect(changesOf(schemaDocument(again, one), schemaDocument(again, other))).toEqual([]);
  });

  test('if it is converted from Swagger 2.0 to OpenAPI 3.0', async () => {
    const swagger = {
      swagger: '2.0',
      info: { title: 'A', version: '1' },
      consumes: ['application/json'],
      produces: ['application/json'],
      paths: {
        '/a': {
          post: {
            parameters: [{ in: 'body', name: 'body', required: true, schema: { type: 'string' } }],
            responses: { 200: { description: 'So.', schema: { type: 'integer' } } },
          },
        },
      },
    };
    const content = (type: string) => ({ content: { 'application/json': { schema: { type } } } });
    const now = documentOf(
      {
        paths: {
          '/a': {
            post: {
              requestBody: { required: true, ...content('string') },
              responses: { 200: { description: 'So.', ...content('integer') } },
            },
          },
        },
      },
      '3.0.3',
    );
    const { bundled } = await openDocument('/swagger.json', { content: Buffer.from(JSON.stringify(swagger)) });
    expect(changesOf(bundled, now)).toEqual([]);
    const stricter = operationOf({}, {}, '3.0.3');
    expect(changesOf(bundled, stricter).length).toBeGreaterThan(0);
  });
});

describe('discriminators', () => {
  const pet = (kind: string, more: object = {}) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' }, [kind]: { type: 'string' } },
    ...more,
  });
  const schemas = { Cat: pet('lives'), Dog: pet('tricks'), Bird: pet('songs') };
  const union = (names: readonly string[], discriminator?: object) => ({
    oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    ...(discriminator && { discriminator }),
  });
  const of = (old: object, now: object, others: object = schemas) =>
    reported(changesOf(schemaDocument(old, schemas), schemaDocument(now, others)));
  const kind = { propertyName: 'kind' };

  test('separate alternatives, so that none overlap', () => {
    expect(of(union(['Cat', 'Dog'], kind), union(['Dog', 'Cat', 'Bird'], kind))).toEqual([
      'request-alternative-added harmless breaking',
      'response-alternative-added breaking harmless',
    ]);
  });

  test('with another property are a change', () => {
    expect(of(union(['Cat', 'Dog'], kind), union(['Cat', 'Dog'], { propertyName: 'sort' }))).toContain(
      'request-discriminator-changed breaking breaking',
    );
  });

  test('that are added or removed are a change', () => {
    expect(of(union(['Cat', 'Dog']), union(['Cat', 'Dog'], kind))).toContain(
      'response-discriminator-added risky risky',
    );
    expect(of(union(['Cat', 'Dog'], kind), union(['Cat', 'Dog']))).toContain(
      'request-discriminator-dropped risky risky',
    );
  });

  test('with a renamed value are a change, even with equal schemas', () => {
    const mapping = { miau: '#/components/schemas/Cat', Dog: '#/components/schemas/Dog' };
    const named = of(
      union(['Cat', 'Dog'], { ...kind, mapping }),
      union(['Cat', 'Dog'], { ...kind, mapping: { ...mapping, purr: mapping.miau, miau: undefined } }),
    );
    expect(named).toEqual([
      'request-discriminator-value-added harmless breaking',
      'request-discriminator-value-removed breaking harmless',
      'response-discriminator-value-added risky harmless',
      'response-discriminator-value-removed harmless breaking',
    ]);
  });
});

describe('changes', () => {
  test('of a shared schema are reported once for requests and once for responses, with all operations', () => {
    const pet = { $ref: '#/components/schemas/Pet' };
    const content = { content: { 'application/json': { schema: pet } } };
    const all = (required: readonly string[]) =>
      documentOf({
        paths: Object.fromEntries(
          ['/a', '/b', '/c'].map((path) => [
            path,
            { put: { requestBody: content, responses: { 200: { description: 'So.', ...content } } } },
          ]),
        ),
        components: {
          schemas: { Pet: { type: 'object', required, properties: { name: { type: 'string' }, next: pet } } },
        },
      });
    expect(changesOf(all([]), all(['name']))).toEqual([
      {
        rule: 'request-property-became-required',
        clients: 'breaking',
        servers: 'harmless',
        message: 'PUT /a and 2 more operations: Pet in request body: property "name" became required',
        operations: ['PUT /a', 'PUT /b', 'PUT /c'],
        old: '/components/schemas/Pet/properties/name',
        new: '/components/schemas/Pet/required',
      },
      {
        rule: 'response-property-became-required',
        clients: 'harmless',
        servers: 'breaking',
        message: 'PUT /a and 2 more operations: Pet in response 200: property "name" became required',
        operations: ['PUT /a', 'PUT /b', 'PUT /c'],
        old: '/components/schemas/Pet/properties/name',
        new: '/components/schemas/Pet/required',
      },
    ]);
  });

  test('of values have opposite levels in requests and responses, and for clients and servers', () => {
    for (const rule of Object.values(SCHEMA_RULES)) {
      const plain = { effect: rule.effect, title: rule.title };
      expect(levelsOf(plain, 'in')).toEqual(swapLevels(levelsOf(plain, 'out')));
    }
  });

  test('are found at any depth, also below recursive schemas', () => {
    const node = (type: string) => ({
      Node: {
        type: 'object',
        properties: {
          next: { $ref: '#/components/schemas/Node' },
          value: { anyOf: [{ type: 'null' }, { allOf: [{ $ref: '#/components/schemas/Value' }] }] },
        },
      },
      Value: { type },
    });
    const root = { $ref: '#/components/schemas/Node' };
    expect(reported(changesOf(schemaDocument(root, node('string')), schemaDocument(root, node('integer'))))).toEqual([
      'request-type-changed breaking breaking',
      'response-type-changed breaking breaking',
    ]);
  });
});
