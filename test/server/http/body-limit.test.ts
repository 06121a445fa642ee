// Bodies above the limit, over a real port: they are rejected without being stored, and the server continues.

import { describe, expect, test } from 'vitest';
import { listening, OWNER, SEARCH, search } from '../../support/listening.ts';
import { documentOf, ownMockServer } from '../../support/own-api.ts';
import { petsMockServer } from '../../support/pets/mock-server.ts';
import { connectRaw } from '../../support/raw-http.ts';

describe('a body above the limit', () => {
  const huge = 10 * 1024 * 1024;

  test('is rejected with 413, and the next request works', async () => {
    const { port, url, thrown } = await listening();
    const connection = await connectRaw(port);
    connection.send(`POST ${SEARCH} HTTP/1.1\r\nHost: localhost\r\n${OWNER}\r\nContent-Length: ${huge}\r\n\r\n`);
    connection.send(Buffer.alloc(huge, ' '));
    const { status, body, headers } = await connection.response();
    expect(status).toBe(413);
    expect(headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(body)).toMatchObject({ code: 8, message: 'body exceeds 4 MiB' });
    const healthy = await fetch(`${url}${SEARCH}`, {
      method: 'POST',
      headers: { authorization: 'Bearer token-owner' },
    });
    expect(healthy.status).toBe(200);
    expect(thrown).toEqual([]);
  });

  test('is rejected with the option that raises the limit, also by an API without its own error format', async () => {
    const { url } = await (await petsMockServer({ bodyLimit: 1000 })).listen();
    const headers = { 'content-type': 'application/json', authorization: 'Bearer token-keeper' };
    const response = await fetch(`${url}/pets`, { method: 'POST', headers, body: `{${' '.repeat(1000)}}` });
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { code: 8, message: 'body exceeds 1000 bytes; raise the limit with --body-limit' },
    ]);
  });

  test('is rejected as too long where a form field would select the operation', async () => {
    const done = { responses: { 204: { description: 'Done.' } } };
    const paths = Object.fromEntries(['List', 'Add'].map((name) => [`/#Action=${name}`, { post: done }]));
    const handlers = { postActionList: () => undefined, postActionAdd: () => undefined };
    const mockServer = await ownMockServer(documentOf(paths), handlers, {}, { bodyLimit: 1000 });
    const post = async (body: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await mockServer.fetch(new Request('http://mock-server/', { method: 'POST', headers, body }))).status;
    };
    expect([await post('Action=Add'), await post(`Action=Add&x=${'x'.repeat(1000)}`)]).toEqual([204, 413]);
  });

  test('is rejected before it is complete', async () => {
    const { port } = await listening({ bodyLimit: 1000 });
    const connection = await connectRaw(port);
    connection.send(
      `POST ${SEARCH} HTTP/1.1\r\nHost: localhost\r\n${OWNER}\r\nContent-Length: ${huge}\r\n\r\n${'x'.repeat(1001)}`,
    );
    const { status, headers } = await connection.response();
    // The rest of the body would be parsed as the next request.
    expect([status, headers.get('connection')]).toEqual([413, 'close']);
  });

  test.each([
    [1000, 200],
    [1001, 413],
  ])('is measured exactly: %i bytes with a limit of 1000 return %i', async (length, status) => {
    const { port } = await listening({ bodyLimit: 1000 });
    const connection = await connectRaw(port);
    connection.send(search(`{${' '.repeat(length - 2)}}`));
    expect((await connection.response()).status).toBe(status);
    const next = await connectRaw(port);
    next.send(search());
    expect((await next.response()).status).toBe(200);
  });
});
