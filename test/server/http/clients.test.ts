// Clients that disconnect, many clients, slow ones, and clients that are connected when the server closes.

import { describe, expect, test } from 'vitest';
import { APP, PROJECT, recordsOf, USER } from '../../support/identity-records.ts';
import { listening, OWNER, search } from '../../support/listening.ts';
import { connectRaw } from '../../support/raw-http.ts';

const RENAME = `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`;

describe('a client that disconnects', () => {
  test('in the middle of its body changes nothing', async () => {
    const { mockServer, port, url, thrown } = await listening();
    const before = await recordsOf(mockServer);
    const connection = await connectRaw(port);
    const head = `PUT ${RENAME} HTTP/1.1\r\nHost: localhost\r\n${OWNER}\r\nContent-Length: 20\r\nExpect: 100-continue\r\n\r\n`;
    connection.send(head);
    await connection.continued();
    connection.send('{"name":"half');
    connection.destroy();
    expect((await fetch(`${url}/management/v1/healthz`)).status).toBe(200);
    expect(await recordsOf(mockServer)).toEqual(before);
    expect(thrown).toEqual([]);
  });

  test('without reading its response does no harm', async () => {
    const { port, url, thrown } = await listening();
    for (let count = 0; count < 20; count += 1) {
      const connection = await connectRaw(port);
      connection.send(search());
      connection.destroy();
    }
    expect((await fetch(`${url}/management/v1/healthz`)).status).toBe(200);
    expect(thrown).toEqual([]);
  });
});

describe('many clients at once', () => {
  const put = (url: string, name: string) =>
    fetch(url + RENAME, {
      method: 'PUT',
      headers: { authorization: 'Bearer token-owner' },
      body: Buffer.from(JSON.stringify({ name })),
    });

  test('all get responses, and changes are made one after the other', async () => {
    const { url } = await listening();
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => (await put(url, `name ${index}`)).json()),
    );
    const sequences = responses.map((response) =>
      Number((response as { details: { sequence: string } }).details.sequence),
    );
    expect(new Set(sequences).size).toBe(20);
    expect(Math.max(...sequences)).toBe(14 + 20);
  });

  test('do not wait for one that sends slowly', async () => {
    const { port, url } = await listening();
    const slow = await connectRaw(port);
    slow.send(
      `PUT ${RENAME} HTTP/1.1\r\nHost: localhost\r\n${OWNER}\r\nContent-Length: 15\r\nExpect: 100-continue\r\n\r\n`,
    );
    await slow.continued();
    expect((await put(url, 'quick')).status).toBe(200);
    slow.send('{"name":"slow"');
    expect((await put(url, 'quicker')).status).toBe(200);
    slow.send('}');
    expect((await slow.response()).status).toBe(200);
  });
});

describe('close', () => {
  test('finishes open requests, and accepts no new connections', async () => {
    const { mockServer, port, url } = await listening();
    const body = '{"name":"last words"}';
    const connection = await connectRaw(port);
    const head = `PUT ${RENAME} HTTP/1.1\r\nHost: localhost\r\n${OWNER}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    connection.send(head);
    await connection.continued();
    const closed = mockServer.close();
    await expect(fetch(`${url}/management/v1/healthz`)).rejects.toThrow();
    connection.send(body);
    const response = await connection.response();
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body).details.sequence).toBe('15');
    expect(response.headers.get('connection')).toBe('close');
    await closed;
    await connection.ended();
  });

  test('does not wait for idle connections', async () => {
    const { mockServer, port } = await listening();
    const connection = await connectRaw(port);
    connection.send(search());
    await connection.response();
    await mockServer.close();
    expect(await connection.ended()).toBe('');
  });
});

test('each mock server has its own port', async () => {
  const [one, other] = [await listening(), await listening()];
  expect(one.port).not.toBe(other.port);
  await fetch(`${one.url}/management/v1/users/${USER.theo}/grants`, {
    method: 'POST',
    headers: { authorization: 'Bearer token-owner' },
    body: Buffer.from(JSON.stringify({ projectId: PROJECT.gearShop })),
  });
  const { userGrants } = await recordsOf(other.mockServer);
  expect((await recordsOf(one.mockServer)).userGrants).toHaveLength(userGrants.length + 1);
});
