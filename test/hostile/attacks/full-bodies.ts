// Bodies of up to four megabytes with as many values as possible, four at a time, with and without a token.

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:http2';
import { gzipSync } from 'node:zlib';
import type { Attack, Target } from '../attack.ts';

const MOST = 4 * 1024 * 1024;
const ROUNDS = { short: 1, full: 10 };
const AT_ONCE = 4;

/** A text repeated up to a length, between two others. */
function filled(length: number, before: string, text: string, after: string): Buffer {
  const room = length - before.length - after.length;
  return Buffer.from(before + text.repeat(Math.floor(room / text.length)) + after);
}

function joined(count: number, text: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => text(at)).join(',');
}

/** A message in its envelope. */
function enveloped(message: Buffer, flags: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** JSON bodies by kind: too large to be parsed, and at the limit. */
const JSON_BODIES: Readonly<Record<string, () => Buffer>> = {
  'of ones for queries': () => filled(MOST, '{"queries":[', '1,', '1]}'),
  'of ones': () => filled(MOST, '{"unknown":[', '1,', '1]}'),
  'nested 4 million levels deep': () => filled(MOST, '{"queries":', '[', ''),
  'of different names': () => filled(MOST, `{${joined(400_000, (at) => `"${at.toString(36)}":1`)}`, ' ', '}'),
};
const JUST_READ: Readonly<Record<string, () => Buffer>> = {
  'of 260,000 empty objects': () => Buffer.from(`{"unknown":[${joined(260_000, () => '{}')}]}`),
  'of 50,000 different names': () => Buffer.from(`{${joined(50_000, (at) => `"n${at.toString(36)}":1`)}}`),
  'of 1,100 queries': () => Buffer.from(`{"queries":[${joined(1100, () => '{"nameQuery":{"name":"x"}}')}]}`),
};

const SEARCH = '/management/v1/projects/_search';
const LIST = '/identity.management.v1.ManagementService/ListProjects';

async function postJson({ port }: Target, body: Buffer, token: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const sending = request({ port, host: '127.0.0.1', method: 'POST', path: SEARCH, headers, agent: false });
  sending.end(body);
  const [response] = await once(sending, 'response');
  response.resume();
  await once(response, 'end');
}

async function callGrpc({ url }: Target, body: Buffer, token: string, encoding = 'identity'): Promise<void> {
  const session = connect(url);
  const head = { ':method': 'POST', ':path': LIST, 'content-type': 'application/grpc', te: 'trailers' };
  const stream = session.request({ ...head, authorization: `Bearer ${token}`, 'grpc-encoding': encoding });
  stream.end(body);
  stream.resume();
  await once(stream, 'close');
  session.destroy();
}

type Send = (target: Target, token: string) => Promise<void>;

/** Sends each kind of body four times concurrently. */
function attack(title: string, token: string, sendings: () => readonly Send[]): Attack {
  return {
    title,
    async run(target, size) {
      const kinds = sendings();
      for (let round = 0; round < ROUNDS[size]; round += 1) {
        for (const send of kinds) await Promise.all(Array.from({ length: AT_ONCE }, () => send(target, token)));
      }
      return ROUNDS[size] * kinds.length * AT_ONCE;
    },
  };
}

const inJson = (bodies: typeof JSON_BODIES) => () =>
  Object.values(bodies).map((create): Send => {
    const body = create();
    return (target, token) => postJson(target, body, token);
  });
/** Only empty queries: uncompressed, and compressed to four kilobytes. */
const inGrpc = (): readonly Send[] => {
  const message = Buffer.alloc(MOST - 6, Buffer.from([0x12, 0]));
  const [plain, packed] = [enveloped(message, 0), enveloped(gzipSync(message), 1)];
  return [
    (target, token) => callGrpc(target, plain, token),
    (target, token) => callGrpc(target, packed, token, 'gzip'),
  ];
};

export const fullBodies: readonly Attack[] = [
  attack('gRPC messages of 4 MB of empty queries, packed and not, from strangers', 'nobody', inGrpc),
  attack('gRPC messages of 4 MB of empty queries, packed and not, with a token', 'token-owner', inGrpc),
  attack(`JSON ${Object.keys(JSON_BODIES).join(', ')}, from strangers`, 'nobody', inJson(JSON_BODIES)),
  attack(`JSON ${Object.keys(JSON_BODIES).join(', ')}, with a token`, 'token-owner', inJson(JSON_BODIES)),
  attack(`JSON ${Object.keys(JUST_READ).join(', ')}, with a token`, 'token-owner', inJson(JUST_READ)),
];
