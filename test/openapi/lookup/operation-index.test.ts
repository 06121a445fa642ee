// Selection among several operations with one path.

import { describe, expect, test } from 'vitest';
import { createDocument, type Document } from '../../../src/openapi/document.ts';
import type { DocumentObject, ParameterObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../../support/document-source.ts';

type Parameters = readonly ParameterObject[];

/** A document with these operations; ids such as `GET /a`. */
function documentOf(
  operations: readonly (readonly [method: string, path: string, parameters?: Parameters])[],
): Document {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [method, path, parameters = []] of operations) {
    paths[path] ??= {};
    const operationId = `${method} ${path}`;
    paths[path][method.toLowerCase()] = { operationId, parameters, responses: { 204: { description: 'done' } } };
  }
  const document: DocumentObject = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths };
  return createDocument(documentSource(document));
}

/** The id of the matching operation and its path values; the allowed methods; or nothing. */
function matchOf(document: Document, method: string, target: string, headers: Record<string, string> = {}) {
  const [path = '', query = ''] = target.split('?');
  const match = document.match(method, path, { query, headers });
  if (!match || 'allowed' in match)
    return match?.missingConditions ? { sends: match.missingConditions } : match?.allowed;
  return { id: match.operation.id, ...(Object.keys(match.path ?? {}).length > 0 && { path: { ...match.path } }) };
}

const pathParameter = (name: string, pathParameter: object): ParameterObject => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  ...pathParameter,
});

describe('conditions after a hash', () => {
  const cloud = documentOf([
    ['POST', '/#X-Amz-Target=Shop.List'],
    ['POST', '/#X-Amz-Target=Shop.Add'],
    ['GET', '/#Action=List'],
    ['GET', '/#Action=Add'],
    ['GET', '/jobs'],
    ['GET', '/jobs#mode=import'],
    ['GET', '/send/#env/jobs/{id}'],
    ['GET', '/{Bucket}'],
    ['GET', '/{Bucket}#cors'],
    ['GET', '/{Bucket}#analytics'],
    ['GET', '/{Bucket}#analytics&id'],
    ['PUT', '/{Bucket}#tagging'],
    ['DELETE', '/{Bucket}#operation=tag&x-caller'],
    ['DELETE', '/{Bucket}#operation=untag&x-caller'],
  ]);

  test.each([
    ['a header', 'POST', '/', { 'x-amz-target': 'Shop.Add' }, { id: 'POST /#X-Amz-Target=Shop.Add' }],
    ['another value of it', 'POST', '/', { 'x-amz-target': 'Shop.List' }, { id: 'POST /#X-Amz-Target=Shop.List' }],
    ['no known value', 'POST', '/', { 'x-amz-target': 'Shop.Burn' }, { sends: ['X-Amz-Target'] }],
    ['nothing', 'POST', '/', {}, { sends: ['X-Amz-Target'] }],
    ['a value in the query', 'GET', '/?Version=1&Action=Add', {}, { id: 'GET /#Action=Add' }],
    ['an encoded text', 'GET', '/?Action=%41dd', {}, { id: 'GET /#Action=Add' }],
    ['an invalid encoding', 'GET', '/?Action=%zz', {}, { sends: ['Action'] }],
    [
      'a text in the query, where there is an operation without it',
      'GET',
      '/jobs?mode=import',
      {},
      { id: 'GET /jobs#mode=import' },
    ],
    [
      'no text in the query, where there is an operation without it',
      'GET',
      '/jobs?mode=export',
      {},
      { id: 'GET /jobs' },
    ],
    [
      'a path with more segments',
      'GET',
      '/send/%23env/jobs/7',
      {},
      { id: 'GET /send/#env/jobs/{id}', path: { id: '7' } },
    ],
    ['a name in the query', 'GET', '/b?cors', {}, { id: 'GET /{Bucket}#cors', path: { Bucket: 'b' } }],
    ['no name', 'GET', '/b', {}, { id: 'GET /{Bucket}', path: { Bucket: 'b' } }],
    [
      'more names before fewer',
      'GET',
      '/b?analytics&id=7',
      {},
      { id: 'GET /{Bucket}#analytics&id', path: { Bucket: 'b' } },
    ],
    ['one of the names', 'GET', '/b?analytics', {}, { id: 'GET /{Bucket}#analytics', path: { Bucket: 'b' } }],
    [
      'the only one although its name is missing',
      'PUT',
      '/b',
      {},
      { id: 'PUT /{Bucket}#tagging', path: { Bucket: 'b' } },
    ],
    [
      'the one with the most conditions',
      'DELETE',
      '/b?operation=untag',
      {},
      { id: 'DELETE /{Bucket}#operation=untag&x-caller', path: { Bucket: 'b' } },
    ],
    ['two with as many conditions', 'DELETE', '/b', { 'x-caller': 'me' }, { sends: ['operation', 'x-caller'] }],
    ['the path as it is written', 'GET', '/%23Action=Add', {}, { id: 'GET /#Action=Add' }],
    ['another method', 'PATCH', '/b', {}, ['GET', 'PUT', 'DELETE']],
  ])('match %s', (_, method, target, headers, expected) => {
    expect(matchOf(cloud, method, target, headers)).toEqual(expected);
  });
});

