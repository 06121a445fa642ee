// Validation of responses: status, headers and body.

import { describe, expect, test } from 'vitest';
import { createDocument, type Operation } from '../../src/openapi/document.ts';
import { describeFinding } from '../../src/openapi/finding.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { documentSource } from '../support/document-source.ts';

const pet = {
  type: 'object',
  required: ['name', 'secret'],
  properties: { name: { type: 'string' }, secret: { type: 'string', writeOnly: true } },
};
const bundled = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      post: {
        operationId: 'add',
        responses: {
          200: {
            description: 'a pet',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          201: {
            description: 'made',
            headers: {
              Location: { required: true, schema: { type: 'string', minLength: 3 } },
              'X-Left': { schema: { type: 'integer', minimum: 0 } },
              'X-Tags': { schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } },
              'Content-Type': { required: true, schema: { type: 'string', enum: ['never'] } },
            },
          },
          202: { description: 'a table', content: { 'text/csv': { schema: { type: 'string' } } } },
          204: { description: 'nothing', content: { 'application/json': { schema: pet } } },
          302: { description: 'elsewhere', content: { 'text/html': {} } },
          '4XX': {
            description: 'refused',
            content: {
              'application/problem+json': { schema: { type: 'object', required: ['title'] } },
              'text/plain': { schema: { type: 'string', maxLength: 3 } },
            },
          },
        },
      },
    },
  },
  components: { schemas: { Pet: pet } },
} as unknown as DocumentObject;

const operation = createDocument(documentSource(bundled)).operations.get('add') as Operation;

describe('the body of a response', () => {
  test.each<[what: string, status: number, body: unknown, type: string | undefined, said: readonly string[]]>([
    ['that is valid', 200, { name: 'Rex' }, undefined, []],
    ['that misses a property', 200, {}, undefined, ['response /name is required']],
    ['that is missing', 200, undefined, undefined, ['response must be an object']],
    [
      'that contains a writeOnly property',
      200,
      { name: 'Rex', secret: 'x' },
      undefined,
      ['response /secret is writeOnly and must not be in a response'],
    ],
    ['where none is declared', 201, {}, undefined, ['response must have no body']],
    ['that is empty, where none is declared', 201, '', undefined, ['response must have no body']],
    ['that is missing, where none is declared', 201, undefined, undefined, []],
    ['that is missing, with a media type other than JSON', 202, undefined, 'text/csv', ['response must have a body']],
    ['that is not allowed for this status', 204, undefined, undefined, []],
    ['that a redirect omits', 302, undefined, 'text/html', []],
    ['of the class of its status', 404, { title: 'no' }, undefined, []],
    ['that violates the class of its status', 404, {}, undefined, ['response /title is required']],
    ['in another of its types', 404, 'no', 'text/plain', []],
    ['too long in another of its types', 404, 'never', 'text/plain', ['response must have at most 3 characters']],
    ['of an undeclared status', 500, {}, undefined, ['response has status 500, which the document does not declare']],
  ])('%s', (_, status, body, name, messages) => {
    const type = operation.responses.forStatus(status)?.mediaTypes.find((one) => one.type === name);
    expect(operation.validateResponse(status, body, type).map(describeFinding)).toEqual(messages);
  });
});

describe('the headers of a response', () => {
  test.each<[what: string, status: number, fields: Readonly<Record<string, string>>, said: readonly string[]]>([
    ['that are valid', 201, { location: '/pets/7', 'x-left': '3', 'x-tags': 'a,b' }, []],
    ['with additional ones', 201, { location: '/pets/7', 'x-other': '?' }, []],
    ['of which one is missing', 201, { 'x-left': '3' }, ['response must have header location']],
    [
      'that violate their schema',
      201,
      { location: '/', 'x-left': '-1' },
      ['response header location must have at least 3 characters', 'response header x-left must be at least 0'],
    ],
    [
      'that are of another type',
      201,
      { location: '/pets', 'x-left': 'few' },
      ['response header x-left must be an integer'],
    ],
    [
      'with an invalid item',
      201,
      { location: '/pets', 'x-tags': 'a,c' },
      ['response header x-tags /1 must be one of a, b'],
    ],
    ['without documented headers', 200, { location: '' }, []],
    ['of an undeclared status', 500, {}, []],
  ])('%s', (_, status, fields, messages) => {
    const findings = operation.validateHeaders(status, fields).map(describeFinding);
    expect([...findings].sort()).toEqual([...messages].sort());
  });
});
