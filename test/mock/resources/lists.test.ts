// Lists of created items: pagination, sorting, filters and metadata.

import { describe, expect, test } from 'vitest';
import { documentOf, ownMockServer } from '../../support/own-api.ts';

const BOOK = {
  type: 'object',
  required: ['id', 'title', 'pages'],
  properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' }, pages: { type: 'integer' } },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const query = (name: string, schema: object) => ({ name, in: 'query', schema });

const BOOKS = documentOf({
  '/books': {
    get: {
      operationId: 'listBooks',
      parameters: [
        query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 2 }),
        query('after', { type: 'string' }),
        query('sort', { type: 'string' }),
        query('title', { type: 'string' }),
        query('colour', { type: 'string' }),
      ],
      responses: {
        200: {
          description: 'ok',
          ...json({
            type: 'object',
            required: ['data', 'total', 'has_more'],
            properties: {
              data: { type: 'array', items: BOOK },
              total: { type: 'integer' },
              has_more: { type: 'boolean' },
              next_cursor: { type: 'string', nullable: true },
            },
          }),
        },
      },
    },
    post: { operationId: 'addBook', requestBody: json(BOOK), responses: { 201: { description: 'ok', ...json(BOOK) } } },
  },
  '/books/count': {
    get: {
      operationId: 'countBooks',
      parameters: [query('title', { type: 'string' })],
      responses: {
        200: {
          description: 'ok',
          ...json({ type: 'object', required: ['count'], properties: { count: { type: 'integer' } } }),
        },
      },
    },
  },
  '/books/{bookId}': {
    get: {
      operationId: 'getBook',
      parameters: [{ name: 'bookId', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: { 200: { description: 'ok', ...json(BOOK) } },
    },
  },
});

const TITLES = ['Emma', 'Dubliners', 'Beloved', 'Candide', 'Emma'];

/** A library with these books, from the oldest to the newest. */
async function library() {
  const mockServer = await ownMockServer(BOOKS, {}, { infer: true }, { records: 0 });
  const send = async (path: string, body?: object) => {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await mockServer.fetch(new Request(`http://localhost${path}`, init));
    // biome-ignore lint/suspicious/noExplicitAny: the document defines the type
    return { status: response.status, body: (await response.json()) as any };
  };
  for (const [index, title] of TITLES.entries()) await send('/books', { title, pages: 100 * (index + 1) });
  return { ...mockServer, send };
}

const idsOf = ({ body }: { body: { data: readonly { id: number }[] } }) => body.data.map(({ id }) => id);

describe('a list', () => {
  test('returns every item once by following its pages while items are added', async () => {
    const { send } = await library();
    const first = await send('/books');
    expect(first.body).toMatchObject({ total: 5, has_more: true });
    expect(idsOf(first)).toEqual([1, 2]);
    await send('/books', { title: 'Ulysses', pages: 700 });
    const second = await send(`/books?limit=3&after=${first.body.next_cursor}`);
    expect(idsOf(second)).toEqual([3, 4, 5]);
    const last = await send(`/books?after=${second.body.next_cursor}`);
    expect(idsOf(last)).toEqual([6]);
    expect(last.body).toMatchObject({ total: 6, has_more: false });
    expect(last.body.next_cursor ?? null).toBeNull();
  });

  test('is sorted and filtered', async () => {
    const { send } = await library();
    expect(idsOf(await send('/books?limit=9&sort=title'))).toEqual([3, 4, 2, 1, 5]);
    expect(idsOf(await send('/books?limit=9&sort=-pages'))).toEqual([5, 4, 3, 2, 1]);
    expect(idsOf(await send('/books?title=Emma'))).toEqual([1, 5]);
  });

  test('rejects an invalid cursor', async () => {
    const { send } = await library();
    const { status, body } = await send('/books?after=nonsense');
    expect({ status, detail: body.detail }).toEqual({
      status: 400,
      detail: 'invalid after "nonsense"',
    });
  });

  test('logs unsupported parameters', async () => {
    const { send } = await library();
    await send('/books?colour=red');
    const { body } = await send('/_understudy/requests');
    expect(body.exchanges.at(-1)).toMatchObject({
      source: 'stored',
      warnings: ['colour is not supported and was ignored'],
    });
  });

  test('is counted with the same filters', async () => {
    const { send } = await library();
    expect((await send('/books/count')).body).toEqual({ count: 5 });
    expect((await send('/books/count?title=Emma')).body).toEqual({ count: 2 });
  });
});
