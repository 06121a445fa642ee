// Unique ids of operations.

import { describe, expect, test } from 'vitest';
import { generateOperationId } from '../../src/openapi/assign-operation-ids.ts';
import { findOperations } from '../../src/openapi/lookup/path-items.ts';
import { createReferences } from '../../src/openapi/references.ts';

describe('an id generated from method and path', () => {
  test.each([
    ['GET', '/pets/{id}', 'getPetsById'],
    ['get', '/pets', 'getPets'],
    ['POST', '/v1/{name}:cancel', 'postV1ByNameCancel'],
    ['GET', '/a/{b}.{c}', 'getAByBByC'],
    ['PUT', '/pet-shops/{shop_id}/open hours/', 'putPetShopsByShopIdOpenHours'],
    ['POST', '/#X-Amz-Target=Cloud.Delete', 'postXAmzTargetCloudDelete'],
    ['DELETE', '/käfer/{größe}', 'deleteKäferByGröße'],
    ['GET', '/', 'getRoot'],
    ['QUERY', '/{}', 'queryBy'],
  ])('for %s %s is %s', (method, path, id) => {
    expect(generateOperationId(method, path)).toBe(id);
  });
});

const idsOf = (paths: object) => findOperations(createReferences({ paths }));

describe('the ids of a document', () => {
  test('are those declared, and generated ids never take them', () => {
    const { operations, findings } = idsOf({
      '/pets': { get: {}, post: { operationId: '' }, put: { operationId: 5 } },
      '/animals': { get: { operationId: 'getPets' } },
    });
    expect(operations.map(({ id }) => id)).toEqual(['getPets2', 'putPets', 'postPets', 'getPets']);
    expect(findings).toEqual([]);
  });

  test('are unique: a duplicate is reported and gets another id', () => {
    const { operations, findings } = idsOf({
      '/a': { get: { operationId: 'read' } },
      '/b': { get: { operationId: 'read' }, post: { operationId: 'read' } },
      '/b/': { get: { operationId: 'read' } },
      '/-b': { get: {} },
    });
    expect(operations.map(({ id }) => id)).toEqual(['read', 'getB', 'postB', 'getB2', 'getB3']);
    expect(findings[0]).toMatchObject({
      pointer: '/paths/~1b/get/operationId',
      message: 'operationId "read" is already used by GET /a; GET /b is named getB',
    });
    expect(findings.map(({ pointer }) => pointer)).toEqual([
      '/paths/~1b/get/operationId',
      '/paths/~1b/post/operationId',
      '/paths/~1b~1/get/operationId',
    ]);
  });

  test('may equal inherited property names', () => {
    const { operations } = idsOf({ '/a': { get: { operationId: '__proto__' }, put: { operationId: 'constructor' } } });
    expect(operations.map(({ id }) => id)).toEqual(['__proto__', 'constructor']);
  });
});
