// What it costs to make many items for the start, counted in looks, not in time.

import { expect, test } from 'vitest';
import { findResources } from '../../../src/mock/resources/find-resources.ts';
import type { Sample } from '../../../src/mock/resources/inference.ts';
import type { Resource } from '../../../src/mock/resources/resource.ts';
import { FirstRecords } from '../../../src/mock/resources/seed/first-records.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../../support/document-source.ts';
import { documentOf, jsonAnswers } from '../../support/own-api.ts';

/** Pets with an e-mail address that is unique, and how often somebody looked at what is unique of them. */
function pets(id: object, count: number) {
  const schema = { type: 'object', required: ['id'], properties: { id, email: { type: 'string' } } };
  const document = createDocument(
    documentSource(
      documentOf({
        '/pets': {
          get: { operationId: 'listPets', responses: jsonAnswers({ 200: { type: 'array', items: schema } }) },
        },
        '/pets/{petId}': {
          get: {
            operationId: 'getPet',
            parameters: [{ name: 'petId', in: 'path', required: true, schema: id }],
            responses: jsonAnswers({ 200: schema }),
          },
        },
      }) as unknown as DocumentObject,
    ),
  );
  const resources = findResources(document);
  const found = resources.all.get('pets') as Resource;
  const counts = { looks: 0, samples: 0 };
  const resource: Resource = {
    ...found,
    get unique() {
      counts.looks += 1;
      return ['email'];
    },
  };
  const sample: Sample = (schema, key) => {
    counts.samples += 1;
    return schema === found.schema ? { id: 'a', email: `${key}@example.com` } : ['a', 'b'][counts.samples % 2];
  };
  const made = new FirstRecords({ document, resources, sample, referredTo: () => undefined }, count).of(resource);
  return { made, ...counts };
}

test('of ten thousand items, each is looked at a few times only', () => {
  const { made, looks } = pets({ type: 'integer' }, 10_000);
  expect(made).toHaveLength(10_000);
  expect(looks).toBeLessThan(30_000);
});

test('where two ids are all that there are, a third item is tried for once, however many are asked for', () => {
  const { made, samples } = pets({ type: 'string', enum: ['a', 'b'] }, 10_000);
  expect(made).toHaveLength(2);
  expect(samples).toBeLessThan(40_000);
});
