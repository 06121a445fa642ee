// Broken connections with hundreds of queued requests: their errors have no stack traces; other errors have.

import * as diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { OK, responding } from '../../support/wire-server.ts';

const REQUESTS = 300;

/** The end of each request of a port. `here` resolves when all have arrived. */
function watchEnds(port: number) {
  const ends: Promise<Error | undefined>[] = [];
  let all = () => {};
  const here = new Promise<void>((resolve) => {
    all = resolve;
  });
  const reported = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.socket.localPort !== port) return;
    let error: Error | undefined;
    request.on('error', (thrown) => {
      error = thrown;
    });
    ends.push(new Promise((resolve) => request.on('close', () => resolve(error))));
    if (ends.length === REQUESTS) all();
  };
  diagnostics.subscribe('http.server.request.start', reported);
  onTestFinished(() => void diagnostics.unsubscribe('http.server.request.start', reported));
  return { ends, here };
}

function framesOf({ stack = '' }: Error): number {
  return stack.split('\n    at ').length - 1;
}

test('queued requests on a broken connection end without a stack trace', async () => {
  let response = () => {};
  const requested = new Promise<void>((resolve) => {
    response = resolve;
  });
  const { port } = await responding(() => requested.then(() => OK));
  const { ends, here } = watchEnds(port);
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(REQUESTS));
  await here;
  const limit = Error.stackTraceLimit;
  const gone = once(socket, 'close');
  socket.resetAndDestroy();
  await gone;
  // Nothing is read while so many wait: the disconnection is noticed when a response is sent.
  response();
  const errors = (await Promise.all(ends)).filter((error) => error !== undefined);
  expect(errors.length).toBeGreaterThan(0);
  expect(new Set(errors.map((error) => (error as NodeJS.ErrnoException).code))).toEqual(new Set(['ECONNRESET']));
  expect(new Set(errors.map(framesOf))).toEqual(new Set([0]));
  expect(Error.stackTraceLimit).toBe(limit);
  expect(framesOf(new Error('another error'))).toBeGreaterThan(0);
});
