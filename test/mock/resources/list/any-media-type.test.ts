// Lists of which the document says that they may be of any media type, as Spring's documents do.

import { expect, test } from 'vitest';
import { documentOf, ownStandIn } from '../../../support/own-api.ts';
import { ask } from '../../../support/stand-in.ts';

test('tell of their pages as lists of JSON do', async () => {
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
  const standIn = await ownStandIn(documentOf({ '/pets': { get } } as never), {}, { infer: true });
  const { body } = await ask(standIn, 'GET', '/pets?page=1&size=2', { token: undefined });
  expect(body).toMatchObject({ totalElements: 3, totalPages: 2, number: 1, content: [{ id: 3 }] });
});
