// The operations of the APIs, as listed by the control API.

import { expect, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { inferred } from '../../support/inferred.ts';
import { send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';

const shared = sharedMockServer();
const list = async (query = '') => (await send(shared(), 'GET', `/_understudy/operations${query}`)).body;

test('operations are listed in the order of the document, with their declared responses', async () => {
  const { operations, after } = await list();
  const ids: string[] = operations.map(({ id }: { id: string }) => id);
  const { bundled } = await openDocument(identity.document as URL);
  const declared = Object.values(bundled.paths ?? {}).flatMap((item) => Object.values(item as object));
  expect(ids).toEqual(declared.flatMap(({ operationId }) => operationId ?? []));
  const updateApp = operations[ids.indexOf('updateApp')];
  expect(updateApp).toMatchObject({
    api: 'identity',
    method: 'PUT',
    path: '/management/v1/projects/{projectId}/apps/{appId}',
    summary: expect.any(String),
  });
  expect(updateApp.responses.map(({ status }: { status: string }) => status)).toContain('409');
  expect(after).toBeUndefined();
});

test('operations are found by id, path and summary, and listed page by page', async () => {
  const [text] = [
    `
paths:
  /hens: { get: { operationId: listHens, summary: All of them, responses: { '200': { description: OK, content: { application/json: { schema: {}, examples: { few: { value: [] }, many: { value: [1] } } } } }, default: { description: Not } } } }
  /cocks: { get: { operationId: listCocks, responses: { 2XX: { description: OK } } }, post: { operationId: addCock, summary: [odd], responses: {} } }`,
  ];
  const sendToThings = await inferred(text ?? '');
  const found = async (query: string) => (await sendToThings('GET', `/_understudy/operations?${query}`)).body;
  const ids = async (query: string) => (await found(query)).operations.map(({ id }: { id: string }) => id);
  expect(await ids('q=HEN')).toEqual(['listHens']);
  expect(await ids('q=all')).toEqual(['listHens']);
  expect(await ids('q=/cocks')).toEqual(['listCocks', 'addCock']);
  expect(await ids('q=goose')).toEqual([]);
  const first = await found('limit=2');
  expect(first).toEqual({
    sandbox: 'main',
    operations: [
      {
        api: 'things',
        id: 'listHens',
        method: 'GET',
        path: '/hens',
        summary: 'All of them',
        responses: [
          { status: '200', examples: ['few', 'many'] },
          { status: 'default', examples: [] },
        ],
      },
      { api: 'things', id: 'listCocks', method: 'GET', path: '/cocks', responses: [{ status: '2XX', examples: [] }] },
    ],
    after: 1,
  });
  expect(await ids('limit=2&after=1')).toEqual(['addCock']);
  expect((await sendToThings('GET', '/_understudy/operations?api=others')).body).toMatchObject({
    code: 3,
    message: 'api must be one of things',
  });
});
