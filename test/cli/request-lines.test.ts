// Request lines in the terminal: which requests have one, and its content.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { printRequests } from '../../src/cli/serve/request-lines.ts';
import type { CompletedRequest } from '../../src/server/pipeline/request-log/observers.ts';
import { serve } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const request = (more: Partial<CompletedRequest> = {}): CompletedRequest => ({
  request: { method: 'GET', client: '127.0.0.1' },
  target: () => '/pets',
  status: 200,
  duration: 1.4,
  sandbox: 'main',
  api: 'pets',
  redact: (text) => text,
  ...more,
});

/** The printed lines of some requests. */
function printed(requests: readonly CompletedRequest[], { env = {}, isTTY = false } = {}): string {
  let text = '';
  const lines = printRequests({ stdout: { write: (more) => (text += more), isTTY }, env });
  for (const one of requests) lines.onResponse(one);
  void lines.close();
  return text;
}

test.each<[line: string, more: Partial<CompletedRequest>]>([
  ['GET /pets 200 2 ms\n', {}],
  ['GET /pets 404 2 ms  there is no pet\n', { status: 404, reason: () => 'there is no pet' }],
  ['GET /pets 200 2 ms  unauthenticated\n', { reason: () => 'unauthenticated' }],
  ['GET /pets 200 2 ms  a was ignored\n', { warnings: () => 'a was ignored' }],
  ['', { api: 'control', target: () => '/_understudy/state', warnings: () => 'a was ignored' }],
  ['GET /pets 200 2 ms  sandbox blue\n', { sandbox: 'blue' }],
  [`GET /${'x'.repeat(299)}… 200 2 ms\n`, { target: () => `/${'x'.repeat(5000)}` }],
  ['GET /a b 200 2 ms\n', { target: () => '/a\u001bb' }],
  [
    'POST /device 200 2 ms\n',
    { api: undefined, request: { method: 'POST', client: '' }, target: () => '/device' } as never,
  ],
  ['GET /login 302 2 ms\n', { api: undefined, status: 302, target: () => '/login' } as never],
  [
    'GET /authorize 400 2 ms  Web has no redirect URI\n',
    { api: undefined, status: 400, target: () => '/authorize?a=b', reason: () => 'Web has no redirect URI' } as never,
  ],
  ['', { api: undefined, target: () => '/inspector' } as never],
  ['', { api: undefined, status: 304, target: () => '/inspector' } as never],
  ['', { api: 'control', target: () => '/_understudy/state' }],
  ['GET /_understudy/state 403 2 ms\n', { api: 'control', status: 403, target: () => '/_understudy/state' }],
])('%j', (line, more) => {
  expect(printed([request(more)])).toBe(line);
});

test('a probe has a line when its status changes', () => {
  const probe = (status: number) => request({ api: undefined, status, target: () => '/healthz' } as never);
  const ready = (status: number) => request({ api: 'control', operation: 'showReady', status });
  expect(printed([ready(503), ready(503), ready(200), ready(503)]).match(/\n/g)).toHaveLength(2);
  expect(printed([probe(200), probe(200)])).toBe('');
});

test.each<[env: Record<string, string>, isTTY: boolean, isColoured: boolean]>([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
])('with %j in the environment, in a terminal %j: coloured %j', (env, isTTY, isColoured) => {
  const text = printed([request(), request({ status: 404 }), request({ status: 500 })], { env, isTTY });
  const control = String.fromCharCode(27);
  for (const start of ['[32m200', '[33m404', '[31m500']) expect(text.includes(control + start)).toBe(isColoured);
});

describe('with very many requests', () => {
  test('50 per second have a line, and the number of the others is printed', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const text: string[] = [];
    const lines = printRequests({ stdout: { write: (line) => text.push(line) }, env: {} });
    for (let sent = 0; sent < 70; sent += 1) lines.onResponse(request());
    expect(text).toHaveLength(50);
    await vi.advanceTimersByTimeAsync(1000);
    expect(text.splice(50)).toEqual(['… and 20 more requests\n']);
    lines.onResponse(request());
    await vi.advanceTimersByTimeAsync(1000);
    expect(text.splice(50)).toEqual(['GET /pets 200 2 ms\n']);
    for (let sent = 0; sent < 51; sent += 1) lines.onResponse(request());
    await lines.close();
    expect(text.at(-1)).toBe('… and 1 more request\n');
  });

  test('secrets are searched only for requests that have a line', () => {
    const target = vi.fn(() => '/pets');
    const reason = vi.fn(() => 'there is no pet');
    printed(Array.from({ length: 70 }, () => request({ status: 404, target, reason })));
    expect(target).toHaveBeenCalledTimes(50);
    expect(reason).toHaveBeenCalledTimes(50);
  });
});

describe('understudy serve', () => {
  test('prints the unknown scopes of a token request', async () => {
    const { url, stop, ended } = await serve(['--memory'], { cwd: await temporaryFolder() });
    const authorization = `Basic ${btoa('season-onboarding:secret-season-onboarding')}`;
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid admin' });
    expect((await fetch(`${url}/oauth/v2/token`, { method: 'POST', headers: { authorization }, body })).status).toBe(
      200,
    );
    stop();
    expect((await ended).stdout).toMatch(/^POST \/oauth\/v2\/token 200 \d+ ms {2}unknown scope admin was ignored$/m);
  });

  const searches = async (args: readonly string[]) => {
    const { url, stop, ended } = await serve(['--memory', ...args], { cwd: await temporaryFolder() });
    await fetch(`${url}/management/v1/projects/_search?client_secret=hush-hush`, { method: 'POST' });
    stop();
    return (await ended).stdout;
  };

  test('prints requests with the reason of a rejection, without secrets', async () => {
    expect(await searches([])).toMatch(
      /^POST \/management\/v1\/projects\/_search\?client_secret=\[redacted\] 401 \d+ ms {2}\S.*$/m,
    );
  });

  test('prints none with --quiet', async () => {
    expect(await searches(['--quiet'])).not.toContain('_search?');
  });
});
