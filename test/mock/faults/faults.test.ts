// Fault plans: matching requests, frequency, and effects.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { inferred } from '../../support/inferred.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

const FAULTS = '/_understudy/faults';
const BERTA = { name: 'Berta', kind: 'hen' };

/** A mock server with a fault plan. */
async function faulty(plan: object): Promise<MockServer> {
  const mockServer = await petsMockServer();
  expect(await planned(mockServer, plan)).toMatchObject({ status: 201 });
  return mockServer;
}

const planned = (mockServer: MockServer, plan: object) => requestPets(mockServer, 'POST', FAULTS, { body: plan });
const statuses = async (mockServer: MockServer, count: number, method = 'GET', path = '/pets') => {
  const found: number[] = [];
  for (let n = 0; n < count; n++) found.push((await requestPets(mockServer, method, path)).status);
  return found;
};
const plansOf = async (mockServer: MockServer) => (await requestPets(mockServer, 'GET', FAULTS)).body.faults;

describe('a fault plan applies', () => {
  test.each([
    ['to all requests', {}, [503, 503, 503]],
    ['to an operation', { operation: 'listPets' }, [503, 200, 200]],
    ['to a method', { method: 'post' }, [200, 503, 200]],
    ['to a path of the document', { path: '/pets/{petId}' }, [200, 200, 503]],
    ['to a request path', { path: '/pets/1' }, [200, 200, 503]],
    ['to paths that match a wildcard', { path: '/pets/*' }, [200, 200, 503]],
    ['to all paths below a path', { path: '/pets/**' }, [503, 503, 503]],
    ['not to another path', { path: '/pets/2' }, [200, 200, 200]],
    ['to a body with a property value', { body: { kind: 'hen' } }, [200, 503, 200]],
    ['not to a body with another value', { body: { kind: 'cat' } }, [200, 200, 200]],
    ['to a header', { headers: { 'X-Test': 'seven' } }, [503, 503, 503]],
    ['not to another value of the header', { headers: { 'x-test': 'eight' } }, [200, 200, 200]],
    ['if all conditions match', { method: 'GET', path: '/pets/*' }, [200, 200, 503]],
    ['to an API', { api: 'pets' }, [503, 503, 503]],
  ])('%s', async (_, on, expected) => {
    const mockServer = await faulty({ on, steps: [{ code: 'unavailable' }] });
    const headers = { 'x-test': 'seven' };
    const requested = [
      await requestPets(mockServer, 'GET', '/pets', { headers }),
      await requestPets(mockServer, 'POST', '/pets', { body: BERTA, headers }),
      await requestPets(mockServer, 'GET', '/pets/1', { headers }),
    ];
    expect(requested.map(({ status }) => (status === 201 ? 200 : status))).toEqual(expected);
  });

  test('to a caller, identified by one of its properties', async () => {
    const mockServer = await faulty({ on: { caller: 'Resi' }, steps: [{ code: 'unavailable' }] });
    expect((await requestPets(mockServer, 'GET', '/pets')).status).toBe(200);
    expect((await requestPets(mockServer, 'DELETE', '/pets/1', { token: 'token-keeper' })).status).toBe(503);
    await requestPets(mockServer, 'DELETE', FAULTS);
    await planned(mockServer, { on: { caller: { name: 'Vroni' } }, steps: [{ code: 'unavailable' }] });
    expect((await requestPets(mockServer, 'DELETE', '/pets/1', { token: 'token-keeper' })).status).toBe(204);
  });

  test.each([
    ['until it is removed', {}, [503, 503, 503, 503, 503, 503]],
    ['a number of times', { times: 2 }, [503, 503, 200, 200, 200, 200]],
    ['every third time', { every: 3 }, [200, 200, 503, 200, 200, 503]],
    ['the third time only', { every: 3, times: 1 }, [200, 200, 503, 200, 200, 200]],
    ['never, with rate 0', { rate: 0 }, [200, 200, 200, 200, 200, 200]],
    ['always, with rate 1', { rate: 1 }, [503, 503, 503, 503, 503, 503]],
  ])('%s', async (_, turns, expected) => {
    const mockServer = await faulty({ ...turns, steps: [{ code: 'unavailable' }] });
    expect(await statuses(mockServer, 6)).toEqual(expected);
  });

  test('at a rate: with the same random seed, the same requests fail', async () => {
    const drawn = async (seed: string) => {
      const mockServer = await faulty({ rate: 0.5, steps: [{ code: 'unavailable' }] });
      await requestPets(mockServer, 'POST', '/_understudy/seed', { body: { seed } });
      return statuses(mockServer, 40);
    };
    const one = await drawn('one');
    expect(new Set(one)).toEqual(new Set([200, 503]));
    expect(await drawn('one')).toEqual(one);
    expect(await drawn('two')).not.toEqual(one);
  });

  test('step by step, and ends after the last step', async () => {
    const mockServer = await faulty({
      on: { operation: 'listPets' },
      steps: [{ code: 'unavailable' }, { code: 'aborted' }],
    });
    expect(await statuses(mockServer, 4)).toEqual([503, 409, 200, 200]);
    expect(await plansOf(mockServer)).toMatchObject([{ id: 'fault-1', over: true, matched: 2, met: 2 }]);
  });

  test('with its last step again, if it applies more often than it has steps', async () => {
    const mockServer = await faulty({ times: 4, steps: [{ code: 'unavailable' }, { code: 'aborted' }] });
    expect(await statuses(mockServer, 5)).toEqual([503, 409, 409, 409, 200]);
  });

  test('before later plans, which apply when it has ended', async () => {
    const mockServer = await faulty({ times: 1, steps: [{ code: 'unavailable' }] });
    await planned(mockServer, { times: 1, steps: [{ code: 'aborted' }] });
    expect(await statuses(mockServer, 3)).toEqual([503, 409, 200]);
  });

  test('in its sandbox, and in later forks of it', async () => {
    const mockServer = await faulty({ steps: [{ code: 'unavailable' }] });
    const other = (name: string) =>
      requestPets(mockServer, 'GET', '/pets', { headers: { 'x-understudy-sandbox': name } });
    expect((await other('red')).status).toBe(200);
    await requestPets(mockServer, 'POST', '/_understudy/sandboxes', { body: { name: 'blue', from: 'main' } });
    expect((await other('blue')).status).toBe(503);
    await requestPets(mockServer, 'DELETE', FAULTS);
    expect([(await other('blue')).status, ...(await statuses(mockServer, 1))]).toEqual([503, 200]);
  });

  test('not while it is paused, after its removal, or after a reset', async () => {
    const mockServer = await faulty({ steps: [{ code: 'unavailable' }] });
    const pause = (paused: boolean) => requestPets(mockServer, 'PATCH', `${FAULTS}/fault-1`, { body: { paused } });
    expect((await pause(true)).body).toMatchObject({ paused: true, matched: 0 });
    expect(await statuses(mockServer, 1)).toEqual([200]);
    await pause(false);
    expect(await statuses(mockServer, 1)).toEqual([503]);
    expect((await requestPets(mockServer, 'DELETE', `${FAULTS}/fault-1`)).status).toBe(204);
    expect(await statuses(mockServer, 1)).toEqual([200]);
    const gone = await requestPets(mockServer, 'DELETE', `${FAULTS}/fault-1`);
    expect([gone.status, gone.body.message]).toEqual([404, 'fault "fault-1" not found; none exist']);
    expect((await pause(true)).status).toBe(404);
    await planned(mockServer, { steps: [{ code: 'unavailable' }] });
    await requestPets(mockServer, 'POST', '/_understudy/reset');
    expect(await statuses(mockServer, 1)).toEqual([200]);
  });
});

