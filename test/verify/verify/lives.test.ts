// CRUD operations of a document.

import { expect, test } from 'vitest';
import { findResources } from '../../../src/mock/resources/find-resources.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import { findCrudOperations } from '../../../src/verify/scenarios/crud.ts';
import { documentSource } from '../../support/document-source.ts';

test('of several paths of a resource, those nearest to the create path are used', () => {
  const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const schema = { $ref: '#/components/schemas/Origin' };
  const response = (one: object) => ({ description: '', content: { 'application/json': { schema: one } } });
  const requestBody = { content: { 'application/json': { schema } } };
  const get = { responses: { 200: response({ type: 'array', items: schema }) } };
  const read = { get: { responses: { 200: response(schema) } }, delete: { responses: { 204: { description: '' } } } };
  const paths = {
    '/origins': { get },
    '/origins/{origin}': { parameters: [path('origin')], ...read },
    '/shops/{shop}/origins': {
      parameters: [path('shop')],
      get,
      post: { requestBody, responses: { 201: response(schema) } },
    },
    '/shops/{shop}/origins/{origin}': { parameters: [path('shop'), path('origin')], ...read },
  };
  const origin = { type: 'object', properties: { id: { type: 'string' }, domain: { type: 'string' } } };
  const info = { title: 'Origins', version: '1' };
  const components = { schemas: { Origin: origin } };
  const document = createDocument(documentSource({ openapi: '3.0.3', info, paths, components }));
  const [life] = findCrudOperations(findResources(document), { document });
  expect([life?.read, life?.list, life?.remove].map((role) => role?.operation.path)).toEqual([
    '/shops/{shop}/origins/{origin}',
    '/shops/{shop}/origins',
    '/shops/{shop}/origins/{origin}',
  ]);
});