describe('conditions after a question mark', () => {
  const weather = documentOf([
    ['GET', '/current?lat={lat}&lon={lon}'],
    ['GET', '/current?city={city}'],
    ['GET', '/rest?method=photos.list'],
    ['GET', '/rest?method=photos.get'],
  ]);

  test.each([
    ['/current?lat=1.5&lon=-2', { id: 'GET /current?lat={lat}&lon={lon}', path: { lat: '1.5', lon: '-2' } }],
    ['/current?city=Bad+Ischl', { id: 'GET /current?city={city}', path: { city: 'Bad%20Ischl' } }],
    ['/current?lat=1', { id: 'GET /current?lat={lat}&lon={lon}', path: { lat: '1' } }],
    ['/current', { sends: ['lat', 'lon', 'city'] }],
    ['/rest?method=photos.get&id=7', { id: 'GET /rest?method=photos.get' }],
  ])('match the query of %s', (target, expected) => {
    expect(matchOf(weather, 'GET', target)).toEqual(expected);
  });
});

describe('a value with slashes', () => {
  const cloud = documentOf([
    [
      'GET',
      '/v1/{name}',
      [pathParameter('name', { description: 'The topic. Format: `projects/{project}/topics/{topic}`.' })],
    ],
    [
      'DELETE',
      '/v1/{name}',
      [pathParameter('name', { description: 'Either folders/[FOLDER] or folders/[FOLDER]/keys/*' })],
    ],
    [
      'GET',
      '/v1/{parent}/topics',
      [pathParameter('parent', { schema: { type: 'string', pattern: '^projects/[^/]+$' } })],
    ],
    ['GET', '/tags/{arn}', [pathParameter('arn', { schema: { type: 'string', pattern: '^arn:[a-z0-9/:-]+$' } })]],
    [
      'GET',
      '/plain/{id}',
      [pathParameter('id', { schema: { type: 'string', pattern: '^[^/]+$' }, description: 'See and/or GET /plain' })],
    ],
    ['GET', '/data/{path}', [pathParameter('path', { example: 'a/b' })]],
    ['PUT', '/{proxy+}', [pathParameter('proxy', {})]],
  ]);

  test.each([
    ['GET', '/v1/projects/a/topics/b', { id: 'GET /v1/{name}', path: { name: 'projects/a/topics/b' } }],
    ['GET', '/v1/projects/a/topics', { id: 'GET /v1/{parent}/topics', path: { parent: 'projects/a' } }],
    // Only `/{proxy+}` matches, with another method.
    ['GET', '/v1/projects/a', ['PUT']],
    ['DELETE', '/v1/folders/a/keys/b', { id: 'DELETE /v1/{name}', path: { name: 'folders/a/keys/b' } }],
    ['DELETE', '/v1/folders/a', { id: 'DELETE /v1/{name}', path: { name: 'folders/a' } }],
    ['GET', '/tags/arn:aws:x/y/z', { id: 'GET /tags/{arn}', path: { arn: 'arn:aws:x/y/z' } }],
    ['GET', '/plain/a', { id: 'GET /plain/{id}', path: { id: 'a' } }],
    ['GET', '/plain/a/b', ['PUT']],
    ['GET', '/data/x/y/z', { id: 'GET /data/{path}', path: { path: 'x/y/z' } }],
    ['PUT', '/v1/a', { id: 'PUT /{proxy+}', path: { proxy: 'v1/a' } }],
    ['HEAD', '/tags/a/b', { id: 'GET /tags/{arn}', path: { arn: 'a/b' } }],
  ])('matches where the document allows it: %s %s', (method, target, expected) => {
    expect(matchOf(cloud, method, target)).toEqual(expected);
  });
});

test('reports paths that differ only in parameter names, with the methods that the first one hides', () => {
  const document = documentOf([
    ['GET', '/a/{x}'],
    ['GET', '/a/{y}'],
    ['PUT', '/a/{y}'],
    ['DELETE', '/a/{z}'],
  ]);
  expect(document.findings).toMatchObject([
    { pointer: '/paths/~1a~1{y}', message: 'is the same path as /a/{x}, which handles GET' },
    { pointer: '/paths/~1a~1{z}', message: 'is the same path as /a/{x}' },
  ]);
  expect(matchOf(document, 'GET', '/a/1')).toEqual({ id: 'GET /a/{x}', path: { x: '1' } });
  expect(matchOf(document, 'PUT', '/a/1')).toEqual({ id: 'PUT /a/{y}', path: { y: '1' } });
  expect(matchOf(document, 'POST', '/a/1')).toEqual(['GET', 'PUT', 'DELETE']);
});
