// Projection of a document to the features that other tools support.

import { describe, expect, test } from 'vitest';
import { projectDocument } from '../../contracts/judges/projection.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { createReferences } from '../../src/openapi/references.ts';

const cat = { $ref: '#/components/schemas/Cat' };

/** A small document with all projected parts, inline and by reference. */
const document: DocumentObject & Record<string, unknown> = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/cats/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      post: {
        operationId: 'feed',
        requestBody: { $ref: '#/components/requestBodies/Meal' },
        responses: {
          200: {
            description: 'Fed.',
            content: { 'application/grpc': { schema: cat }, 'application/json': { schema: cat } },
          },
          404: { $ref: '#/components/responses/NoCat' },
          default: { $ref: '#/components/responses/Other' },
        },
        callbacks: { fed: {} },
      },
      put: {
        operationId: 'paint',
        requestBody: { content: { 'image/png': {} } },
        responses: {
          200: { description: 'Painted.', content: { 'image/png': {} } },
          204: { description: 'No paint.' },
        },
      },
    },
  },
  components: {
    schemas: { Cat: { type: 'object' } },
    ...({
      parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: '1' } },
      requestBodies: {
        Meal: {
          required: true,
          content: {
            'application/json': { schema: cat, examples: { mouse: { $ref: '#/components/examples/Mouse' } } },
            'text/plain': {},
          },
        },
      },
      responses: {
        NoCat: { $ref: '#/components/responses/Other' },
        Other: { description: 'Else.', content: { 'application/json': { schema: cat }, 'text/html': {} } },
      },
      examples: { Mouse: { value: { name: 'Minka' } } },
    } as object),
  },
};

const feed = () => projectDocument(document).paths['/cats/{id}']?.post as Record<string, object>;
const paint = () => projectDocument(document).paths['/cats/{id}']?.put as Record<string, object>;
const json = (mediaType: object) => ({ 'application/json': mediaType });

describe('projectDocument', () => {
  test('omits media types other than JSON', () => {
    expect(feed().responses).toHaveProperty('200', { description: 'Fed.', content: json({ schema: cat }) });
    expect(paint().responses).toHaveProperty('200', { description: 'Painted.' });
    expect(paint()).not.toHaveProperty('requestBody');
  });

  test('inlines responses, request bodies, parameters and examples', () => {
    expect(feed().responses).toHaveProperty('404', { description: 'Else.', content: json({ schema: cat }) });
    const examples = { mouse: { value: { name: 'Minka' } } };
    expect(feed().requestBody).toEqual({ required: true, content: json({ schema: cat, examples }) });
    const item = projectDocument(document).paths['/cats/{id}'];
    expect(item?.parameters).toMatchObject([{ name: 'id', in: 'path', example: '1' }]);
  });

  test('omits default responses and callbacks', () => {
    expect(Object.keys(feed().responses ?? {})).toEqual(['200', '404']);
    expect(feed()).not.toHaveProperty('callbacks');
  });

  test('copies everything else, and does not change the document', () => {
    const before = structuredClone(document);
    const projection = projectDocument(document);
    expect(projection).toMatchObject({ openapi: '3.0.3', info: document.info, security: [{ key: [] }] });
    expect(projection.components?.schemas).toEqual(document.components?.schemas);
    expect(paint().responses).toHaveProperty('204', { description: 'No paint.' });
    expect(document).toEqual(before);
  });

  test.each([
    [
      'cannot be resolved',
      { A: { $ref: '#/components/responses/B' } },
      'The reference #/components/responses/B cannot be resolved, or refers to itself.',
    ],
    [
      'refers to itself',
      { A: { $ref: '#/components/responses/A' } },
      'The reference #/components/responses/A cannot be resolved, or refers to itself.',
    ],
  ])('rejects a reference that %s', (_, responses, message) => {
    expect(() => projectDocument({ ...document, paths: {}, components: { responses } as object })).toThrow(message);
  });

  test.each(['identity', 'control'])('removes gRPC from spec/%s.yaml, with all references resolvable', async (name) => {
    const { bundled } = await openDocument(new URL(`../../spec/${name}.yaml`, import.meta.url));
    const projection = projectDocument(bundled);
    const text = JSON.stringify(projection);
    expect(text).not.toMatch(/"application\/grpc|"default":\{"description"/);
    const references = createReferences(projection);
    const named = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    for (const reference of named) expect(references.resolveValue({ $ref: reference })).toBeDefined();
    expect(projectDocument(projection)).toEqual(projection);
    const operations = (paths: DocumentObject['paths']) =>
      Object.entries(paths).map(([path, item]) => [path, Object.keys(item)]);
    expect(operations(projection.paths)).toEqual(operations(bundled.paths));
  });
});
