// Cost of generating many seed items, in reads.

import { expect, test } from 'vitest';
import { findResources } from '../../../src/mock/resources/find-resources.ts';
import type { SampleFunction } from '../../../src/mock/resources/inference.ts';
import type { Resource } from '../../../src/mock/resources/resource.ts';
import { SeedData } from '../../../src/mock/resources/seed/seed-data.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../../support/document-source.ts';
import { documentOf, jsonAnswers } from '../../support/own-api.ts';

/** Pets with a unique email address, and a counter of reads of unique properties. */
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
  const sample: SampleFunction = (schema, key) => {
    counts.samples += 1;
    return schema === found.schema ? { id: 'a', email: `${key}@example.com` } : ['a', 'b'][counts.samples % 2];
  };
  const created = new SeedData(
    { document, resources, sample, resolveReference: () => undefined, guessReference: () => undefined },
    count,
  ).of(resource);
  return { made: created, ...counts };
}

test('reads each of ten thousand items only a few times', () => {
  const { made: created, looks } = pets({ type: 'integer' }, 10_000);
  expect(created).toHaveLength(10_000);
  expect(looks).toBeLessThan(30_000);
});

test('tries a third item only once if there are only two ids', () => {
  const { made: created, samples } = pets({ type: 'string', enum: ['a', 'b'] }, 10_000);
  expect(created).toHaveLength(2);
  expect(samples).toBeLessThan(40_000);
});
