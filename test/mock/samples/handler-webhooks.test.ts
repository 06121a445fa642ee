// Webhooks that handlers send.

import { expect, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { ApiError, type Call } from '../../../src/index.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { receiver } from '../../support/receiver.ts';

const PET = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const DOCUMENT = {
  ...documentOf({ '/a': { post: { operationId: 'a', responses: jsonAnswers({ 200: {} }) } } }),
  openapi: '3.1.0',
  webhooks: {
    newPet: {
      post: {
        requestBody: { content: { 'application/json': { schema: PET } } },
        responses: { 200: { description: 'ok' } },
      },
    },
  },
};
type AnyCall = Pick<Call<unknown, never, unknown>, 'webhook'>;

/** A mock server whose only operation has this handler, and a function that calls it. */
async function serverWith(handler: (call: AnyCall) => unknown, infer = false) {
  const mock = await ownMockServer(DOCUMENT, { a: handler }, { ...(infer && { infer }) });
  const post = (headers: Readonly<Record<string, string>> = {}) =>
    mock.fetch(new Request('http://localhost/a', { method: 'POST', headers }));
  return { mock, post, client: understudy('http://localhost', mock) };
}

test.each([true, false])('are sent after the response and recorded (infer: %s)', async (infer) => {
  const { url, until } = await receiver([200]);
  const { post, client } = await serverWith(async ({ webhook }) => {
    await webhook('newPet', { url: `${url}/hooks`, body: { id: 4, name: 'Rex' } });
    await webhook('newPet', { url: `${url}/hooks` });
    return {};
  }, infer);
  expect((await post()).status).toBe(200);
  const [first, second] = (await until(2)).map(({ path, body }) => [path, JSON.parse(body)]);
  expect([first, second]).toEqual([
    ['/hooks', { id: 4, name: 'Rex' }],
    ['/hooks', { id: expect.any(Number), name: expect.any(String) }],
  ]);
  expect(await client.waitFor({ operation: 'newPet', status: 200 }, { count: 2 })).toMatchObject([
    { method: 'POST', target: `${url}/hooks` },
    {},
  ]);
});

test('are not sent after an error', async () => {
  const { url, until } = await receiver([200]);
  let calls = 0;
  const { post } = await serverWith(async ({ webhook }) => {
    calls += 1;
    await webhook('newPet', { url: `${url}/${calls}` });
    if (calls === 1) throw new ApiError('aborted', 'no');
    return {};
  });
  expect([(await post()).status, (await post()).status]).toEqual([409, 200]);
  expect((await until(1)).map(({ path }) => path)).toEqual(['/2']);
});

test('to another machine are a warning in the request log', async () => {
  const { post, client } = await serverWith(async ({ webhook }) => {
    await webhook('newPet', { url: 'http://192.0.2.1/' });
    return {};
  });
  expect((await post()).status).toBe(200);
  expect((await client.requests({ operation: 'a' }))[0]?.warnings).toEqual([
    'webhook newPet was not sent: 192.0.2.1 is not this machine; to allow it, use --allow-callbacks 192.0.2.1',
  ]);
});

test('cannot be triggered by pages of other sites, or by a webhook', async () => {
  const { url, received, until } = await receiver([200]);
  const { post } = await serverWith(async ({ webhook }) => {
    await webhook('newPet', { url });
    return {};
  });
  await post({ origin: 'https://elsewhere.example' });
  await post({ 'x-understudy-callback': 'newPet' });
  await post();
  expect([await until(1), received].map(({ length }) => length)).toEqual([1, 1]);
});

test('that the document does not have are a mistake of the handler', async () => {
  const { mock, post } = await serverWith(({ webhook }) => webhook('newPets', { url: 'http://localhost:9/' }));
  expect((await post()).status).toBe(500);
  expect(String(mock.reported[0])).toContain('unknown webhook newPets; did you mean newPet?');
});
