// Exchanges are recorded as an HTTP Archive, without secrets, up to a length.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readHar } from '../../../src/verify/import/read-har.ts';
import { proxying } from '../../support/proxying.ts';
import { temporaryFolder } from '../../support/temporary.ts';

interface Entry {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly postData?: { readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly content: { readonly text?: string; readonly encoding?: string; readonly mimeType: string };
  };
  readonly _operation?: string;
}
const entriesIn = async (file: string): Promise<readonly Entry[]> =>
  JSON.parse(await readFile(file, 'utf8')).log.entries;

test('records requests and responses decompressed, in a file that is valid at any time', async () => {
  const file = join(await temporaryFolder(), 'passed.har');
  const { url, upstream, verdict, close } = await proxying(
    (request, response) => {
      if (request.url?.startsWith('/covers'))
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.from([0xff, 0xfe]));
      else
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-total': '0' })
          .end(gzipSync('[]'));
    },
    { record: { file } },
  );
  expect(await entriesIn(file)).toEqual([]);
  await (await fetch(`${url}/books?limit=5`)).text();
  await verdict();
  expect(await entriesIn(file)).toHaveLength(1);
  await (
    await fetch(`${url}/covers/1`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: 'x',
    })
  ).arrayBuffer();
  await verdict();
  const [list, cover] = await entriesIn(file);
  expect(list).toMatchObject({
    request: { method: 'GET', url: `${upstream}/books?limit=5`, queryString: [{ name: 'limit', value: '5' }] },
    response: { status: 200, content: { text: '[]', mimeType: 'application/json', size: 2 } },
    _operation: 'listBooks',
  });
  expect(cover).toMatchObject({
    request: { postData: { text: 'x' } },
    response: { content: { text: '//4=', encoding: 'base64' } },
  });
  // `understudy import` and `parity` can read it.
  const { exchanges, notices: remarks } = readHar(await readFile(file, 'utf8'), file);
  expect(remarks).toEqual([]);
  expect(
    exchanges.map(({ method, target, response: answer }) => [method, target, answer.status, [...answer.body]]),
  ).toEqual([
    ['GET', '/books?limit=5', 200, [0x5b, 0x5d]],
    ['PUT', '/covers/1', 200, [0xff, 0xfe]],
  ]);
  expect(Buffer.from(exchanges[1]?.body ?? '').toString()).toBe('x');
  await close();
});

test('writes no secrets', async () => {
  const file = join(await temporaryFolder(), 'passed.har');
  const { url, verdict } = await proxying(
    (request, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'session=cookie-of-somebody-5' });
      response.end(
        JSON.stringify({
          id: '1',
          title: `for ${request.headers.authorization?.slice(7)}`,
          token: 'token-of-somebody-3',
        }),
      );
    },
    { record: { file } },
  );
  const headers = {
    authorization: 'Bearer token-of-somebody-1',
    cookie: 'session=token-of-somebody-4',
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ title: 'x', password: 'word-of-somebody-2' });
  await (await fetch(`${url}/books?access_token=token-of-somebody-1`, { method: 'POST', headers, body })).text();
  await verdict();
  const text = await readFile(file, 'utf8');
  expect(text).toContain('[redacted]');
  expect(text).not.toMatch(/of-somebody/);
});

test('stops recording at the size limit, and counts what is dropped', async () => {
  const file = join(await temporaryFolder(), 'passed.har');
  const answer = JSON.stringify({ id: '1', title: 'x'.repeat(1000) });
  const { url, verdict, recorded } = await proxying(
    (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
    { record: { file, limit: 10_000 } },
  );
  for (let time = 0; time < 10; time += 1) await (await fetch(`${url}/books/1`)).text();
  await verdict();
  expect(recorded?.dropped).toBeGreaterThan(0);
  expect((await entriesIn(file)).length + (recorded?.dropped ?? 0)).toBe(10);
  expect((await readFile(file)).length).toBeLessThanOrEqual(10_100);
});
