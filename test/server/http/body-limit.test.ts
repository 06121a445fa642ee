// Bodies above the limit, over a real port: refused without being kept, and the server goes on.

import { describe, expect, test } from 'vitest';
import { listening, OWNER, SEARCH, search } from '../../support/listening.ts';
import { documentOf, ownStandIn } from '../../support/own-api.ts';
import { petsStandIn } from '../../support/pets/stand-in.ts';
import { connectRaw } from '../../support/raw-http.ts';

describe('a body above the limit', () => {
  const huge = 10 * 1024 * 1024;

  test('is refused with 413, and the next request is answered', async () => {
    const { port, url, thrown } = await listening();
    const connection = await connectRaw(port);
    connection.send(`POST ${SEARCH} HTTP/1.1\r\nHost: localhost\r\n${OWNER}\r\nContent-Length: ${huge}\r\n\r\n`);
    connection.send(Buffer.alloc(huge, ' '));
    const { status, body, headers } = await connection.answer();
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

  test('is refused with what lets more in, in the words of an api that has none of its own', async () => {
    const { url } = await (await petsStandIn({ bodyLimit: 1000 })).listen();
    const headers = { 'content-type': 'application/json', authorization: 'Bearer token-keeper' };
    const answer = await fetch(`${url}/pets`, { method: 'POST', headers, body: `{${' '.repeat(1000)}}` });
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      { code: 8, message: 'body exceeds 1000 bytes; raise the limit with --body-limit' },
    ]);
  });

  test('is refused as too long where a form would have to tell which operation is meant', async () => {
    const done = { responses: { 204: { description: 'Done.' } } };
    const paths = Object.fromEntries(['List', 'Add'].map((name) => [`/#Action=${name}`, { post: done }]));
    const handlers = { postActionList: () => undefined, postActionAdd: () => undefined };
    const standIn = await ownStandIn(documentOf(paths), handlers, {}, { bodyLimit: 1000 });
    const post = async (body: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await standIn.fetch(new Request('http://stand-in/', { method: 'POST', headers, body }))).status;
    };
    expect([await post('Action=Add'), await post(`Action=Add&x=${'x'.repeat(1000)}`)]).toEqual([204, 413]);
  });

  test('is refused before all of it has come', async () => {
    const { port } = await listening({ bodyLimit: 1000 });
    const connection = await connectRaw(port);
    connection.send(
      `POST ${SEARCH} HTTP/1.1\r\nHost: localhost\r\n${OWNER}\r\nContent-Length: ${huge}\r\n\r\n${'x'.repeat(1001)}`,
    );
    const { status, headers } = await connection.answer();
    // What is still to come of the body would be taken for the next request.
    expect([status, headers.get('connection')]).toEqual([413, 'close']);
  });

  test.each([
    [1000, 200],
    [1001, 413],
  ])('is one above what the settings say: %i bytes of 1000 are answered with %i', async (length, status) => {
    const { port } = await listening({ bodyLimit: 1000 });
    const connection = await connectRaw(port);
    connection.send(search(`{${' '.repeat(length - 2)}}`));
    expect((await connection.answer()).status).toBe(status);
    const next = await connectRaw(port);
    next.send(search());
    expect((await next.answer()).status).toBe(200);
  });
});
