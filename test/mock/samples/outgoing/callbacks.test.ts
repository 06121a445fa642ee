// Callbacks of operations, sent after the response to the requested URL.

import { describe, expect, test, vi } from 'vitest';
import { respond } from '../../../../src/index.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../../../support/own-api.ts';
import { receiver } from '../../../support/receiver.ts';

const EVENT = {
  type: 'object',
  required: ['id', 'state', 'kind'],
  properties: {
    id: { type: 'string', readOnly: true },
    state: { enum: ['done'] },
    kind: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
  },
};

const BINARY = { type: 'string', format: 'binary' };

const DOCUMENT = documentOf({
  '/subscriptions': {
    post: {
      operationId: 'subscribe',
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', properties: { url: { type: 'string' }, kind: { type: 'string' } } },
          },
        },
      },
      responses: jsonAnswers({
        202: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        400: { type: 'object' },
      }),
      callbacks: {
        done: {
          '{$request.body#/url}?id={$response.body#/id}': {
            post: {
              requestBody: { content: { 'application/json': { schema: EVENT } } },
              responses: { '200': { description: 'ok' } },
            },
          },
        },
      },
    },
  },
});

async function subscribing(handler: object = {}, settings: object = {}) {
  const mockServer = await ownMockServer(DOCUMENT, handler, { infer: true }, settings);
  const subscribe = async (body: unknown, headers: Record<string, string> = {}) =>
    mockServer.fetch(
      new Request('http://localhost/subscriptions', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    );
  const exchanges = async () => {
    const response = await mockServer.fetch(new Request('http://localhost/_understudy/requests'));
    return (
      (await response.json()) as {
        exchanges: {
          operation: string;
          status: number;
          target: string;
          warnings: string[];
          reason?: string;
          requestBody?: string;
        }[];
      }
    ).exchanges;
  };
  return { mockServer, subscribe, exchanges };
}

describe('a callback', () => {
  test('is sent after the response, with a generated body that repeats values of request and response', async () => {
    const { url, until } = await receiver();
    const { subscribe } = await subscribing();
    const response = (await (await subscribe({ url: `${url}/hook`, kind: 'mine' })).json()) as { id: string };
    const [callback] = await until(1);
    expect(callback).toMatchObject({ method: 'POST', path: `/hook?id=${encodeURIComponent(response.id)}` });
    expect(callback?.headers).toMatchObject({ 'content-type': 'application/json', 'x-understudy-callback': 'done' });
    expect(JSON.parse(callback?.body ?? '')).toEqual({ id: response.id, state: 'done', kind: 'mine' });
  });

  test('is sent for the response of a handler too, and is in the request log', async () => {
    const { url, until } = await receiver([200]);
    const { subscribe, exchanges } = await subscribing({ subscribe: () => ({ id: 'own' }) });
    await subscribe({ url });
    await until(1);
    const found = await vi.waitFor(
      async () => {
        const all = await exchanges();
        expect(all).toHaveLength(2);
        return all;
      },
      { timeout: 60_000, interval: 5 },
    );
    expect(found[1]).toMatchObject({
      operation: 'subscribe done',
      method: 'POST',
      target: `${url}?id=own`,
      status: 200,
      requestBody: expect.stringContaining('"id":"own"'),
    });
  });

  test('is not sent to other machines or without a URL, and the request log has the reason', async () => {
    const { subscribe, exchanges } = await subscribing();
    expect((await subscribe({ url: 'http://169.254.169.254/' })).status).toBe(202);
    expect((await subscribe({})).status).toBe(202);
    const [foreign, none] = await exchanges();
    expect(foreign?.warnings).toEqual([
      'callback done was not sent: 169.254.169.254 is not this machine; to allow it, use --allow-callbacks 169.254.169.254',
    ]);
    expect(none?.warnings).toEqual(['callback done was not sent: $request.body#/url has no value']);
  });

  test('is not sent to this machine for requests from another one, such as through a proxy', async () => {
    const { url, received } = await receiver();
    const { subscribe, exchanges } = await subscribing();
    expect((await subscribe({ url }, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(202);
    const last = await receiver();
    await subscribe({ url: last.url });
    await last.until(1);
    expect(received).toEqual([]);
    const [{ host }, [first]] = [new URL(url), await exchanges()];
    expect(first?.warnings).toEqual([
      `callback done was not sent: ${host} is this machine, but the request came from another one; to allow it, use --allow-callbacks ${host}`,
    ]);
  });

  test('is not sent for a failed operation, a page of another site, or another callback', async () => {
    const { url, received } = await receiver();
    const { subscribe, exchanges } = await subscribing({
      subscribe: ({ input }: { input: { kind?: string } }) => {
        if (input.kind === 'wrong') return respond(400, { id: 'x' });
        return { id: 'x' };
      },
    });
    await subscribe({ url, kind: 'wrong' });
    await subscribe({ url }, { origin: 'https://evil.example' });
    await subscribe({ url }, { 'x-understudy-callback': 'done' });
    const last = await receiver();
    await subscribe({ url: last.url });
    await last.until(1);
    expect(received).toEqual([]);
    expect((await exchanges())[1]?.warnings).toEqual([
      'callbacks are not sent for requests from pages of https://evil.example',
    ]);
  });

  test('is not sent if the response is invalid', async () => {
    const { url, received } = await receiver();
    const { mockServer, subscribe } = await subscribing({
      subscribe: ({ input }: { input: { kind?: string } }) => ({ id: input.kind === 'wrong' ? 7 : 'x' }),
    });
    expect((await subscribe({ url, kind: 'wrong' })).status).toBe(500);
    expect(mockServer.reported).toHaveLength(1);
    const last = await receiver();
    await subscribe({ url: last.url });
    await last.until(1);
    expect(received).toEqual([]);
  });

  test.each<[string, object, (body: string) => void]>([
    [
      'multipart/form-data',
      {
        type: 'object',
        required: ['id', 'photo', 'scans'],
        properties: { id: { type: 'string' }, photo: BINARY, scans: { type: 'array', minItems: 2, items: BINARY } },
      },
      (body) => {
        expect(body).toContain('name="id"\r\n\r\nown\r\n');
        expect(body).toMatch(/name="photo"; filename="photo"\r\nContent-Type: image\/png\r\n/);
        expect(body.match(/name="scans"; filename="scans"/g)?.length).toBeGreaterThanOrEqual(2);
      },
    ],
    [
      'application/xml',
      { type: 'object', required: ['id'], properties: { id: { type: 'string' } }, xml: { name: 'event' } },
      (body) => expect(body).toMatch(/<event>\s*<id>own<\/id>\s*<\/event>/),
    ],
    [
      'application/x-www-form-urlencoded',
      { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      (body) => expect(body).toMatch(/^id=own/),
    ],
  ])('is serialized as %s if the document declares that', async (type, schema, check) => {
    const { url, until } = await receiver();
    const content = { [type]: { schema, encoding: { photo: { contentType: 'image/png, image/jpeg' } } } };
    const callback = { post: { requestBody: { content }, responses: { '200': { description: 'ok' } } } };
    const document = documentOf({
      '/a': {
        post: {
          operationId: 'a',
          parameters: [{ name: 'url', in: 'query', schema: { type: 'string' } }],
          responses: jsonAnswers({ 200: { type: 'object' } }),
          callbacks: { done: { '{$request.query.url}': callback } },
        },
      },
    });
    const mockServer = await ownMockServer(document, { a: () => ({ id: 'own' }) }, { infer: true });
    await mockServer.fetch(new Request(`http://localhost/a?url=${encodeURIComponent(url)}`, { method: 'POST' }));
    const [sent] = await until(1);
    expect(sent?.headers['content-type']?.startsWith(type)).toBe(true);
    check(sent?.body ?? '');
  });
});
