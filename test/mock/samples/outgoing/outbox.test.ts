// Outgoing messages: allowed hosts, retries and limits.

import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { createOutbox } from '../../../../src/mock/samples/outgoing/outbox.ts';
import { receiver } from '../../../support/receiver.ts';

const outbox = createOutbox({ allowed: 'hooks.example.com, 10.0.0.7:9000', pauses: [0, 0] });
const message = (url: string) => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
});

describe('a message', () => {
  test.each([
    'http://localhost:9/hook',
    'http://127.0.0.1/',
    'http://127.1:80/',
    'https://[::1]:8443/x',
    'http://HOOKS.example.com:81/',
    'http://10.0.0.7:9000/',
  ])('may be sent to %s', (url) => {
    expect(outbox.rejection(url)).toBeUndefined();
  });

  test.each([
    ['http://example.com/', 'example.com is not this machine; to allow it, use --allow-callbacks example.com'],
    ['http://10.0.0.7:9001/', '10.0.0.7:9001 is not this machine; to allow it, use --allow-callbacks 10.0.0.7:9001'],
    [
      'http://169.254.169.254/latest/meta-data',
      '169.254.169.254 is not this machine; to allow it, use --allow-callbacks 169.254.169.254',
    ],
    ['http://127.0.0.1@evil.example/', 'the URL contains a password'],
    [
      'http://127.0.0.1.evil.example/',
      '127.0.0.1.evil.example is not this machine; to allow it, use --allow-callbacks 127.0.0.1.evil.example',
    ],
    [
      'http://localhost.evil.example/',
      'localhost.evil.example is not this machine; to allow it, use --allow-callbacks localhost.evil.example',
    ],
    ['http://0.0.0.0/', '0.0.0.0 is not this machine; to allow it, use --allow-callbacks 0.0.0.0'],
    [
      'http://[::ffff:127.0.0.1]/',
      '[::ffff:7f00:1] is not this machine; to allow it, use --allow-callbacks [::ffff:7f00:1]',
    ],
    ['file:///etc/passwd', 'not an http or https URL'],
    ['/hook', 'not an http or https URL'],
    ['', 'not an http or https URL'],
  ])('may not be sent to %s', async (url, reason) => {
    expect(await outbox.send(message(url))).toEqual({ tries: 0, problem: reason });
  });

  test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '0.0.0.0', '[::]', '[::ffff:127.0.0.1]', hostname()])(
    'may not be sent to the port of the server itself, as %s',
    async (host) => {
      const own = createOutbox({
        allowed: `0.0.0.0, [::], [::ffff:7f00:1], ${hostname()}`,
        isOwnPort: (port) => port === 9,
      });
      const { tries, problem } = await own.send(message(`http://${host}:9/_understudy/reset`));
      expect([tries, problem]).toEqual([0, `${new URL(`http://${host}:9`).host} is this mock server itself`]);
    },
  );

  test('arrives unchanged', async () => {
    const { url, received } = await receiver();
    expect(await outbox.send(message(`${url}/hook?x=1`))).toMatchObject({ status: 204, tries: 1 });
    expect(received).toMatchObject([
      { method: 'POST', path: '/hook?x=1', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
    ]);
  });

  test('is sent up to three times if the receiver fails', async () => {
    const mending = await receiver([503, 429, 200]);
    expect(await outbox.send(message(mending.url))).toMatchObject({ status: 200, tries: 3 });
    const broken = await receiver([500]);
    expect(await outbox.send(message(broken.url))).toMatchObject({ status: 500, tries: 3 });
    const refusing = await receiver([404]);
    expect(await outbox.send(message(refusing.url))).toMatchObject({ status: 404, tries: 1 });
    expect(await outbox.send(message('http://127.0.0.1:1/'))).toMatchObject({
      tries: 3,
      problem: expect.stringMatching(/ECONNREFUSED|bad port/),
    });
  });

  test('does not follow redirects', async () => {
    const other = await receiver();
    const leading = await receiver([307], { location: other.url });
    expect(await outbox.send(message(leading.url))).toMatchObject({ status: 307, tries: 1 });
    expect(other.received).toEqual([]);
  });

  test('is not sent or queued while fifty others are in progress', async () => {
    const { url } = await receiver();
    const full = createOutbox({ pauses: [60_000] });
    const others = Array.from({ length: 50 }, () => full.send(message('http://127.0.0.1:9/')));
    expect(await full.send(message(url))).toEqual({ tries: 0, problem: '50 deliveries are in progress already' });
    full.end();
    expect((await Promise.all(others)).every(({ problem }) => problem !== undefined)).toBe(true);
  });
});

test('invalid hosts are rejected at start', () => {
  expect(() => createOutbox({ allowed: 'http://x' })).toThrow('Invalid --allow-callbacks');
});
