// An api that is inferred: operations without a handler are no mistake, and answers say who made them.

import { describe, expect, test } from 'vitest';
import { documentOf, jsonAnswers, ownApi, ownStandIn } from '../../support/own-api.ts';

const PETS = documentOf({
  '/pets': {
    get: { operationId: 'listPets', responses: jsonAnswers({ 200: { type: 'array' } }) },
    post: { operationId: 'addPet', responses: jsonAnswers({ 201: { type: 'object' } }) },
  },
});

describe('an api that is inferred', () => {
  test('needs no handlers', async () => {
    const { handlers: _, ...api } = await ownApi(PETS, {});
    const standIn = await ownStandIn(PETS, {}, { ...api, infer: true });
    expect((await standIn.fetch(new Request('http://stand-in/nowhere'))).status).toBe(404);
  });

  test('says of an answer that a handler made it, and of a refusal that it is one', async () => {
    const standIn = await ownStandIn(PETS, { listPets: () => [] }, { infer: true });
    const sources = ['/pets', '/nowhere'].map(async (path) => {
      const { headers } = await standIn.fetch(new Request(`http://stand-in${path}`));
      return headers.get('x-understudy-source');
    });
    expect(await Promise.all(sources)).toEqual(['handler', 'rejected']);
  });

  test('is told of a handler for an operation that is not there, and which one may be meant', async () => {
    const started = ownStandIn(PETS, { listPet: () => [] }, { infer: true });
    await expect(started).rejects.toThrow(/handler listPet has no operation in .*; did you mean listPets\?/);
  });
});

test('other apis say nothing of who made an answer', async () => {
  const standIn = await ownStandIn(PETS, { listPets: () => [], addPet: () => ({}) });
  const { headers } = await standIn.fetch(new Request('http://stand-in/pets'));
  expect(headers.get('x-understudy-source')).toBeNull();
});
