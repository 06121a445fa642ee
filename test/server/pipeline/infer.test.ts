// An inferred API: operations need no handlers, and a header names the source of the response.

import { describe, expect, test } from 'vitest';
import { documentOf, jsonAnswers, ownApi, ownMockServer } from '../../support/own-api.ts';

const PETS = documentOf({
  '/pets': {
    get: { operationId: 'listPets', responses: jsonAnswers({ 200: { type: 'array' } }) },
    post: { operationId: 'addPet', responses: jsonAnswers({ 201: { type: 'object' } }) },
  },
});

describe('an inferred API', () => {
  test('needs no handlers', async () => {
    const { handlers: _, ...api } = await ownApi(PETS, {});
    const mockServer = await ownMockServer(PETS, {}, { ...api, infer: true });
    expect((await mockServer.fetch(new Request('http://mock-server/nowhere'))).status).toBe(404);
  });

  test('marks the response of a handler, and an error response, as such', async () => {
    const mockServer = await ownMockServer(PETS, { listPets: () => [] }, { infer: true });
    const sources = ['/pets', '/nowhere'].map(async (path) => {
      const { headers } = await mockServer.fetch(new Request(`http://mock-server${path}`));
      return headers.get('x-understudy-source');
    });
    expect(await Promise.all(sources)).toEqual(['handler', 'rejected']);
  });

  test('rejects a handler for an unknown operation, with a suggestion', async () => {
    const started = ownMockServer(PETS, { listPet: () => [] }, { infer: true });
    await expect(started).rejects.toThrow(/handler listPet has no operation in .*; did you mean listPets\?/);
  });
});

test('other APIs do not mark the source of a response', async () => {
  const mockServer = await ownMockServer(PETS, { listPets: () => [], addPet: () => ({}) });
  const { headers } = await mockServer.fetch(new Request('http://mock-server/pets'));
  expect(headers.get('x-understudy-source')).toBeNull();
});
