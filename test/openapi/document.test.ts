// Lookup and validation of operations in documents of any size.

import { describe, expect, test } from 'vitest';
import { createDocument, type Document, type Match } from '../../src/openapi/document.ts';
import type { DocumentObject, OperationObject } from '../../src/openapi/objects.ts';
import { documentSource } from '../support/document-source.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function documentOf(paths: Paths): Document {
  const document: DocumentObject = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths };
  return createDocument(documentSource(document));
}

/** An operation that returns a text of at most this length. */
function operation(operationId?: string, maxLength = 3): OperationObject {
  const schema = { type: 'string', maxLength };
  const ok = { description: 'ok', content: { 'application/json': { schema } } };
  return {
    ...(operationId === undefined ? {} : { operationId }),
    responses: { 200: ok, 204: { description: 'none' } },
  };
}

/** The operation of a request, in a document that has it. */
function found(document: Document, method: string, path: string): Match {
  const match = document.match(method, path);
  if (match && 'operation' in match) return match;
  throw new Error(`there is no ${method} ${path}`);
}

const messages = (findings: readonly { readonly message: string }[]) => findings.map(({ message }) => message);

test('validates a value against a schema by direction', () => {
  const properties: object = { id: { type: 'string', readOnly: true }, age: { type: 'integer' } };
  const components = { schemas: { Pet: { type: 'object', required: ['id'], properties } } };
  const source = documentSource({
    ...documentOf({ '/pets': { get: operation() } }).source.bundled,
    components,
  } as DocumentObject);
  const { references, validate: check } = createDocument(source);
  const pet = references.resolveAt<object>('/components/schemas/Pet');
  if (!pet) throw new Error('there is no Pet');
  expect(check(pet, { age: 1 }, 'request')).toEqual([]);
  expect(check(pet, { age: 1 }, 'response')).toMatchObject([{ part: 'response', params: { missingProperty: 'id' } }]);
  expect(check(pet, { age: 'old' }, 'request')).toMatchObject([{ part: 'body', pointer: '/age', keyword: 'type' }]);
});

describe('an operation', () => {
  test.each<[string, OperationObject['security'], boolean]>([
    ['a required scheme', [{ key: [] }], true],
    ['one of several', [{ key: [] }, { other: [] }], true],
    ['an optional scheme', [{ key: [] }, {}], false],
    ['an optional scheme, listed first', [{}, { key: [] }], false],
    ['none', [], false],
    ['no security', undefined, false],
  ])('requires a login or not: %s', (_, security, isSecured) => {
    const document = documentOf({ '/pets': { get: { ...operation('listPets'), ...(security && { security }) } } });
    expect(found(document, 'GET', '/pets').operation.secured).toBe(isSecured);
  });
});

