// A handler that is loaded by the first request for it.

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { Failure } from '../../src/engine/failure.ts';
import { onDemand } from '../../src/grpc/on-demand.ts';
import type { NodeHandler } from '../../src/grpc/tools.ts';
import { listening } from './serving.ts';

const handle: NodeHandler = (_, response) => void response.end('done');

test('it is loaded once, by the first request', async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    return handle;
  };
  const { http1 } = await listening(onDemand(load, () => {}));
  expect(loads).toBe(0);
  const answers = await Promise.all([fetch(http1), fetch(http1), fetch(http1)]);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['done', 'done', 'done']);
  expect(loads).toBe(1);
});

test('a load that fails is answered and told, and tried again by the next request', async () => {
  const broken = new Error('a library is missing');
  const loads = [async () => Promise.reject(broken), async () => handle];
  const thrown: unknown[] = [];
  const { http1 } = await listening(
    onDemand(
      () => loads.shift()?.() ?? Promise.reject(broken),
      (error) => void thrown.push(error),
    ),
  );
  const refused = await fetch(http1);
  expect([refused.status, await refused.json()]).toEqual([
    500,
    { code: 13, message: 'An internal error occurred', details: [] },
  ]);
  expect(thrown).toEqual([broken]);
  expect(await (await fetch(http1)).text()).toBe('done');
});

test.each([
  ['a mistake', new Error('oops'), 500, 1],
  ['a refusal', new Failure('invalid_argument', 'no'), 400, 0],
])('%s that the handler throws is answered, and only a mistake is told', async (_, error, status, told) => {
  const thrown: unknown[] = [];
  const load = async (): Promise<NodeHandler> => () => {
    throw error;
  };
  const { http1 } = await listening(onDemand(load, (each) => void thrown.push(each)));
  expect((await fetch(http1)).status).toBe(status);
  expect(thrown).toHaveLength(told);
});

test('a client that leaves while it loads is not answered', async () => {
  let handled = 0;
  let finishLoading = (_: NodeHandler) => {};
  const loaded = new Promise<NodeHandler>((resolve) => {
    finishLoading = resolve;
  });
  const answer = onDemand(
    () => loaded,
    () => {},
  );
  let gone: Promise<unknown> | undefined;
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { http1 } = await listening((request, response) => {
    gone = once(response, 'close');
    answer(request, response);
    arrived();
  });
  const socket = connect(Number(new URL(http1).port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await arrival;
  socket.destroy();
  await gone;
  finishLoading((request, response) => {
    handled += 1;
    handle(request, response);
  });
  expect(await (await fetch(http1)).text()).toBe('done');
  expect(handled).toBe(1);
});
