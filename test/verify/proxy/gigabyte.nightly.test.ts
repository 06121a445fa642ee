// A response of 1 GiB takes little memory in the proxy and in verify.

import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createTarget } from '../../../src/verify/target.ts';
import { proxying, serving } from '../../support/proxying.ts';

const MIB = 1024 * 1024;
const GIGABYTE = 1024 * MIB;
const PIECE = Buffer.alloc(64 * 1024, 'x');

/** Sends 1 GiB as fast as it is read. @param reported - the bytes sent so far */
function sendGigabyte(response: ServerResponse, reported: (sent: number) => void = () => {}): void {
  let sent = 0;
  const more = () => {
    while (sent < GIGABYTE) {
      sent += PIECE.length;
      reported(sent);
      if (!response.write(PIECE)) return void response.once('drain', more);
    }
    response.end();
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  more();
}

/** The highest memory use of the process since this call, above the use at this call. */
function memoryTaken(): () => number {
  const before = process.memoryUsage.rss();
  let most = before;
  return () => {
    most = Math.max(most, process.memoryUsage.rss());
    return most - before;
  };
}

test.each([
  ['streamed', {}],
  ['with enforcement', { enforce: true }],
])('through the proxy, %s', async (_how, settings) => {
  const { url, verdict } = await proxying((_request, response) => sendGigabyte(response), settings);
  await (await fetch(`${url}/nothing`)).body?.cancel();
  const taken = memoryTaken();
  let length = 0;
  for await (const piece of (await fetch(`${url}/stats`)).body ?? []) {
    length += piece.length;
    if (length % (64 * MIB) < piece.length) expect(taken()).toBeLessThan(256 * MIB);
  }
  expect(length).toBe(GIGABYTE);
  await verdict();
  expect(taken()).toBeLessThan(256 * MIB);
});

test('verify stops reading at its limit', async () => {
  let sent = 0;
  const { url } = await serving(
    createServer((_request, response) =>
      sendGigabyte(response, (bytes) => {
        sent = bytes;
      }),
    ),
  );
  const target = createTarget(url);
  const taken = memoryTaken();
  const sending = { path: {}, query: '', headers: {} };
  const answer = await target.send({
    method: 'GET',
    target: '/',
    headers: [],
    body: undefined,
    rawParameters: sending,
  });
  target.close();
  expect(answer).toEqual({ status: 0, reason: expect.stringMatching(/more than 16777216 bytes/) });
  expect(sent).toBeLessThan(64 * MIB);
  expect(taken()).toBeLessThan(256 * MIB);
});
