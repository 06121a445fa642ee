// Coercion of long objects: number of validations.

import { describe, expect, test } from 'vitest';
import { coerceToSchema } from '../../../src/mock/resources/coerce-to-schema.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { Finding } from '../../../src/openapi/finding.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../../support/document-source.ts';

/** Coerces values, and counts validations. */
function coerce(schema: object, model: unknown) {
  const components = { schemas: { It: schema } };
  const bundled = { openapi: '3.0.3', info: { title: 'It', version: '1' }, paths: {}, components } as DocumentObject;
  const document = createDocument(documentSource(bundled));
  let checks = 0;
  const check = (value: unknown): readonly Finding[] => {
    checks += 1;
    return document.validate({ value: schema, pointer: '/components/schemas/It' }, value, 'response');
  };
  return { adjust: (value: unknown) => coerceToSchema(value, () => model, check), check, checks: () => checks };
}

const integer = { type: 'integer' };

describe('a long list', () => {
  test('with invalid names only is validated a few times', () => {
    const map = { type: 'object', additionalProperties: integer };
    const { adjust, checks } = coerce({ type: 'object', properties: { map } }, { map: { a: 1 } });
    const wrong = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`p${index}`, 'x']));
    expect(adjust({ map: wrong })).toEqual({ map: { a: 1 } });
    expect(checks()).toBeLessThan(15);
  });
});
