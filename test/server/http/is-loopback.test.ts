// Detection of requests from this machine: the control API accepts no others.

import { get } from 'node:http';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isLoopback } from '../../../src/server/http/peer-address.ts';
import { responding } from '../../support/wire-server.ts';

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.1.2.3', false],
  ['::ffff:128.0.0.1', false],
  ['::ffff:12.7.0.1', false],
  ['10.1.2.3', false],
  ['12.7.0.1', false],
  ['::', false],
  ['::2', false],
  ['::127.0.0.1', false],
  ['fe80::1', false],
  ['127.0.0.1.example', false],
  ['', false],
])('%j is local: %j', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

const ipv4 = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .filter(({ family }) => family === 'IPv4');

test.each(ipv4.map(({ address, internal }) => [address, internal] as const))(
  'a dual-stack port detects %s as local only if it is: %j',
  async (address, internal) => {
    const { port, requests } = await responding(undefined, { host: '::' });
    const status = await new Promise((resolve, reject) => {
      get({ host: address, port, localAddress: address, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      }).on('error', reject);
    });
    expect([status, requests.map(({ local, client }) => [local, client])]).toEqual([200, [[internal, address]]]);
  },
);
