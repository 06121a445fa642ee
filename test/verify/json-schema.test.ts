// Conversion of OpenAPI 3.0 schemas to JSON Schema draft 7.

import { describe, expect, test } from 'vitest';
import { jsonSchemaOf } from '../../contracts/judges/json-schema.ts';
import { createDocument } from '../../src/openapi/document.ts';
import type { DocumentObject, OperationObject, Schema } from '../../src/openapi/objects.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { compileSchema } from '../../src/schema/compile-schema.ts';

const document: DocumentObject = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {},
  components: {
    schemas: {
      Name: { type: 'string', minLength: 1 },
      Cat: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { $ref: '#/components/schemas/Name' },
          kittens: { type: 'array', items: { $ref: '#/components/schemas/Cat' } },
        },
        additionalProperties: false,
      },
    },
  },
};

const allows = (schema: object, value: unknown) =>
  compileSchema(jsonSchemaOf(schema as Schema, document))(value).length === 0;

describe('jsonSchemaOf', () => {
  test.each<[object, unknown[], unknown[]]>([
    [{ type: 'string' }, ['', 'a'], [1, null]],
    [{ type: 'string', nullable: true }, ['a', null], [1]],
    [{ nullable: true, allOf: [{ type: 'string' }] }, ['a', null], [1]],
    [{ type: 'string', nullable: true, enum: ['a'] }, ['a', null], ['b']],
    [{ type: 'string', format: 'binary' }, ['a'], [1]],
    [{ enum: [{ format: 'int32', required: 5 }] }, [{ format: 'int32', required: 5 }], [{}]],
    [{ type: 'number', minimum: 1 }, [1, 2], [0.5]],
    [{ type: 'number', minimum: 1, exclusiveMinimum: true }, [1.5], [1]],
    [{ type: 'number', maximum: 1, exclusiveMaximum: false }, [1], [1.5]],
    [{ type: 'number', maximum: 1, exclusiveMaximum: true }, [0.5], [1]],
    [{ type: 'string', format: 'date-time' }, ['2026-11-21T09:00:00Z'], ['today']],
    [{ type: 'object', properties: { nullable: { type: 'string' } } }, [{ nullable: 'a' }], [{ nullable: true }]],
    [{ type: 'object', properties: { format: { type: 'string' } } }, [{ format: 'a' }], [{ format: 1 }]],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, [{ a: 1 }], [{ a: 'b' }]],
    [{ not: { type: 'string', nullable: true } }, [1], ['a', null]],
    [{ oneOf: [{ $ref: '#/components/schemas/Name' }, { type: 'integer' }] }, ['a', 1], ['', 1.5]],
    [
      { $ref: '#/components/schemas/Cat' },
      [{ name: 'Minka', kittens: [{ name: 'Mo' }] }],
      [{ name: 'Minka', kittens: [{}] }],
    ],
  ])('converts %j to an equivalent schema', (schema, allowed, rejected) => {
    for (const value of allowed) expect(allows(schema, value), JSON.stringify(value)).toBe(true);
    for (const value of rejected) expect(allows(schema, value), JSON.stringify(value)).toBe(false);
  });

  test('omits keywords that draft 7 does not have', () => {
    const schema = { type: 'integer', format: 'int32', example: 1, 'x-number': 3 } as Schema;
    expect(jsonSchemaOf(schema, document)).toMatchObject({ allOf: [{ type: 'integer' }] });
    expect(JSON.stringify(jsonSchemaOf(schema, document))).not.toMatch(/int32|example|x-number/);
  });

  test('rejects an unresolvable reference', () => {
    expect(() => jsonSchemaOf({ $ref: '#/components/schemas/Dog' }, document)).toThrow(
      '#/components/schemas/Dog cannot be resolved',
    );
  });

  test('agrees with the validator about every example of spec/identity.yaml', async () => {
    const source = await openDocument(new URL('../../spec/identity.yaml', import.meta.url));
    let agreed = 0;
    for (const operation of createDocument(source).operations.values()) {
      for (const [status, { content }] of Object.entries(
        operation.definition.responses as OperationObject['responses'],
      )) {
        const { schema, examples = {} } = content?.['application/json'] ?? {};
        const check = compileSchema(jsonSchemaOf(schema ?? {}, source.bundled));
        for (const { value } of Object.values(examples)) {
          for (const one of [value, { ...(value as object), surplus: 1 }, {}]) {
            expect(check(one).length === 0).toBe(operation.validateResponse(Number(status), one).length === 0);
            agreed += 1;
          }
        }
      }
    }
    expect(agreed).toBeGreaterThan(30);
  });
});
