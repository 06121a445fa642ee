// XML Objects that contradict themselves.

import { expect, test } from 'vitest';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { written } from '../../support/opened.ts';

/** The findings of a document with one component schema, as lines. */
async function findingsOf(schema: object, openapi = '3.2.0') {
  const document = { openapi, info: { title: 'T', version: '1' }, components: { schemas: { S: schema } } };
  const { findings } = await openDocument(await written({ 'api.json': JSON.stringify(document) }));
  return findings.map(({ severity, pointer, message }) => `${severity} ${pointer} ${message}`);
}

test.each([
  [
    { type: 'string', xml: { attribute: true, nodeType: 'attribute' } },
    'error /components/schemas/S/xml/attribute is not allowed beside nodeType; use nodeType: attribute alone',
  ],
  [
    { type: 'array', items: {}, xml: { wrapped: false, nodeType: 'element' } },
    'error /components/schemas/S/xml/wrapped is not allowed beside nodeType; use nodeType: element alone',
  ],
  [
    { properties: { properties: { items: { xml: { nodeType: 'comment' } } } } },
    'error /components/schemas/S/properties/properties/items/xml/nodeType must be one of element, attribute, text, cdata, none',
  ],
])('%j is reported', async (schema, line) => {
  expect(await findingsOf(schema)).toEqual([line]);
});

test.each([
  { type: 'string', xml: { nodeType: 'cdata' } },
  { type: 'array', items: {}, xml: { wrapped: true, name: 'list' } },
  { type: 'string', xml: { attribute: true } },
  { properties: { xml: { properties: { attribute: {}, nodeType: {} } } } },
  { example: { xml: { attribute: true, nodeType: 'attribute' } } },
])('%j is right', async (schema) => {
  expect(await findingsOf(schema)).toEqual([]);
});

test('documents before OpenAPI 3.2 have no nodeType, and are not judged by it', async () => {
  expect(await findingsOf({ type: 'string', xml: { attribute: true, nodeType: 'attribute' } }, '3.1.0')).toEqual([]);
});
