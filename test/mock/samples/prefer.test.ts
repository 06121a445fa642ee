// The Prefer header, with the preferences of Prism.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { appliedText, preferencesIn } from '../../../src/mock/samples/preferences.ts';
import { documentOf, ownApi, ownMockServer } from '../../support/own-api.ts';
import { responsesOf } from '../../support/sample-responses.ts';

const PET = { type: 'object', required: ['name'], properties: { name: { type: 'string', example: 'doggie' } } };
const FAILURE = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } };
const content = (schema: object, examples?: object) => ({
  'application/json': { schema, ...(examples && { examples }) },
});

const DOCUMENT = documentOf({
  '/pets/{petId}': {
    get: {
      operationId: 'getPet',
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: {
        '200': {
          description: 'ok',
          content: content(PET, {
            rex: { value: { name: 'Rex' } },
            minka: { value: { name: 'Minka' } },
            wrong: { value: { name: 7 } },
          }),
        },
        '202': { description: 'later', content: content(PET) },
        '404': { description: 'none', content: content(FAILURE) },
        '409': { description: 'conflict', content: content(FAILURE, { taken: { value: { message: 'it is taken' } } }) },
        '5XX': { description: 'broken', content: content(FAILURE) },
      },
    },
  },
});

async function responses(settings: object = {}) {
  const mockServer = await ownMockServer(
    DOCUMENT,
    { getPet: () => ({ name: 'of the handler' }) },
    { infer: true },
    settings,
  );
  return async (prefer: string | undefined, query = '', more: RequestInit = {}) => {
    const headers = prefer === undefined ? {} : { prefer };
    const response = await mockServer.fetch(new Request(`http://mock-server/pets/1${query}`, { headers, ...more }));
    const [status, source, applied] = [
      response.status,
      response.headers.get('x-understudy-source'),
      response.headers.get('preference-applied'),
    ];
    return {
      status,
      source,
      applied,
      body: (await response.json()) as { name: string; message: string },
      headers: response.headers,
    };
  };
}

describe('a client that prefers', () => {
  test('nothing gets the usual response', async () => {
    const send = await responses();
    expect(await send(undefined)).toMatchObject({
      status: 200,
      source: 'handler',
      applied: null,
      body: { name: 'of the handler' },
    });
    expect(await send('return=minimal, respond-async')).toMatchObject({ source: 'handler', applied: null });
  });

  test('a status gets it: an example, a generated success, or an error in the declared format', async () => {
    const send = await responses();
    expect(await send('code=409')).toMatchObject({
      status: 409,
      source: 'example',
      applied: 'code=409',
      body: { message: 'it is taken' },
    });
    expect(await send('code=202')).toMatchObject({
      status: 202,
      source: 'generated',
      applied: 'code=202',
      body: { name: 'doggie' },
    });
    expect(await send('code=404')).toMatchObject({
      status: 404,
      source: 'rejected',
      applied: 'code=404',
      body: { message: expect.stringContaining('forced by Prefer') },
    });
    expect((await send('code=503')).status).toBe(503);
    expect((await send('code=409')).headers.get('vary')).toContain('Prefer');
  });

  test('an example gets it, from any response', async () => {
    const send = await responses();
    expect(await send('example=minka')).toMatchObject({
      status: 200,
      source: 'example',
      applied: 'example=minka',
      body: { name: 'Minka' },
    });
    expect(await send('example="taken"')).toMatchObject({ status: 409, body: { message: 'it is taken' } });
    expect(await send('code=200; example=rex')).toMatchObject({
      body: { name: 'Rex' },
      applied: 'code=200, example=rex',
    });
  });

  test('an undeclared status or example gets 400 with the existing ones', async () => {
    const send = await responses();
    const rejected = async (prefer: string) => {
      const { status, applied, body } = await send(prefer);
      expect([status, applied]).toEqual([400, null]);
      return JSON.stringify(body);
    };
    expect(await rejected('code=418')).toContain('getPet has no response 418; declared: 200, 202, 404, 409, 5XX');
    expect(await rejected('code=abc')).toContain('getPet has no response abc; declared:');
    expect(await rejected('example=rexx')).toContain('getPet has no example rexx; existing: rex, minka, wrong, taken');
    expect(await rejected('code=404, example=rex')).toContain(
      'response 404 of getPet has no example rex; existing: none with a name',
    );
    expect(await rejected('example=wrong')).toContain('example wrong of getPet is invalid: /name must be a string');
  });

  test('dynamic gets a generated response, and otherwise an example', async () => {
    const send = await responses();
    const { source, body } = await send('dynamic=true');
    expect(source).toBe('generated');
    expect(['doggie', 'Rex', 'of the handler']).not.toContain(body.name);
    expect(await send('dynamic=false')).toMatchObject({ source: 'example', body: { name: 'Rex' } });
    expect(await send('dynamic=true, code=409')).toMatchObject({ status: 409, source: 'generated' });
  });

  test('something in the query gets it only if that is enabled', async () => {
    expect((await (await responses())(undefined, '?__code=404')).status).toBe(200);
    const send = await responses({ preferInQuery: true });
    expect(await send(undefined, '?__code=404')).toMatchObject({ status: 404, applied: 'code=404' });
    expect(await send('code=404', '?__code=409&__example=taken')).toMatchObject({
      status: 409,
      applied: 'code=409, example=taken',
    });
    expect(await send(undefined, '?__dynamic=true')).toMatchObject({ source: 'generated' });
    expect(await send(undefined, '?__code=&__example=&__wait=&__dynamic')).toMatchObject({
      status: 200,
      source: 'generated',
      applied: 'dynamic',
    });
  });

  test('something may send the header from a page of another origin', async () => {
    const mockServer = await ownMockServer(DOCUMENT, {}, { infer: true });
    const requested = {
      origin: 'https://app.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'prefer',
    };
    const response = await mockServer.fetch(
      new Request('http://mock-server/pets/1', { method: 'OPTIONS', headers: requested }),
    );
    expect(response.headers.get('access-control-allow-headers')).toContain('prefer');
  });

  test('something is ignored by an API with all handlers, next to an inferred one', async () => {
    const own = await ownApi(DOCUMENT, { getPet: () => ({ name: 'of the handler' }) });
    const other = await ownApi(documentOf({}), {}, { name: 'other', infer: true });
    const mockServer = await createMockServer({ apis: [own, other] });
    onTestFinished(() => mockServer.close());
    const response = await mockServer.fetch(
      new Request('http://mock-server/pets/1', { headers: { prefer: 'code=404' } }),
    );
    expect(response.status).toBe(200);
  });
});

