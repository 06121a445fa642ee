// Handling of a request, with the pets API.

import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/index.ts';
import { pets } from '../../support/pets/api.ts';
import { petsMockServer, petsWith, requestPets } from '../../support/pets/mock-server.ts';

const KEEPER = { token: 'token-keeper' };

describe('a request', () => {
  test.each([
    ['GET', '/pets', 200, ['1', '2', '3']],
    ['GET', '/pets?kinds=cat', 200, ['1', '3']],
    ['GET', '/pets?kinds=cat&kinds=dog&limit=2', 200, ['1', '2']],
    ['GET', '/pets?kinds=hen', 200, []],
  ])('%s %s gets its values from the query, converted to the declared types', async (method, path, status, ids) => {
    const response = await requestPets(await petsMockServer(), method, path);
    expect(response.status).toBe(status);
    expect(response.body.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test.each([
    ['/pets?limit=0', 'query /limit must be at least 1'],
    ['/pets?limit=many', 'query /limit must be an integer'],
    ['/pets?limit=1.5', 'query /limit must be an integer'],
    ['/pets?kinds=cow', 'query /kinds/0 must be one of cat, dog, hen'],
    ['/pets?kinds=cat&kinds=cow', 'query /kinds/1 must be one of cat, dog, hen'],
  ])('GET %s is rejected with the location of the error', async (path, message) => {
    const { status, body } = await requestPets(await petsMockServer(), 'GET', path);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 3, message } });
  });

  test('is rejected with all errors of its body together', async () => {
    const { status, body } = await requestPets(await petsMockServer(), 'POST', '/pets', {
      body: { name: '', kind: 'hen', legs: 4 },
    });
    expect(status).toBe(400);
    expect(body.code).toBe(3);
    const [detail] = body.details;
    expect(detail.fieldViolations.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'body',
      'body/name',
    ]);
  });

  test.each([
    ['a%20b', 'a b'],
    ['a%2Fb', 'a/b'],
    ['%F0%9F%90%94', '🐔'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['a+b', 'a+b'],
  ])('for /pets/%s has the id "%s"', async (segment, id) => {
    const { status, body } = await requestPets(await petsMockServer(), 'GET', `/pets/${segment}`);
    expect({ status, body }).toMatchObject({ status: 404, body: { code: 5, message: `there is no pet ${id}` } });
  });

  test.each(['%zz', '%', '%F0%9F', '%C0%AF'])('for /pets/%s, which cannot be decoded, is rejected', async (segment) => {
    const { status, body } = await requestPets(await petsMockServer(), 'GET', `/pets/${segment}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 3 } });
  });

  test.each([
    ['PUT', '/pets', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/pets/1', 'GET, HEAD, DELETE, OPTIONS'],
  ])('%s %s is rejected with the allowed methods', async (method, path, allow) => {
    const { status, headers, body } = await requestPets(await petsMockServer(), method, path);
    expect({ status, body }).toMatchObject({
      status: 405,
      body: { code: 12, message: `${method} is not allowed on ${path}; allowed: ${allow}` },
    });
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(allow.split(', ').toSorted());
  });

  test.each(['/pet', '/pets/', '/pets/1/', '/pets/1/toys', '//pets', '/PETS'])(
    'for %s, which the document does not have, is rejected with 404',
    async (path) => {
      const { status, body } = await requestPets(await petsMockServer(), 'GET', path);
      const message = expect.stringContaining(`path ${path} not found in Pets`);
      expect({ status, body }).toMatchObject({ status: 404, body: { code: 5, message } });
    },
  );

  test.each(['/pets/', '//pets', '/PETS'])('for %s is rejected with a hint to /pets', async (path) => {
    const { body } = await requestPets(await petsMockServer(), 'GET', path);
    expect(body.message).toBe(`path ${path} not found in Pets; similar: /pets`);
  });

  test('HEAD is handled like GET, without a body', async () => {
    const mockServer = await petsMockServer();
    const { status, headers, body } = await requestPets(mockServer, 'HEAD', '/pets');
    expect({ status, body }).toEqual({ status: 200, body: '' });
    expect(headers.get('content-type')).toBe('application/json');
    expect((await requestPets(mockServer, 'HEAD', '/pets/9')).status).toBe(404);
  });

  test('that requires authentication is rejected without it', async () => {
    const mockServer = await petsMockServer();
    const { status, body } = await requestPets(mockServer, 'DELETE', '/pets/1');
    expect({ status, body }).toMatchObject({ status: 401, body: { code: 16 } });
    expect((await requestPets(mockServer, 'GET', '/pets/1')).status).toBe(200);
  });

  test('is handled only if authorize of the API allows it to the caller, in that sandbox', async () => {
    const authorize: typeof pets.authorize = ({ operation, caller, path }) => {
      if (path.petId !== '1') throw new ApiError('permission_denied', `${caller.name}: no ${operation.id} there`);
    };
    const mockServer = await petsMockServer({ apis: [{ ...pets, authorize }] });
    const { status, body } = await requestPets(mockServer, 'DELETE', '/pets/2', KEEPER);
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 7, message: 'Resi: no removePet there' } });
    expect((await requestPets(mockServer, 'DELETE', '/pets/2')).status).toBe(401);
    expect((await requestPets(mockServer, 'DELETE', '/pets/1', KEEPER)).status).toBe(204);
    expect((await requestPets(mockServer, 'GET', '/pets/2')).status).toBe(200);
  });
});

describe('a response', () => {
  test('has the lowest declared 2xx status', async () => {
    const { status, body } = await requestPets(await petsMockServer(), 'POST', '/pets', {
      body: { name: 'A', kind: 'cat' },
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: { id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-/), name: 'A', kind: 'cat' },
    });
  });

  test('has no body and no media type if the document describes none', async () => {
    const mockServer = await petsMockServer();
    const { status, body, headers } = await requestPets(mockServer, 'DELETE', '/pets/1', KEEPER);
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers.get('content-type')).toBeNull();
    const { url } = await mockServer.listen();
    const authorization = `Bearer ${KEEPER.token}`;
    const overHttp = await fetch(`${url}/pets/2`, { method: 'DELETE', headers: { authorization } });
    expect(overHttp.status).toBe(204);
    expect(await overHttp.text()).toBe('');
    expect((await requestPets(mockServer, 'GET', '/pets')).body).toHaveLength(1);
  });

  test.each([
    ['getPet', 'GET', '/pets/1', () => ({}), 'response /name is required'],
    ['getPet', 'GET', '/pets/1', () => undefined, 'response must be an object'],
    [
      'listPets',
      'GET',
      '/pets',
      () => [{ id: '1', name: 'A', kind: 'cow' }],
      'response /0/kind must be one of cat, dog, hen',
    ],
    ['removePet', 'DELETE', '/pets/1', () => ({ id: '1' }), 'removePet returned an invalid response'],
  ])(
    'of %s that violates the document becomes a 500 that names the violation',
    async (id, method, path, handler, breach) => {
      const reported: unknown[] = [];
      const mockServer = await petsMockServer({
        apis: [petsWith({ [id]: handler })],
        onError: (thrown) => reported.push(thrown),
      });
      const { status, body } = await requestPets(mockServer, method, path, KEEPER);
      expect({ status, code: body.code }).toEqual({ status: 500, code: 13 });
      expect(body.message).toContain(id);
      expect(body.message).toContain(breach);
      expect(reported).toHaveLength(1);
    },
  );

  test('that violates the document is sent and logged if violations are only reported', async () => {
    const apis = [
      petsWith({ getPet: () => ({ id: 7 }), removePet: () => ({ id: 1 }), addPet: () => undefined }),
    ] as const;
    const mockServer = await petsMockServer({ apis, outputCheck: 'report' });
    const { status, body } = await requestPets(mockServer, 'GET', '/pets/1');
    expect({ status, body }).toEqual({ status: 200, body: { id: 7 } });
    const { exchanges } = (await requestPets(mockServer, 'GET', '/_understudy/requests')).body;
    expect(exchanges.at(-1).findings).toContain('response /id must be a string');
    const { url } = await mockServer.listen();
    const post = { method: 'POST', body: '{"name":"A","kind":"cat"}', headers: { 'content-type': 'application/json' } };
    const empty = await fetch(`${url}/pets`, post);
    expect({ status: empty.status, text: await empty.text() }).toEqual({ status: 201, text: '' });
  });

  test('of a handler that throws does not include the text of the error, which is passed to onError', async () => {
    const mistake = new Error('hunter2 is the password');
    const reported: unknown[] = [];
    const apis = [petsWith({ getPet: () => Promise.reject(mistake) })] as const;
    const mockServer = await petsMockServer({ apis, onError: (thrown) => reported.push(thrown) });
    const { status, body } = await requestPets(mockServer, 'GET', '/pets/1');
    expect({ status, body }).toMatchObject({ status: 500, body: { code: 13 } });
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(reported).toEqual([mistake]);
  });

  test.each([undefined, null, 'text', 7])(
    'of a handler that throws %s is an error response like any other',
    async (thrown) => {
      const reported: unknown[] = [];
      const fail = () => {
        throw thrown;
      };
      const mockServer = await petsMockServer({
        apis: [petsWith({ getPet: fail })],
        onError: (thrown) => reported.push(thrown),
      });
      expect(await requestPets(mockServer, 'GET', '/pets/1')).toMatchObject({ status: 500, body: { code: 13 } });
      expect(reported).toEqual([thrown ?? new Error(`${thrown} was thrown`)]);
    },
  );

  test('of a handler that throws an ApiError is that error, and onError is not called', async () => {
    const reported: unknown[] = [];
    const fail = () => {
      throw new ApiError('resource_exhausted', 'enough', { headers: { 'retry-after': '3' } });
    };
    const mockServer = await petsMockServer({
      apis: [petsWith({ getPet: fail })],
      onError: (thrown) => reported.push(thrown),
    });
    const { status, headers, body } = await requestPets(mockServer, 'GET', '/pets/1');
    expect({ status, body }).toEqual({ status: 429, body: { code: 8, message: 'enough', details: [] } });
    expect(headers.get('retry-after')).toBe('3');
    expect(reported).toEqual([]);
  });

  test('of a handler that simulates an internal error is that error too', async () => {
    const reported: unknown[] = [];
    const fail = () => {
      throw new ApiError('internal', 'the till is stuck', { id: 'TILL-1' });
    };
    const mockServer = await petsMockServer({
      apis: [petsWith({ getPet: fail })],
      onError: (thrown) => reported.push(thrown),
    });
    const { status, body } = await requestPets(mockServer, 'GET', '/pets/1');
    expect({ status, body }).toMatchObject({ status: 500, body: { code: 13, message: 'the till is stuck' } });
    expect(reported).toEqual([]);
  });

  test('of a change that failed leaves the state unchanged', async () => {
    const mockServer = await petsMockServer();
    const { status } = await requestPets(mockServer, 'POST', '/pets', { body: { name: 'Minka', kind: 'cat' } });
    expect(status).toBe(409);
    expect((await requestPets(mockServer, 'GET', '/pets')).body).toHaveLength(3);
  });
});

test('headers of an error win over headers that the API adds to all responses', async () => {
  const responseHeaders = { 'cache-control': 'no-store', 'retry-after': '1' };
  const listPets = () => {
    throw new ApiError('unavailable', 'closed for today', { headers: { 'retry-after': '3600' } });
  };
  const mockServer = await petsMockServer({ apis: [{ ...petsWith({ listPets }), responseHeaders }] });
  const { status, headers } = await requestPets(mockServer, 'GET', '/pets');
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '3600', 'no-store']);
});
