// Long objects made to fit a schema: how often they are validated.

import { describe, expect, test } from 'vitest';
import { fitted } from '../../../src/mock/resources/fitted.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { Finding } from '../../../src/openapi/finding.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../../support/document-source.ts';

/** What makes values fit a schema, and counts how often they are looked at. */
function fitting(schema: object, model: unknown) {
  const components = { schemas: { It: schema } };
  const bundled = { openapi: '3.0.3', info: { title: 'It', version: '1' }, paths: {}, components } as DocumentObject;
  const document = createDocument(documentSource(bundled));
  let checks = 0;
  const check = (value: unknown): readonly Finding[] => {
    checks += 1;
    return document.validate({ value: schema, pointer: '/components/schemas/It' }, value, 'response');
  };
  return { adjust: (value: unknown) => fitted(value, () => model, check), check, checks: () => checks };
}

const integer = { type: 'integer' };

describe('a long list', () => {
  test('of names that are all wrong is looked at a few times', () => {
    const map = { type: 'object', additionalProperties: integer };
    const { adjust, checks } = fitting({ type: 'object', properties: { map } }, { map: { a: 1 } });
    const wrong = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`p${index}`, 'x']));
    expect(adjust({ map: wrong })).toEqual({ map: { a: 1 } });
    expect(checks()).toBeLessThan(15);
  });
});
