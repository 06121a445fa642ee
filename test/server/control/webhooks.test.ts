// Webhooks, sent by a control command.

import { describe, expect, test } from 'vitest';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { receiver } from '../../support/receiver.ts';

const PET = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const post = (schema: object) => ({
  post: { requestBody: { content: { 'application/json': { schema } } }, responses: { '200': { description: 'ok' } } },
});
const DOCUMENT = {
  ...documentOf({ '/a': { get: { operationId: 'a', responses: jsonAnswers({ 200: {} }) } } }),
  openapi: '3.1.0',
  webhooks: {
    newPet: { $ref: '#/components/pathItems/NewPet' },
    ping: { post: { responses: { '200': { description: 'ok' } } } },
  },
  components: { pathItems: { NewPet: post(PET) } },
};

async function sending(settings: object = {}) {
  const mockServer = await ownMockServer(DOCUMENT, { a: () => 1 }, {}, settings);
  const send = async (name: string, order: object, headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost/_understudy/webhooks/${name}`, {
      method: 'POST',
      body: JSON.stringify(order),
      headers: { 'content-type': 'application/json', ...headers },
    });
    const response = await mockServer.fetch(request);
    return { status: response.status, body: (await response.json()) as { message: string; body?: string } };
  };
  const exchanges = async () => {
    const response = await mockServer.fetch(new Request('http://localhost/_understudy/requests'));
    return ((await response.json()) as { exchanges: object[] }).exchanges;
  };
  return { send, exchanges };
}

describe('a webhook', () => {
  test('is sent with a generated body, the same each time, and recorded', async () => {
    const { url, received } = await receiver([200]);
    const { send, exchanges } = await sending();
    const { status, body } = await send('newPet', { url });
    expect([status, body]).toEqual([
      200,
      { sandbox: 'main', webhook: 'newPet', url, status: 200, tries: 1, body: received[0]?.body },
    ]);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ id: expect.any(Number), name: expect.any(String) });
    await send('newPet', { url });
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(await exchanges()).toMatchObject([
      { operation: 'newPet', method: 'POST', target: url, status: 200 },
      { operation: 'newPet' },
    ]);
  });

  test('is sent with a given body, and without one if it declares none', async () => {
    const { url, received } = await receiver();
    const { send } = await sending();
    await send('newPet', { url, body: { any: 'thing' } });
    await send('ping', { url });
    expect(received.map(({ body }) => body)).toEqual(['{"any":"thing"}', '']);
  });

  test('is not sent to other machines, unless they are allowed', async () => {
    const { send } = await sending();
    const { status, body } = await send('newPet', { url: 'http://192.0.2.1/' });
    expect([status, body.message]).toEqual([
      400,
      'webhook newPet was not sent: 192.0.2.1 is not this machine; to allow it, use --allow-callbacks 192.0.2.1',
    ]);
  });

  test('that is unknown is rejected with a list of existing ones', async () => {
    const { send } = await sending();
    expect(await send('oldPet', { url: 'http://localhost:9/' })).toMatchObject({
      status: 404,
      body: { message: 'unknown webhook oldPet; existing: newPet, ping' },
    });
    expect((await send('newPet', { url: 'http://localhost:9/', api: 'pets' })).body.message).toBe(
      'unknown webhook newPet; existing: none',
    );
    expect((await send('newPet', {})).status).toBe(400);
  });

  test('is sent to this machine only for callers on it, regardless of access to the control API', async () => {
    const { url, received } = await receiver();
    const { send } = await sending({ controlAccess: 'all' });
    const { status, body } = await send('ping', { url }, { 'x-forwarded-for': '203.0.113.7' });
    const { host } = new URL(url);
    expect([status, body.message]).toEqual([
      400,
      `webhook ping was not sent: ${host} is this machine, but the request came from another one; to allow it, use --allow-callbacks ${host}`,
    ]);
    expect((await send('ping', { url })).status).toBe(200);
    expect(received).toHaveLength(1);
  });
});