describe('a client that prefers to wait', () => {
  test('gets the response when the time has passed, and not before', async () => {
    vi.useFakeTimers();
    try {
      const { send } = responsesOf(DOCUMENT);
      let responded = false;
      const reply = send('/pets/1', { headers: { prefer: 'wait=2' } }).then((one) => {
        responded = true;
        return one;
      });
      await vi.advanceTimersByTimeAsync(1990);
      expect(responded).toBe(false);
      await vi.advanceTimersByTimeAsync(20);
      expect(await reply).toMatchObject({ status: 200, headers: { 'preference-applied': 'wait=2' } });
    } finally {
      vi.useRealTimers();
    }
  });

  test('waits for at most 30 seconds', async () => {
    vi.useFakeTimers();
    try {
      const { send } = responsesOf(DOCUMENT);
      const reply = send('/pets/1', { headers: { prefer: 'wait=100000' } });
      await vi.advanceTimersByTimeAsync(30_010);
      expect((await reply).headers).toMatchObject({ 'preference-applied': 'wait=30' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('is no longer served after it disconnects', async () => {
    const { send } = responsesOf(DOCUMENT);
    const gone = new AbortController();
    const reply = send('/pets/1', { headers: { prefer: 'wait=30' }, signal: gone.signal });
    gone.abort();
    await expect(reply).rejects.toThrow('the client closed the connection');
  });

  test('does not wait if very many others do', async () => {
    const { send } = responsesOf(DOCUMENT);
    const gone = new AbortController();
    const requested = { headers: { prefer: 'wait=30' }, signal: gone.signal };
    const waiting = Array.from({ length: 100 }, () => send('/pets/1', requested).catch(() => 'gone'));
    expect((await send('/pets/1', requested)).headers).not.toHaveProperty('preference-applied');
    gone.abort();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['gone']));
  });
});

test.each([
  ['code=404', { code: '404' }],
  ['code = 404 , Example="a b"', { code: '404', example: 'a b' }],
  ['code=404; dynamic', { code: '404', dynamic: '' }],
  ['code=1, code=2', { code: '1' }],
  ['respond-async, wait=10', { wait: '10' }],
  ['example="a\\"b"', { example: 'a"b' }],
  ['example=Größe', { example: 'Größe' }],
  ['', undefined],
  [',,,', undefined],
  ['="', undefined],
  ['code=', { code: '' }],
  ['"'.repeat(100_000), undefined],
  ['a='.repeat(50_000), undefined],
])('%.40j is parsed as %j', (prefer, expected) => {
  expect(preferencesIn({ prefer })).toEqual(expected);
});

test('Preference-Applied contains only characters that a header may have', () => {
  expect(appliedText({ code: '404', dynamic: '' })).toBe('code=404, dynamic');
  expect(appliedText({ code: '404', example: 'a"b\r\nx: y', wait: '2' })).toBe('code=404, example="a?b??x: y", wait=2');
});
