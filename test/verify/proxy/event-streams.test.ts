// The proxy validates each event of a stream as it passes.

import { once } from 'node:events';
import { get, type IncomingMessage, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { codecsOf } from '../../../src/server/codec/codecs.ts';
import { loadApi } from '../../../src/server/pipeline/api/load-api.ts';
import { written } from '../../support/opened.ts';
import { type Proxying, proxying } from '../../support/proxying.ts';

const TICKET = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const EVENT = {
  type: 'object',
  required: ['event', 'data'],
  properties: {
    event: { enum: ['created', 'deleted'] },
    data: { type: 'string', contentMediaType: 'application/json', contentSchema: TICKET },
  },
};

/** The proxy of a server whose `GET /events` has these events. */
async function proxyingEvents(server: RequestListener, itemSchema: object = EVENT): Promise<Proxying> {
  const responses = { 200: { description: '', content: { 'text/event-stream': { itemSchema } } } };
  const document = {
    openapi: '3.2.0',
    info: { title: 'Desk', version: '1' },
    paths: { '/events': { get: { operationId: 'watch', responses } } },
  };
  const loaded = await loadApi({
    name: 'desk',
    document: await written({ 'api.json': JSON.stringify(document) }),
    infer: true,
  });
  const codecs = await codecsOf(loaded, { omitDefaults: false, limit: 1024 * 1024 });
  return proxying(server, { served: { ...loaded, ...codecs, inputCheck: 'enforce', outputCheck: 'report' } });
}

/** A server that sends these pieces at once, and ends if `isEnded`. */
const sending =
  (pieces: readonly string[], isEnded = true): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const piece of pieces) response.write(piece);
    if (isEnded) response.end();
  };

test.each<[what: string, pieces: readonly string[], found: readonly string[]]>([
  ['as described', ['event: created\ndata: {"id":1}\n\n', ': heartbeat\n\n'], []],
  ['in odd pieces', ['event: cre', 'ated\ndata: {"i', 'd":1}\n', '\nevent: deleted\ndata: {"id":2}\n\n'], []],
  [
    'of another name',
    ['event: created\ndata: {"id":1}\n\n', 'event: lost\ndata: {"id":1}\n\n'],
    [expect.stringMatching(/^response-body watch: response 200 \/0\/event must be/) as unknown as string],
  ],
  [
    'with other data',
    ['event: created\ndata: {"id":"one"}\n\n'],
    [expect.stringMatching(/^response-body watch: response 200 \/0\/data\/id must be an integer/) as unknown as string],
  ],
  [
    'with data that are not JSON',
    ['event: created\ndata: <p>\n\n'],
    [expect.stringMatching(/^response-body watch: response 200 \/0\/data must be JSON/) as unknown as string],
  ],
])('events %s', async (_what, pieces, found) => {
  const { url, findings, traffic, verdict } = await proxyingEvents(sending(pieces));
  expect(await (await fetch(`${url}/events`)).text()).toBe(pieces.join(''));
  expect(await findings()).toEqual(found);
  expect([...traffic.unchecked]).toEqual([]);
  expect((await verdict()).requests).toBe(1);
});

test('a wrong event is reported while the stream is open', async () => {
  const { url, findings } = await proxyingEvents(sending(['event: lost\ndata: {"id":1}\n\n'], false));
  const request = get(`${url}/events`, { agent: false });
  const [message] = (await once(request, 'response')) as [IncomingMessage];
  await once(message, 'data');
  expect(await findings()).toHaveLength(1);
  request.destroy();
});

test('an event that is too long to be inspected is forwarded and counted', async () => {
  const long = `event: created\ndata: {"id":1,"text":"${'x'.repeat(400_000)}"}\n\n`;
  const { url, findings, traffic } = await proxyingEvents(sending([long]));
  expect(await (await fetch(`${url}/events`)).text()).toBe(long);
  expect(await findings()).toEqual([]);
  expect([...traffic.unchecked.values()]).toEqual([1]);
});
