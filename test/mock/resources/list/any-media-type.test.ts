// Lists with wildcard media types, as in documents of Spring.

import { expect, test } from 'vitest';
import { send } from '../../../support/mock-server.ts';
import { documentOf, ownMockServer } from '../../../support/own-api.ts';

test('contain pagination metadata as lists in JSON do', async () => {
  const item = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
  const number = { type: 'integer' };
  const page = {
    type: 'object',
    properties: { content: { type: 'array', items: item }, totalElements: number, totalPages: number, number },
  };
  const query = (name: string) => ({ name, in: 'query', schema: { type: 'integer', minimum: 0 } });
  const get = {
    operationId: 'listPets',
    parameters: [query('page'), query('size')],
    responses: { 200: { description: 'So.', content: { '*/*': { schema: page } } } },
  };
  const mockServer = await ownMockServer(documentOf({ '/pets': { get } } as never), {}, { infer: true });
  const { body } = await send(mockServer, 'GET', '/pets?page=1&size=2', { token: undefined });
  expect(body).toMatchObject({ totalElements: 3, totalPages: 2, number: 1, content: [{ id: 3 }] });
});
