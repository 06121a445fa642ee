// Coverage of sandboxes, over the control API: shown, combined, unchanged by resets, cleared.

import { describe, expect, test } from 'vitest';
import { createTallies } from '../../../src/coverage/coverage-tallies.ts';
import type { MockServer } from '../../../src/index.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { documentOf, jsonAnswers, ownApi, ownMockServer } from '../../support/own-api.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

const COVERAGE = '/_understudy/coverage';
const inSandbox = (name: string) => ({ headers: { 'x-understudy-sandbox': name } });

/** The number of requests of each operation. */
async function requests(mockServer: MockServer, query = '', requested = {}): Promise<Readonly<Record<string, number>>> {
  const { body } = await requestPets(mockServer, 'GET', `${COVERAGE}${query}`, requested);
  const all = body.apis.flatMap((api: { operations: { operation: string; requests: number }[] }) => api.operations);
  return Object.fromEntries(
    all.flatMap(({ operation, requests }: (typeof all)[number]) => (requests > 0 ? [[operation, requests]] : [])),
  );
}

describe('coverage', () => {
  test('is that of the current sandbox, of named ones, or of all', async () => {
    const mockServer = await petsMockServer();
    await requestPets(mockServer, 'GET', '/pets');
    await requestPets(mockServer, 'GET', '/pets', inSandbox('blue'));
    await requestPets(mockServer, 'GET', '/pets/1', inSandbox('blue'));
    await requestPets(mockServer, 'POST', '/pets', { body: { name: 'Berta', kind: 'hen' }, ...inSandbox('red') });
    expect(await requests(mockServer)).toEqual({ listPets: 1 });
    expect(await requests(mockServer, '', inSandbox('blue'))).toEqual({ listPets: 1, getPet: 1 });
    expect(await requests(mockServer, '?sandboxes=blue,red')).toEqual({ listPets: 1, getPet: 1, addPet: 1 });
    expect(await requests(mockServer, '?sandboxes=all')).toEqual({ listPets: 2, getPet: 1, addPet: 1 });
    const { body } = await requestPets(mockServer, 'GET', `${COVERAGE}?sandboxes=all`);
    expect(body.sandboxes).toEqual(['main', 'blue', 'red']);
    const unknown = await requestPets(mockServer, 'GET', `${COVERAGE}?sandboxes=green`);
    expect([unknown.status, unknown.body.message]).toEqual([
      404,
      expect.stringContaining('sandbox "green" not found; existing: '),
    ]);
  });

  test('survives a reset of its sandbox, and its removal in the total', async () => {
    const mockServer = await petsMockServer();
    await requestPets(mockServer, 'GET', '/pets', inSandbox('blue'));
    await requestPets(mockServer, 'POST', '/_understudy/reset', inSandbox('blue'));
    expect(await requests(mockServer, '', inSandbox('blue'))).toEqual({ listPets: 1 });
    await requestPets(mockServer, 'DELETE', '/_understudy/sandboxes/blue');
    expect(await requests(mockServer, '?sandboxes=all')).toEqual({ listPets: 1 });
    await requestPets(mockServer, 'GET', '/pets', inSandbox('blue'));
    expect(await requests(mockServer, '', inSandbox('blue'))).toEqual({ listPets: 1 });
    expect(await requests(mockServer, '?sandboxes=all')).toEqual({ listPets: 2 });
  });

  test('of requests that created no sandbox counts for main', async () => {
    const mockServer = await petsMockServer();
    await requestPets(mockServer, 'GET', '/pets/none', inSandbox('never'));
    expect(await requests(mockServer)).toEqual({ getPet: 1 });
  });

  test('can be cleared in one sandbox, or in all', async () => {
    const mockServer = await petsMockServer();
    const requestBoth = async () => {
      await requestPets(mockServer, 'GET', '/pets');
      await requestPets(mockServer, 'GET', '/nowhere');
      await requestPets(mockServer, 'GET', '/pets', inSandbox('blue'));
    };
    await requestBoth();
    expect((await requestPets(mockServer, 'DELETE', COVERAGE)).status).toBe(204);
    expect([await requests(mockServer), await requests(mockServer, '?sandboxes=all')]).toEqual([{}, { listPets: 1 }]);
    await requestBoth();
    await requestPets(mockServer, 'DELETE', '/_understudy/sandboxes/blue');
    await requestPets(mockServer, 'DELETE', `${COVERAGE}?sandboxes=all`);
    const { body } = await requestPets(mockServer, 'GET', `${COVERAGE}?sandboxes=all`);
    expect([body.totals.all.covered, body.unmatched]).toEqual([0, []]);
  });

  test('counts requests that the request log has dropped, and none of the control API', async () => {
    const mockServer = await petsMockServer();
    for (let time = 0; time < 1200; time += 1) await requestPets(mockServer, 'GET', '/pets');
    expect(await requests(mockServer)).toEqual({ listPets: 1200 });
  });

  test('lists requests without an operation separately, a hundred different ones, without their queries', async () => {
    const mockServer = await petsMockServer();
    await requestPets(mockServer, 'PUT', '/pets?token=secret');
    for (let at = 0; at < 105; at += 1) await requestPets(mockServer, 'GET', `/nowhere/${at}/${'x'.repeat(400)}`);
    await requestPets(mockServer, 'OPTIONS', '/pets');
    const { body } = await requestPets(mockServer, 'GET', COVERAGE);
    expect(body.unmatched[0]).toEqual({ method: 'PUT', path: '/pets', status: 405, count: 1 });
    expect([body.unmatched.length, body.unmatchedBeyond]).toEqual([100, 6]);
    expect(Math.max(...body.unmatched.map(({ path }: { path: string }) => path.length))).toBe(200);
  });

  test('is also a text table, with missing points on request', async () => {
    const mockServer = await petsMockServer();
    await requestPets(mockServer, 'POST', '/pets', { body: { name: 'Berta', kind: 'hen' } });
    await requestPets(mockServer, 'POST', '/pets', { body: { name: 'Berta', kind: 'cow' } });
    await requestPets(mockServer, 'GET', '/petz');
    const { body, headers } = await requestPets(mockServer, 'GET', `${COVERAGE}/table?missing=true`);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(body).toMatchInlineSnapshot(`
      "Pets (pets): 24.2% covered
        operations   25%    1 of 4
        statuses     25%    2 of 8
        media types  37.5%  3 of 8
        parameters   0%     0 of 6
        properties   32.1%  9 of 28
        values       13.3%  2 of 15
        security     0%     0 of 1

        operation  requests  covered  statuses            missing
        listPets   0         0%                           not requested
        addPet     2         72.7%    201 ×1, default ×1  properties 2, values 4
            properties: request motherId, 201 motherId
            values: request kind=cat, request kind=dog, 201 kind=cat, 201 kind=dog
        getPet     0         0%                           not requested
        removePet  0         0%                           not requested

      Requests without a matching operation:
        1 ×  404  GET /petz
      "
    `);
    expect((await requestPets(mockServer, 'GET', `${COVERAGE}/table`)).body).not.toContain('request kind=cat');
  });

  test('after a reload has the points that still exist', async () => {
    const operation = (properties: object) =>
      documentOf({
        '/things': {
          post: {
            operationId: 'makeThing',
            requestBody: { content: { 'application/json': { schema: { properties } } } },
            responses: jsonAnswers({ 200: {} }),
          },
        },
      });
    const handlers = { makeThing: () => ({}) };
    const mockServer = await ownMockServer(operation({ name: {}, old: {} }), handlers);
    await requestPets(mockServer, 'POST', '/things', { body: { name: 'Hut', old: 1 } });
    const saved = await ownApi(operation({ added: {}, name: {} }), handlers);
    await mockServer.reload(async () => [saved]);
    const { body: stored } = await requestPets(mockServer, 'GET', COVERAGE);
    expect(stored.apis[0].operations[0].points.mediaTypes.seen).toEqual([
      'request application/json',
      '200 application/json',
    ]);
    await requestPets(mockServer, 'POST', '/things', { body: { added: 1 } });
    const { body } = await requestPets(mockServer, 'GET', COVERAGE);
    const [{ requests, statuses, points }] = body.apis[0].operations;
    expect([requests, statuses, points.properties]).toEqual([
      2,
      [{ status: '200', count: 2 }],
      { seen: ['request added', 'request name', 'request without name'], missing: ['request without added'] },
    ]);
  });
});

describe('limits', () => {
  test('memory for the coverage of single sandboxes is limited: the rest counts only in the total', async () => {
    const { operations } = createDocument(await openDocument(new URL('../../support/pets/pets.yaml', import.meta.url)));
    const tallies = createTallies({ most: 3 });
    const [one, other] = [tallies.create(), tallies.create()];
    const reported = { isCall: false, request: undefined, brings: undefined, response: undefined };
    for (const tally of [one, other])
      for (const operation of operations.values()) tally.count({ operation, ...reported });
    const counted = (tally: typeof one) => [...operations.values()].map((operation) => tally.cell(operation)?.requests);
    expect([counted(one), counted(other)]).toEqual([
      [1, 1, 1, undefined],
      [undefined, undefined, undefined, undefined],
    ]);
    expect(counted(tallies.together([tallies.rest, one, other]))).toEqual([2, 2, 2, 2]);
    tallies.end(one);
    for (const operation of operations.values()) other.count({ operation, ...reported });
    expect(counted(other)).toEqual([1, 1, 1, undefined]);
  });
});