describe('a document', () => {
  const pets = documentOf({
    '/pets': { get: operation('listPets'), post: operation('addPet') },
    '/pets/{petId}': { get: operation('getPet'), delete: operation('removePet') },
    '/pets/mine': { get: operation('getMine') },
    '/empty': {},
  });

  test.each([
    ['GET', '/pets', 'listPets', {}],
    ['POST', '/pets', 'addPet', {}],
    ['get', '/pets', 'listPets', {}],
    ['HEAD', '/pets', 'listPets', {}],
    ['GET', '/pets/7', 'getPet', { petId: '7' }],
    ['GET', '/pets/%7Bl%2F%C3%A9%7D', 'getPet', { petId: '%7Bl%2F%C3%A9%7D' }],
    ['GET', '/pets/__proto__', 'getPet', { petId: '__proto__' }],
    ['GET', '/pets/mine', 'getMine', {}],
    // Only the templated path has this method.
    ['DELETE', '/pets/mine', 'removePet', { petId: 'mine' }],
  ])('matches %s %s to %s', (method, path, id, values) => {
    const match = found(pets, method, path);
    expect(match.operation.id).toBe(id);
    expect({ ...match.path }).toEqual(values);
  });

  test.each(['/', '/pet', '/pets/', '/pets/7/', '/pets//7', '/pets/7/8', '/constructor', ''])(
    'has no path %s',
    (path) => {
      expect(pets.hasPath(path)).toBe(false);
      expect(pets.match('GET', path)).toBeUndefined();
    },
  );

  test.each([
    ['PUT', '/pets', ['GET', 'POST']],
    ['PUT', '/pets/mine', ['GET', 'DELETE']],
    ['PUT', '/pets/%', ['GET', 'DELETE']],
    ['GET', '/empty', []],
    ['HEAD', '/empty', []],
  ])('has no %s %s, but %j', (method, path, allowed) => {
    expect(pets.hasPath(path)).toBe(true);
    expect(pets.match(method, path)).toEqual({ allowed });
  });

  test('validates input and output of an operation without an id', () => {
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
    const match = found(documentOf({ '/pets': { get: operation(), parameters: [limit] } }), 'GET', '/pets');
    expect(match.operation.id).toBe('getPets');
    const parts = { path: {}, query: { limit: 'many' }, header: {}, cookie: {}, body: undefined };
    expect(messages(match.operation.validateRequest(parts))).toEqual(['must be an integer']);
    expect(messages(match.operation.validateResponse(200, 'long'))).toEqual(['must have at most 3 characters']);
  });

  test('validates each response by its status', () => {
    const response = (maxLength: number) => operation('a', maxLength).responses[200];
    const responses = { 200: response(1), '4XX': response(2), 404: response(3), 500: { description: 'no' } };
    const one = documentOf({ '/a': { get: { operationId: 'a', responses } } }).operations.get('a');
    const findingsFor = (status: number, output?: unknown) => messages(one?.validateResponse(status, output) ?? []);
    expect([findingsFor(200, 'a'), findingsFor(400, 'ab'), findingsFor(404, 'abc'), findingsFor(500)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(findingsFor(200, 'ab')).toEqual(['must have at most 1 character']);
    expect(findingsFor(400, 'abc')).toEqual(['must have at most 2 characters']);
    expect(findingsFor(404, 'abcd')).toEqual(['must have at most 3 characters']);
    expect(findingsFor(500, 'a')).toEqual(['must have no body']);
    expect(findingsFor(201)).toEqual(['has status 201, which the document does not declare']);
  });

  test('finds and validates each of 2,000 operations', () => {
    const size = 500;
    const numbers = Array.from({ length: size }, (_, number) => number);
    const large = documentOf(
      Object.fromEntries(
        numbers.flatMap((number) => [
          [`/r${number}`, { get: operation(`list${number}`, number), post: operation(`add${number}`, number) }],
          [`/r${number}/{id}`, { get: operation(`get${number}`, number) }],
          [`/r${number}/{id}:copy`, { post: operation(`copy${number}`, number) }],
        ]),
      ),
    );
    const matches = numbers.flatMap((number) => [
      found(large, 'GET', `/r${number}`),
      found(large, 'POST', `/r${number}`),
      found(large, 'GET', `/r${number}/7`),
      found(large, 'POST', `/r${number}/7:copy`),
    ]);
    expect(matches.map((match) => match.operation.id)).toEqual(
      numbers.flatMap((number) => [`list${number}`, `add${number}`, `get${number}`, `copy${number}`]),
    );
    expect(new Set(matches.map((match) => match.operation))).toEqual(new Set(large.operations.values()));
    // Every 21st is compiled: each kind of operation in turn.
    for (const [position, match] of matches.entries()) {
      if (position % 21 !== 0) continue;
      const longest = Math.floor(position / 4);
      expect(match.operation.validateResponse(200, 'a'.repeat(longest))).toEqual([]);
      expect(match.operation.validateResponse(200, 'a'.repeat(longest + 1))).toHaveLength(1);
    }
  });
});
