// Unusual documents: each is served, compiled and validated.

import { expect, test } from 'vitest';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { runAtOnce } from '../../src/openapi/run-steps.ts';
import { compileAll } from '../../src/openapi/schema/compile-all.ts';
import { documentOf, ownApi, ownMockServer } from '../support/own-api.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

interface Odd {
  readonly schema: unknown;
  readonly schemas?: object;
  readonly openapi?: string;
  readonly right: unknown;
  readonly wrong: unknown;
  readonly says: string;
  /** Number of unenforced constraints. */
  readonly reported?: number;
}

const ODD: Readonly<Record<string, Odd>> = {
  'names with slashes, tildes, spaces and percent signs': {
    schema: { properties: { a: ref('a~1b'), b: ref('c~0d'), c: ref('e%20f'), d: ref('100%') } },
    schemas: { 'a/b': text, 'c~d': text, 'e f': text, '100%': text },
    right: { a: 'x', d: 'x' },
    wrong: { a: 'x', b: 'x', c: 'x', d: 1 },
    says: '/d must be a string',
  },
  'references to references': {
    schema: ref('A'),
    schemas: { A: ref('B'), B: ref('C'), C: { type: 'object', properties: { name: text } } },
    right: { name: 'x' },
    wrong: { name: 1 },
    says: '/name must be a string',
  },
  'properties with the names of keywords': {
    schema: {
      required: ['type', '$ref'],
      properties: { type: text, $ref: text, enum: text, properties: { properties: { items: text } }, nullable: text },
    },
    right: { type: 'x', $ref: 'y', properties: { items: 'z' } },
    wrong: { type: 'x', $ref: 'y', properties: { items: 1 } },
    says: '/properties/items must be a string',
  },
  'a root schema that references itself by its path': {
    schema: {
      type: 'object',
      properties: {
        name: text,
        parent: { $ref: '#/paths/~1a/post/requestBody/content/application~1json/schema' },
      },
    },
    right: { parent: { parent: { name: 'x' } } },
    wrong: { parent: { parent: { name: 1 } } },
    says: '/parent/parent/name must be a string',
  },
  'keywords of Swagger 2.0 and of draft 3': {
    schema: { type: 'object', properties: { file: { type: 'file' }, name: { type: 'string', required: true } } },
    right: { file: 1, name: 'x' },
    wrong: { name: 1 },
    says: '/name must be a string',
    reported: 2,
  },
  'a reference that cannot be resolved': {
    schema: { properties: { a: ref('Lost'), b: text } },
    right: { a: 1 },
    wrong: { b: 1 },
    says: '/b must be a string',
    reported: 1,
  },
  'an array without items, and a list for items': {
    schema: { properties: { a: { type: 'array' }, b: { type: 'array', items: [text] } } },
    right: { a: [1], b: [1] },
    wrong: { a: {} },
    says: '/a must be an array',
    reported: 1,
  },
  'keywords with values of a wrong type': {
    schema: { properties: { a: { type: 'string', maxLength: '5', pattern: 7, enum: 'x' } } },
    right: { a: 'longer than five' },
    wrong: { a: 1 },
    says: '/a must be a string',
    reported: 3,
  },
  'a base whose children are its properties': {
    schema: ref('Node'),
    schemas: {
      Node: {
        type: 'object',
        required: ['@type'],
        properties: { '@type': text, next: ref('Node') },
        discriminator: { propertyName: '@type' },
      },
      Leaf: { allOf: [ref('Node'), { required: ['value'] }] },
    },
    right: { '@type': 'Node', next: { '@type': 'Leaf', value: 1 } },
    wrong: { '@type': 'Node', next: { '@type': 'Leaf' } },
    says: '/next/value is required',
  },
  'an enum of all kinds of values': {
    schema: { properties: { a: { enum: [null, 1, 'x', { b: [1] }, [2]] } } },
    right: { a: { b: [1] } },
    wrong: { a: { b: [2] } },
    says: '/a must be one of',
  },
  'patterns of other languages': {
    schema: {
      properties: {
        a: { pattern: '(?i)\\A[a-z\\_]+\\z' },
        b: { pattern: '^(a+)+$' },
        c: { pattern: '(?<!a)(b+)+\\1' },
      },
    },
    right: { a: 'A_b', b: 'aa', c: 'a' },
    wrong: { a: 'A_b', b: `${'a'.repeat(50_000)}!` },
    says: '/b must match the pattern',
    reported: 1,
  },
  'siblings of references, and definitions in place': {
    openapi: '3.1.0',
    schema: { ...ref('Pet'), required: ['id'], $defs: { id: { type: 'integer' } } },
    schemas: {
      Pet: {
        type: ['object', 'null'],
        properties: {
          id: { $ref: '#/paths/~1a/post/requestBody/content/application~1json/schema/$defs/id', minimum: 1 },
        },
      },
    },
    right: { id: 1 },
    wrong: { id: 0 },
    says: '/id must be at least 1',
  },
  'only true and false': {
    openapi: '3.1.0',
    schema: { properties: { a: true, b: false } },
    right: { a: 1 },
    wrong: { b: 1 },
    says: '/b must not be present',
  },
};

test.each(Object.entries(ODD))(
  '%s',
  async (_name, { schema, schemas = {}, openapi = '3.0.3', right, wrong, says: reason, reported: unenforced = 0 }) => {
    const post = {
      operationId: 'post',
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { 204: { description: 'Done.' } },
    };
    const document = documentOf({ '/a': { post } }, { openapi, components: { schemas } });
    const mockServer = await ownMockServer(document, { post: () => undefined });
    const responseTo = (body: unknown) =>
      mockServer.fetch(
        new Request('http://mock-server/a', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    const response = await responseTo(right);
    expect([response.status, await response.text()]).toEqual([204, '']);
    const rejection = await responseTo(wrong);
    expect([rejection.status, await rejection.text()]).toEqual([400, expect.stringContaining(reason)]);

    const { bundled } = await openDocument((await ownApi(document, {})).document);
    expect(await runAtOnce(compileAll(bundled))).toHaveLength(unenforced);
  },
);