const TASKS = `
paths:
  /tasks/{id}:
    get:
      operationId: getTask
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Task' }, examples: { done: { value: { id: t1, state: done } } } } } }
        '202': { description: not yet, headers: { retry-after: { required: true, schema: { type: integer } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Task' }, examples: { waiting: { value: { id: t1, state: waiting } }, running: { value: { id: t1, state: running } } } } } }
        '404': { description: gone, content: { application/json: { schema: { type: object, required: [reason], properties: { reason: { type: string } } } } } }
components:
  schemas:
    Task: { type: object, required: [id, state], properties: { id: { type: string }, state: { type: string, enum: [waiting, running, done] } } }
`;

describe('a fault returns', () => {
  test('a sequence of declared responses by example, with their headers', async () => {
    const requested = await inferred(TASKS);
    await requested('POST', FAULTS, {
      on: { operation: 'getTask' },
      steps: [{ status: 202, example: 'waiting' }, { status: 202, example: 'running' }, { status: 200 }],
    });
    const responses = [
      await requested('GET', '/tasks/t1'),
      await requested('GET', '/tasks/t1'),
      await requested('GET', '/tasks/t1'),
    ];
    expect(responses.map(({ status, body, source }) => [status, body.state, source])).toEqual([
      [202, 'waiting', 'fault'],
      [202, 'running', 'fault'],
      [200, 'done', 'fault'],
    ]);
    expect(responses[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('a declared error response, in its declared format', async () => {
    const requested = await inferred(TASKS);
    await requested('POST', FAULTS, { steps: [{ status: 404, message: 'no such task any more' }] });
    const { status, body, source } = await requested('GET', '/tasks/t1');
    expect([status, body, source]).toEqual([404, { reason: 'no such task any more' }, 'fault']);
  });

  test('a response with a custom body', async () => {
    const requested = await inferred(TASKS);
    await requested('POST', FAULTS, {
      on: { operation: 'getTask' },
      steps: [{ body: { id: 't9', state: 'done' }, headers: { 'x-cache': 'hit' } }],
    });
    const { status, body, headers } = await requested('GET', '/tasks/t1');
    expect([status, body, headers.get('x-cache')]).toEqual([200, { id: 't9', state: 'done' }, 'hit']);
  });

  test('no response with a header that the operation does not allow, or without one that it requires', async () => {
    const requested = await inferred(TASKS);
    const plan = (step: object) => ({ on: { operation: 'getTask' }, steps: [{ status: 202, ...step }] });
    const body = { id: 't1', state: 'waiting' };
    for (const step of [{ headers: { 'Retry-After': 'soon' } }, { body }, { body, headers: { 'retry-after': 'x' } }]) {
      const { status, body: rejected } = await requested('POST', FAULTS, plan(step));
      expect([status, rejected.message]).toEqual([400, expect.stringContaining('with an invalid header (response')]);
    }
    for (const step of [
      { body, headers: { 'Retry-After': '7' } },
      { headers: { 'x-cache': 'hit' } },
      { body, undeclared: true },
    ])
      expect((await requested('POST', FAULTS, plan(step))).status).toBe(201);
  });

  test('an undeclared response only with `undeclared`', async () => {
    const requested = await inferred(TASKS);
    const plan = (more: object) => ({
      on: { operation: 'getTask' },
      steps: [{ status: 418, body: { short: 'and stout' }, ...more }],
    });
    const rejected = await requested('POST', FAULTS, plan({}));
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      'step 1 returns 418, which getTask does not declare (declared: 200, 202, 404); to return it anyway, add undeclared (in JSON: "undeclared": true)',
    ]);
    await requested('POST', FAULTS, plan({ undeclared: true }));
    const { status, body } = await requested('GET', '/tasks/t1');
    expect([status, body]).toEqual([418, { short: 'and stout' }]);
  });

  test('a server error that the document does not declare, in each form of a plan', async () => {
    const requested = await inferred(TASKS);
    await requested('POST', FAULTS, { on: { operation: 'getTask' }, times: 1, steps: [{ status: 500 }] });
    await requested('POST', FAULTS, { on: { operation: 'getTask' }, steps: [{ status: 503, body: { later: true } }] });
    expect((await requested('GET', '/tasks/t1')).status).toBe(500);
    const { status, body } = await requested('GET', '/tasks/t1');
    expect([status, body]).toEqual([503, { later: true }]);
  });

  test('an invalid body, with a finding in the request log', async () => {
    const requested = await inferred(TASKS);
    await requested('POST', FAULTS, { on: { operation: 'getTask' }, steps: [{ broken: true }] });
    const { status, body } = await requested('GET', '/tasks/t1');
    expect([status, body]).toEqual([200, { id: 17, state: 'done' }]);
    const { exchanges } = (await requested('GET', '/_understudy/requests')).body;
    expect(exchanges).toMatchObject([
      {
        source: 'fault',
        findings: ['response /id must be a string'],
        warnings: ['injected fault fault-1'],
      },
    ]);
  });

  test('an error by code, in the error format of the API', async () => {
    const mockServer = await faulty({
      steps: [{ code: 'resource_exhausted', message: 'slow down', headers: { 'retry-after': '7' } }],
    });
    const { status, body, headers } = await requestPets(mockServer, 'GET', '/pets');
    expect([status, body, headers.get('retry-after')]).toEqual([
      429,
      { code: 8, message: 'slow down', details: [] },
      '7',
    ]);
  });

  test('the error that the API has for an expired token', async () => {
    const mockServer = await identityMockServer();
    await send(mockServer, 'POST', FAULTS, { token: undefined, body: { steps: [{ expiredToken: true }] } });
    const { status, body, headers } = await send(mockServer, 'POST', '/management/v1/projects/_search', { body: {} });
    expect([status, body.message]).toEqual([401, 'Errors.Token.Invalid (AUTH-7fs1e)']);
    expect(headers.get('www-authenticate')).toContain('invalid_token');
  });

  test('the fault of the request header, for that request only', async () => {
    const mockServer = await petsMockServer();
    const met = (fault: string) =>
      requestPets(mockServer, 'GET', '/pets', { headers: { 'x-understudy-fault': fault } });
    expect((await met('status=503')).status).toBe(503);
    expect((await met('code=aborted, message=busy')).body).toEqual({ code: 10, message: 'busy', details: [] });
    expect((await requestPets(mockServer, 'GET', '/pets')).status).toBe(200);
    const wrong = await met('sttus=503');
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      expect.stringMatching(/^invalid fault "sttus=503"; expected status=503, /),
    ]);
  });
});

