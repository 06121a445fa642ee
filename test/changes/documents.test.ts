// What is no change, whatever it looks like; and documents that are compared as a whole.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../src/changes/changes.ts';
import { levelsOf, swapped } from '../../src/changes/level.ts';
import { SCHEMA_RULES } from '../../src/changes/schema/rules.ts';
import { describe as described } from '../../src/openapi/description.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { changesOf, documentOf, operationOf, schemaDocument, told } from '../support/comparing.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** With the members of all objects the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, turned(one)]),
  );
}

/** With what references lead to in their place, as far as that ends. */
function inlined(document: DocumentObject): DocumentObject {
  const put = (value: unknown, around: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => put(one, around));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string' && !around.includes($ref) && !$ref.includes('~'))
      return put(
        $ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document),
        [...around, $ref],
      );
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one, around)]));
  };
  return put(document, []) as DocumentObject;
}

const documents = globSync(['spec/*.yaml', 'examples/*/*.yaml', 'docs/*.yaml'], { cwd: ROOT })
  .sort()
  .filter((path) => /^(openapi|swagger):/m.test(readFileSync(join(ROOT, path), 'utf8')));

describe('a document has not changed', () => {
  test('of which there are some', () => {
    expect(documents.length).toBeGreaterThan(4);
  });

  test.each(documents)('beside itself, in another order, and with references put in: %s', async (path) => {
    const { bundled } = await openDocument(join(ROOT, path));
    expect(changesOf(bundled, bundled)).toEqual([]);
    expect(changesOf(bundled, turned(bundled) as DocumentObject)).toEqual([]);
    const whole = inlined(bundled);
    expect(changesOf(bundled, whole)).toEqual([]);
    expect(changesOf(whole, bundled)).toEqual([]);
  });

  test('when it is written for OpenAPI 3.1, and was for 3.0', () => {
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

  test('when it is recursive, and written out once more', () => {
    const tree = (below: unknown) => ({ type: 'object', properties: { children: { type: 'array', items: below } } });
    const again = { $ref: '#/components/schemas/Tree' };
    const [one, other] = [{ Tree: tree(again) }, { Tree: tree(tree(again)) }];
    expect(changesOf(schemaDocument(again, one), schemaDocument(again, other))).toEqual([]);
  });

  test('when Swagger 2.0 becomes OpenAPI 3.0', async () => {
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
    const { bundled } = await openDocument('/swagger.json', { given: Buffer.from(JSON.stringify(swagger)) });
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
    told(changesOf(schemaDocument(old, schemas), schemaDocument(now, others)));
  const kind = { propertyName: 'kind' };

  test('tell which alternative is which, so that none may be another', () => {
    expect(of(union(['Cat', 'Dog'], kind), union(['Dog', 'Cat', 'Bird'], kind))).toEqual([
      'answer-alternative-added breaking harmless',
      'request-alternative-added harmless breaking',
    ]);
  });

  test('by another property', () => {
    expect(of(union(['Cat', 'Dog'], kind), union(['Cat', 'Dog'], { propertyName: 'sort' }))).toContain(
      'request-discriminator-changed breaking breaking',
    );
  });

  test('that are new, or gone', () => {
    expect(of(union(['Cat', 'Dog']), union(['Cat', 'Dog'], kind))).toContain('answer-discriminator-added risky risky');
    expect(of(union(['Cat', 'Dog'], kind), union(['Cat', 'Dog']))).toContain(
      'request-discriminator-dropped risky risky',
    );
  });

  test('of which a value is called otherwise, though the schema is the same', () => {
    const mapping = { miau: '#/components/schemas/Cat', Dog: '#/components/schemas/Dog' };
    const named = of(
      union(['Cat', 'Dog'], { ...kind, mapping }),
      union(['Cat', 'Dog'], { ...kind, mapping: { ...mapping, purr: mapping.miau, miau: undefined } }),
    );
    expect(named).toEqual([
      'answer-discriminator-value-added risky harmless',
      'answer-discriminator-value-removed harmless breaking',
      'request-discriminator-value-added harmless breaking',
      'request-discriminator-value-removed breaking harmless',
    ]);
  });
});

describe('changes', () => {
  test('of a schema that many refer to are told once for requests and once for answers, with all operations', () => {
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
        message: 'PUT /a and 2 more: Pet in the body must have the property "name" now',
        operations: ['PUT /a', 'PUT /b', 'PUT /c'],
        old: '/components/schemas/Pet/properties/name',
        new: '/components/schemas/Pet/required',
      },
      {
        rule: 'answer-property-became-required',
        clients: 'harmless',
        servers: 'breaking',
        message: 'PUT /a and 2 more: Pet in the answer 200 must have the property "name" now',
        operations: ['PUT /a', 'PUT /b', 'PUT /c'],
        old: '/components/schemas/Pet/properties/name',
        new: '/components/schemas/Pet/required',
      },
    ]);
  });

  test('of values are opposite in requests and answers, and to clients and servers', () => {
    for (const rule of Object.values(SCHEMA_RULES)) {
      const plain = { effect: rule.effect, title: rule.title };
      expect(levelsOf(plain, 'in')).toEqual(swapped(levelsOf(plain, 'out')));
    }
  });

  test('are found wherever they are, also behind what is recursive', () => {
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
    expect(told(changesOf(schemaDocument(root, node('string')), schemaDocument(root, node('integer'))))).toEqual([
      'answer-type-changed breaking breaking',
      'request-type-changed breaking breaking',
    ]);
  });
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
    expect(told(changes)).toEqual(['answer-type-changed breaking breaking', 'request-type-changed breaking breaking']);
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
    expect(told(changes)).toEqual(['answer-not-compared risky risky', 'request-not-compared risky risky']);
  });

  test('with properties inside of properties, deeper than anybody looks', () => {
    const deep = (depth: number, leaf: object) => {
      let schema = leaf;
      for (let index = 0; index < depth; index += 1) schema = { type: 'object', properties: { a: schema } };
      return schema;
    };
    expect(
      told(changesOf(schemaDocument(deep(300, { type: 'string' })), schemaDocument(deep(300, { type: 'integer' })))),
    ).toContain('request-type-changed breaking breaking');
    expect(told(changesOf(schemaDocument(deep(900, {})), schemaDocument(deep(900, {}))))).toContain(
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
