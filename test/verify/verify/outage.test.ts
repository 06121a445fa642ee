// Detection of outages.

import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { createOutageWatch, type SentRequest } from '../../../src/verify/outage.ts';
import type { NoResponse, ReceivedResponse } from '../../../src/verify/target.ts';
import { SWITCHES } from '../../support/switches/switches.ts';

const document = createDocument(await openDocument(SWITCHES));
const GONE: NoResponse = { status: 0, reason: 'connection refused', isUnreachable: true };
const SLOW: NoResponse = { status: 0, reason: 'timeout after 10 s' };

function sent(request: string): SentRequest {
  const [method = '', target = ''] = request.split(' ');
  const found = document.match(method, target, { query: '', headers: {} });
  if (!found || !('operation' in found)) throw new Error(request);
  return { operation: found.operation, request: { method, target } as SentRequest['request'] };
}

const answer = (response: number | NoResponse): ReceivedResponse | NoResponse =>
  typeof response === 'number' ? { status: response, headers: {}, body: new Uint8Array() } : response;

type Exchange = readonly [request: string, response: number | NoResponse];
const times = (count: number, one: Exchange) => Array.from({ length: count }, () => one);
const LIST: Exchange = ['GET /flags', 200];
const ADD: Exchange = ['POST /flags', 201];

test.each<[what: string, exchanges: readonly Exchange[], again: number | NoResponse, outage: unknown]>([
  ['five rejected requests', [LIST, ...times(5, ['GET /flags', 503])], 503, [503, false, 'GET /flags']],
  ['four rejected requests', [LIST, ...times(4, ['GET /flags', 503])], 503, undefined],
  ['rejected requests, and one that is accepted again', [LIST, ...times(9, ['GET /flags', 503])], 200, undefined],
  ['requests that were never accepted', times(9, ['GET /flags', 401]), 401, undefined],
  ['a gateway without its server', [LIST, ...times(5, ['GET /flags', 502])], 504, [504, false, 'GET /flags']],
  ['no connection', [ADD, LIST, ['POST /flags', GONE]], GONE, [0, false, 'GET /flags']],
  ['no connection for a moment', [LIST, ['GET /flags', GONE]], 200, undefined],
  ['timeouts', [LIST, ...times(9, ['GET /flags', SLOW])], SLOW, undefined],
  ['a timeout of the repeated request', [LIST, ...times(5, ['GET /flags', 503])], SLOW, undefined],
])('%s', async (_, exchanges, again, expected) => {
  let calls = 0;
  const watch = createOutageWatch(
    async () => answer(again),
    () => {
      calls += 1;
    },
  );
  for (const [request, response] of exchanges) await watch.observe(sent(request), answer(response));
  const { outage } = watch;
  const { method, target } = outage?.after.request ?? {};
  expect(outage && [outage.status, outage.onlyWrites, `${method} ${target}`]).toEqual(expected);
  expect(calls).toBe(expected === undefined ? 0 : 1);
});