describe('a fault plan is rejected:', () => {
  test.each([
    [{ on: { operation: 'listpets' }, steps: [{ delay: 1 }] }, 'unknown operation "listpets"; did you mean listPets?'],
    [
      { on: { operation: 'x' }, steps: [{ delay: 1 }] },
      'unknown operation "x"; list them with `understudy operations`',
    ],
    [{ on: { api: 'cats' }, steps: [{ delay: 1 }] }, 'unknown API "cats"; existing: pets'],
    [
      { on: { operation: 'removePet' }, steps: [{ example: 'none' }] },
      'step 1 uses example "none", which response 204 of removePet does not have; existing: none with a name',
    ],
    [
      { on: { operation: 'getPet' }, steps: [{ body: { id: 1 } }] },
      /^step 1 returns 200 of getPet with an invalid body \(.*\); to return it anyway, add undeclared \(in JSON: "undeclared": true\)$/,
    ],
    [{ on: { method: 'FETCH' }, steps: [{ delay: 1 }] }, /^unknown method "FETCH"; existing: GET, POST/],
    [
      { on: { operation: 'listPets', method: 'put' }, steps: [{ delay: 1 }] },
      'unknown method "put" of listPets; existing: GET',
    ],
    [
      { on: { method: 'POST', path: '/pets/{petId}' }, steps: [{ delay: 1 }] },
      'no operation "POST /pets/{petId}"; methods of the path: GET, DELETE',
    ],
    [{ on: { path: '/petz' }, steps: [{ delay: 1 }] }, 'unknown path "/petz"; similar: /pets'],
    [{ on: { path: '/never/at/all' }, steps: [{ delay: 1 }] }, 'unknown path "/never/at/all"'],
    [{ on: { path: '/pets/*/nothing/**' }, steps: [{ delay: 1 }] }, 'unknown path "/pets/*/nothing/**"'],
    [
      { on: { operation: 'listPets', path: '/pets/{petId}' }, steps: [{ delay: 1 }] },
      'unknown path "/pets/{petId}" of listPets; similar: /pets',
    ],
    [
      { on: { operation: 'removePet' }, steps: [{ delay: 1 }, { status: 201 }] },
      /^step 2 returns 201, which removePet does not declare/,
    ],
    [{ steps: [{ delay: 1 }, { status: 503, code: 'unavailable' }] }, /^step 2 has a response and code/],
    [{ steps: [{ status: 503, code: 'unavailable' }] }, 'step 1 has a response and code; use only one of them'],
    [{ steps: [{ connection: 'reset', broken: true }] }, 'step 1 has "broken" but no response body to break'],
    [{ steps: [] }, /item/],
    [{ steps: [{}] }, /propert/],
    [{ steps: [{ status: 99 }] }, /at least 200/],
    [{ steps: [{ delay: 600_001 }] }, 'body /steps/0/delay must be at most 600000'],
    [{ steps: [{ delay: -1 }] }, 'body /steps/0/delay must be at least 0'],
    [{ steps: [{ code: 'out_of_luck' }] }, /must be one of cancelled/],
    [{ rate: 1.5, steps: [{ delay: 1 }] }, /at most 1/],
    [{ when: 'always', steps: [{ delay: 1 }] }, /when/],
  ])('%j', async (plan, reason) => {
    const mockServer = await petsMockServer();
    const { status, body } = await planned(mockServer, plan);
    expect(status).toBe(400);
    expect(body.message).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
    expect(await plansOf(mockServer)).toEqual([]);
  });
});
