// Seed data: examples of the document, and generated items with references.

import { describe, expect, test } from 'vitest';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { openShop } from '../../support/shop/shop.ts';

describe('seed data', () => {
  test('has three items of each resource below each parent, with unique ids', async () => {
    const { send } = await openShop({ records: 3 });
    const { body: owners } = await send('GET', '/owners');
    expect(owners.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
    for (const { id } of owners) {
      const { body } = await send('GET', `/owners/${id}/pets`);
      expect(body.data).toHaveLength(3);
      for (const pet of body.data) {
        expect((await send('GET', `/owners/${id}/pets/${pet.id}`)).body).toEqual(pet);
        if ('ownerId' in pet) expect(pet.ownerId).toBe(id);
      }
    }
  });

  test('is the same each time, and differs with another random seed', async () => {
    const [one, same, other] = await Promise.all(['a', 'a', 'b'].map((seed) => openShop({ records: 2, seed })));
    const ownersOf = async (shop: typeof one) => (await shop?.send('GET', '/owners'))?.body;
    expect(await ownersOf(same)).toEqual(await ownersOf(one));
    expect(await ownersOf(other)).not.toEqual(await ownersOf(one));
  });

  test('is restored by a reset', async () => {
    const { send, mockServer } = await openShop({ records: 2 });
    const { body: before } = await send('GET', '/owners');
    await send('DELETE', '/owners/2');
    expect((await send('POST', '/owners', { name: 'Ann' })).body.id).toBe(3);
    await mockServer.reset();
    expect((await send('GET', '/owners')).body).toEqual(before);
  });

  test('starts with the examples of the document', async () => {
    const schema = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    };
    const list = [{ id: 7, name: 'Minka' }, { id: 'wrong' }, { id: 9, name: 'Rex' }];
    const response = (more: object, of: object) => ({
      200: { description: 'ok', content: { 'application/json': { schema: of, ...more } } },
    });
    const document = documentOf({
      '/pets': {
        get: { operationId: 'listPets', responses: response({ example: list }, { type: 'array', items: schema }) },
      },
      '/pets/{petId}': {
        get: {
          operationId: 'getPet',
          parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { ...response({}, schema), ...jsonAnswers({ 404: undefined }) },
        },
      },
    });
    const { fetch } = await ownMockServer(document, {}, { infer: true }, { records: 3 });
    const pets = (await (await fetch(new Request('http://mock-server/pets'))).json()) as object[];
    expect(pets.slice(0, 2)).toEqual([list[0], list[2]]);
    expect(pets).toHaveLength(3);
    expect((await fetch(new Request('http://mock-server/pets/9'))).status).toBe(200);
    expect((await fetch(new Request('http://mock-server/pets/8'))).status).toBe(404);
  });

  test('uses readable names as ids', async () => {
    const schema = { properties: { id: { type: 'integer' }, login: { type: 'string' }, name: { type: 'string' } } };
    const user = { type: 'object', required: ['id', 'login', 'name'], ...schema };
    const document = documentOf({
      '/users': { get: { operationId: 'listUsers', responses: jsonAnswers({ 200: { type: 'array', items: user } }) } },
      '/users/{username}': {
        get: {
          operationId: 'getUser',
          parameters: [{ name: 'username', in: 'path', required: true, schema: { type: 'string' } }],
          responses: jsonAnswers({ 200: user, 404: undefined }),
        },
      },
    });
    const { fetch } = await ownMockServer(document, {}, { infer: true });
    const users = (await (await fetch(new Request('http://mock-server/users'))).json()) as {
      login: string;
      name: string;
    }[];
    expect(users).toHaveLength(3);
    for (const one of users) {
      expect(one.login).toMatch(/^[a-z]+\.[a-z]+$/);
      expect(one.name.toLowerCase()).toContain(one.login.split('.')[0]);
      expect(await (await fetch(new Request(`http://mock-server/users/${one.login}`))).json()).toEqual(one);
    }
  });

  test('uses the path as the name of a resource without a named schema', async () => {
    const author = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    };
    const responses = jsonAnswers({ 200: { type: 'array', items: author } });
    const document = documentOf({ '/authors': { get: { operationId: 'listAuthors', responses } } });
    const { fetch } = await ownMockServer(document, {}, { infer: true });
    const authors = (await (await fetch(new Request('http://mock-server/authors'))).json()) as { name: string }[];
    // A first and a last name, each with a capital letter.
    for (const { name } of authors) expect(name).toMatch(/^\p{Lu}\S+ (.* )?\p{Lu}\S+$/u);
  });

  test('uses the enum values of list filters, and new items are listed', async () => {
    const properties = { number: { type: 'integer' }, title: { type: 'string' }, state: { type: 'string' } };
    const issue = { type: 'object', required: ['number', 'title', 'state'], properties };
    const state = { type: 'string', enum: ['closed', 'open', 'all'], default: 'open' };
    const body = { type: 'object', properties: { title: { type: 'string' } } };
    const document = documentOf({
      '/issues': {
        get: {
          operationId: 'listIssues',
          parameters: [{ name: 'state', in: 'query', schema: state }],
          responses: jsonAnswers({ 200: { type: 'array', items: issue } }),
        },
        post: {
          operationId: 'createIssue',
          requestBody: { content: { 'application/json': { schema: body } } },
          responses: jsonAnswers({ 201: issue }),
        },
      },
      '/issues/{number}': {
        get: {
          operationId: 'getIssue',
          parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: jsonAnswers({ 200: issue }),
        },
      },
    });
    const { fetch } = await ownMockServer(document, {}, { infer: true }, { records: 20 });
    const list = async (query: string) =>
      (await (await fetch(new Request(`http://mock-server/issues${query}`))).json()) as {
        state: string;
        title: string;
      }[];
    const all = await list('?state=all');
    expect(all).toHaveLength(20);
    expect(new Set(all.map((one) => one.state))).toEqual(new Set(['open', 'closed']));
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ title: 'New' }) };
    expect(await (await fetch(new Request('http://mock-server/issues', init))).json()).toMatchObject({ state: 'open' });
    expect((await list('')).at(-1)).toMatchObject({ title: 'New' });
    expect((await list('')).every((one) => one.state === 'open')).toBe(true);
  });
});
