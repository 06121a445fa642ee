// buf curl, as called by a user: lists services, and calls one by reflection.

import { beforeAll, describe, expect, test } from 'vitest';
import { buf } from '../../support/buf.ts';
import { compileEcho, type Echo } from './echo.ts';
import { serving } from './serving.ts';

let echo: Echo;
beforeAll(async () => {
  echo = await compileEcho();
});

const servingEcho = () => serving({ serviceNames: echo.serviceNames, files: async () => echo.files }, echo.mount);

const ASKED = {
  text: 'Hello',
  kind: 'KIND_LOUD',
  at: '2024-02-29T12:00:00Z',
  part: { side: 'RIGHT' },
  counts: { a: 1 },
};

describe.each(['grpc', 'grpcweb', 'connect'])('buf curl --protocol %s', (protocol) => {
  const curl = async (...args: string[]) =>
    (await buf('curl', '--http2-prior-knowledge', '--protocol', protocol, ...args)).toString();

  test.each(['grpc-v1', 'grpc-v1alpha'])('calls an operation that it finds by %s', async (version) => {
    const { http2 } = await servingEcho();
    const url = `${http2}/shop.v1.EchoService/Echo`;
    const response = await curl('--reflect-protocol', version, '--data', JSON.stringify(ASKED), url);
    expect(JSON.parse(response)).toEqual({ request: ASKED });
  });

  test('lists services and methods', async () => {
    const { http2 } = await servingEcho();
    expect((await curl('--list-services', http2)).split('\n')).toContain('shop.v1.EchoService');
    expect((await curl('--list-methods', http2)).split('\n')).toEqual(
      expect.arrayContaining(['grpc.health.v1.Health/Check', 'shop.v1.EchoService/Echo']),
    );
  });

  test('checks the health of a service', async () => {
    const { http2 } = await servingEcho();
    const response = await curl('--data', '{"service":"shop.v1.EchoService"}', `${http2}/grpc.health.v1.Health/Check`);
    expect(JSON.parse(response)).toEqual({ status: 'SERVING' });
  });
});
