// `--log json`, and `understudy ready` for probes.

import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { understudyProcess } from '../support/command-process.ts';
import { closedAddress } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';

const START = ['demo', '--memory', '--port', '0', '--log', 'json'];

/** A mock server with JSON logs, and its lines after it ended. */
async function logging(args: readonly string[] = []) {
  const cwd = await temporaryFolder();
  const command = understudyProcess([...START, ...args], { cwd });
  const [, url = ''] = await command.prints(/"event":"listening","url":"([^"]+)"/);
  const stop = async () => {
    command.child.kill('SIGTERM');
    const { stdout, stderr, code } = await command.ended;
    const lines = stdout.trimEnd().split('\n');
    return { code, stderr, stdout, lines: lines.map((line): Record<string, unknown> => JSON.parse(line)) };
  };
  return { cwd, url, stop, command };
}

describe('with --log json', () => {
  test('each request has a line with the reason of a rejection, and nothing else is written', async () => {
    const { url, stop } = await logging();
    const target = '/management/v1/projects/_search';
    const headers = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };
    await fetch(url + target, { method: 'POST', headers, body: '{}' });
    await fetch(url + target, {
      method: 'POST',
      headers: { ...headers, authorization: 'Bearer hush-hush-hush' },
      body: '{}',
    });
    await fetch(`${url}/nowhere/${'x'.repeat(3000)}?client_secret=hush-hush-hush`);
    await fetch(`${url}/_understudy/state`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await text(socket);
    const broken = connect(Number(new URL(url).port), '127.0.0.1');
    broken.write('hush\r\nwhat is this\r\n\r\n');
    await text(broken);
    const { code, stderr, stdout, lines } = await stop();
    expect({ code, stderr, hush: stdout.includes('hush-hush') }).toEqual({ code: 0, stderr: '', hush: false });
    for (const line of lines)
      expect(line).toMatchObject({ time: expect.stringMatching(/^20.*Z$/), level: expect.any(String) });
    const requests = lines.filter(({ event }) => event === 'request');
    expect(requests).toMatchObject([
      {
        method: 'POST',
        target,
        status: 200,
        api: 'identity',
        operation: 'searchProjects',
        sandbox: 'main',
        source: 'handler',
        client: '127.0.0.1',
      },
      { target, status: 401, code: 'unauthenticated', reason: expect.any(String) },
      { status: 404, code: 'not_found', api: 'identity' },
      {
        target: '/_understudy/state',
        status: 403,
        code: 'permission_denied',
        reason: expect.stringMatching(/through a proxy/),
      },
    ]);
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThan(2500);
    expect(lines.filter(({ event }) => event === 'rejected')).toMatchObject([
      { status: 400, reason: 'missing Host header', client: '127.0.0.1' },
      { status: 400, reason: expect.stringMatching(/invalid HTTP request/) },
    ]);
  });

  test('text of a client cannot control the terminal or end a line', async () => {
    const { url, stop } = await logging();
    const session = connectHttp2(url);
    const path = '/pets\u009b31m\u0085';
    await once(session.request({ ':path': path }).resume(), 'end');
    session.close();
    await fetch(url, { headers: { 'x-understudy-sandbox': '\u009b\u0085' } });
    const { stdout, lines } = await stop();
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
    expect(lines.find(({ status }) => status === 404)).toMatchObject({ target: path });
  });

  test('a probe has a line only when its status changes', async () => {
    const { url, command } = await logging(['--drain', '3600']);
    const send = async (...paths: readonly string[]) => {
      for (const path of paths) await fetch(url + path);
    };
    const probes = ['/_understudy/ready', '/healthz', '/debug/healthz'];
    await send(...probes, ...probes, '/_understudy/ready?again', '/_understudy/sandboxes', '/_understudy/sandboxes');
    command.child.kill('SIGTERM');
    await command.prints(/Shutting down in 3600 s/);
    await send(...probes, ...probes, '/_understudy/clock');
    await command.prints(/"target":"\/_understudy\/clock"/);
    command.child.kill('SIGKILL');
    const { stdout } = await command.ended;
    const requests = [...stdout.matchAll(/"target":"([^"]*)","status":(\d+)/g)];
    expect(requests.map(([, target, status]) => `${status} ${target}`)).toEqual([
      '200 /_understudy/ready',
      '200 /healthz',
      '200 /debug/healthz',
      '200 /_understudy/sandboxes',
      '200 /_understudy/sandboxes',
      '503 /_understudy/ready',
      '200 /_understudy/clock',
    ]);
  });

  test('unread logs delay no response', async () => {
    const { url, command } = await logging();
    command.child.stdout?.pause();
    const send = () => fetch(`${url}/nowhere/${'x'.repeat(400)}`).then(({ status }) => status);
    for (let at = 0; at < 30; at += 1)
      expect(new Set(await Promise.all(Array.from({ length: 50 }, send)))).toEqual(new Set([404]));
  });
});

describe('ready', () => {
  const ends = async (args: readonly string[], env = {}) => {
    const { code, stdout, stderr } = await understudyProcess(['ready', ...args], { cwd: await temporaryFolder(), env })
      .ended;
    return { code, message: stdout + stderr };
  };

  test('exits with 0 if the server is ready, and with 1 while it drains', async () => {
    const { url, stop, command } = await logging(['--drain', '3600']);
    expect(await ends([url])).toEqual({ code: 0, message: 'ready\n' });
    expect(await ends([], { UNDERSTUDY_PORT: new URL(url).port })).toEqual({ code: 0, message: 'ready\n' });
    expect(await ends([], { PORT: new URL(url).port })).toEqual({ code: 0, message: 'ready\n' });
    expect(await ends(['--wait', '60'], { UNDERSTUDY_URL: url })).toEqual({ code: 0, message: 'ready\n' });
    void stop();
    await command.prints(/Shutting down in 3600 s/);
    expect(await ends([url])).toEqual({ code: 1, message: `${url} is not ready: the server is shutting down\n` });
    expect((await fetch(`${url}/management/v1/healthz`)).status).toBe(200);
    command.child.kill('SIGKILL');
    await once(command.child, 'close');
  });

  test('exits with 1 if the server is unreachable', async () => {
    expect(await ends([await closedAddress()])).toEqual({
      code: 1,
      message: expect.stringMatching(/is not ready: .*ECONNREFUSED/),
    });
  });

  test.each([[['nowhere']], [['ftp://x']], [['--wait', 'long']], [['http://a', 'http://b']]])(
    'rejects %o',
    async (args) => {
      expect(await ends(args)).toMatchObject({ code: 2 });
    },
  );
});
