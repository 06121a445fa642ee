// Metrics of a mock server, and its readiness.

import { describe, expect, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { createMockServer, type MockServer } from '../../../src/index.ts';
import { createMetrics } from '../../../src/server/metrics/metrics.ts';
import { identityMockServer } from '../../support/mock-server.ts';

const OWNER = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };
/** The Accept header of Prometheus 3. */
const PROMETHEUS =
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2';

const search = (mockServer: MockServer, body: string, path = '/management/v1/projects/_search') =>
  mockServer.fetch(new Request(`http://localhost${path}`, { method: 'POST', headers: OWNER, body }));
const metricsOf = async (mockServer: MockServer, accept = PROMETHEUS) => {
  const response = await mockServer.fetch(new Request('http://localhost/_understudy/metrics', { headers: { accept } }));
  return { type: response.headers.get('content-type'), text: await response.text() };
};
/** The values of a metric, by its labels as written. */
const valuesOf = (text: string, name: string) =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value),
    ]),
  );
const requestsOf = (text: string) => valuesOf(text, 'understudy_requests_total');

describe('the metrics', () => {
  test('count requests by operation and status, starting with the first scrape', async () => {
    const mockServer = await identityMockServer();
    await search(mockServer, '{}');
    expect(requestsOf((await metricsOf(mockServer)).text)).toEqual({});
    for (const body of ['{}', '{}', '{']) await search(mockServer, body);
    await mockServer.fetch(new Request('http://localhost/nowhere'));
    await mockServer.fetch(new Request('http://localhost/'));
    expect(requestsOf((await metricsOf(mockServer)).text)).toEqual({
      'api="identity",operation="searchProjects",status="200"': 2,
      'api="identity",operation="searchProjects",status="400"': 1,
      'api="identity",operation="",status="404"': 1,
      'api="",operation="",status="200"': 1,
      'api="control",operation="showMetrics",status="200"': 1,
    });
  });

  test('count from the start with the setting metrics', async () => {
    const mockServer = await identityMockServer({ metrics: true });
    await search(mockServer, '{}');
    expect(requestsOf((await metricsOf(mockServer)).text)).toEqual({
      'api="identity",operation="searchProjects",status="200"': 1,
    });
  });

  test('contain request durations in seconds', async () => {
    const mockServer = await identityMockServer({ metrics: true, delay: '60' });
    await search(mockServer, '{}');
    const { text } = await metricsOf(mockServer);
    const labels = 'api="identity",operation="searchProjects"';
    expect(valuesOf(text, 'understudy_request_duration_seconds_count')).toMatchObject({ [labels]: 1 });
    const buckets = valuesOf(text, 'understudy_request_duration_seconds_bucket');
    expect(buckets[`le="0.05",${labels}`]).toBe(0);
    expect(buckets[`le="+Inf",${labels}`]).toBe(1);
  });

  test('contain data of the process, and the number of sandboxes', async () => {
    const mockServer = await identityMockServer();
    await search(mockServer, '{}', '/_sandbox/blue/management/v1/projects/_search');
    const { text } = await metricsOf(mockServer);
    expect(valuesOf(text, 'understudy_sandboxes')).toEqual({ '': 2 });
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'nodejs_heap_size_used_bytes',
    ])
      expect(valuesOf(text, name)[''], name).toBeGreaterThanOrEqual(0);
  });

  test('contain the version of each store of main', async () => {
    const mockServer = await identityMockServer();
    const version = async () =>
      valuesOf((await metricsOf(mockServer)).text, 'understudy_store_version')['store="identity"'] ?? Number.NaN;
    const before = await version();
    const path = '/management/v1/projects/257810824104530633/apps/257928641298565988';
    const update = { method: 'PUT', headers: OWNER, body: '{"name":"Shop Window"}' };
    expect((await mockServer.fetch(new Request(`http://localhost${path}`, update))).status).toBe(200);
    expect(await version()).toBe(before + 1);
  });

  test.each([[PROMETHEUS], ['*/*'], ['text/plain']])('are text for Accept: %s', async (accept) => {
    const { type, text } = await metricsOf(await identityMockServer(), accept);
    expect(type).toMatch(/^text\/plain/);
    expect(text).toMatch(/^# HELP /);
  });

  test('require access to the control API', async () => {
    const mockServer = await identityMockServer({ controlToken: 'c0ffee-c0ffee-c0ffee' });
    expect((await mockServer.fetch(new Request('http://localhost/_understudy/metrics'))).status).toBe(401);
  });

  test('are limited in number, for any requests', async () => {
    const mockServer = await identityMockServer({ metrics: true });
    const lines = async () => (await metricsOf(mockServer)).text.split('\n').length;
    await mockServer.fetch(new Request('http://localhost/nowhere/first'));
    await lines();
    const before = await lines();
    for (let at = 0; at < 50; at += 1) {
      await mockServer.fetch(
        new Request(`http://localhost/nowhere/${at}?a=${at}`, { headers: { 'x-understudy-sandbox': `s${at}` } }),
      );
      await mockServer.fetch(new Request('http://localhost/nowhere', { method: `X${at}` }));
    }
    // An unknown method returns another status.
    expect(await lines()).toBeLessThanOrEqual(before + 1);
  });

  test('are limited in number for many operations and statuses', async () => {
    const metrics = createMetrics(() => []);
    const request = { method: 'GET' };
    for (let at = 0; at < 12_000; at += 1)
      metrics.count({
        request,
        target: () => '/',
        redact: (text) => text,
        api: 'a',
        operation: `o${at % 6000}`,
        status: at < 6000 ? 200 : 404,
        duration: 1,
      });
    const text = await metrics.text();
    const counted = requestsOf(text);
    expect(Object.keys(counted)).toHaveLength(10_001);
    expect(counted['api="other",operation="other",status="4xx"']).toBe(2000);
    expect(Object.keys(valuesOf(text, 'understudy_request_duration_seconds_count'))).toHaveLength(501);
  });

  test('contain values of other parts of the server, read on each scrape', async () => {
    let [behind, waits] = [3, 10];
    const metrics = createMetrics(() => [
      { name: 'understudy_behind', help: 'How far.', values: () => [{ labels: { store: 'a' }, value: behind }] },
      { name: 'understudy_waits_total', help: 'How many.', kind: 'counter', values: () => [{ value: waits }] },
    ]);
    expect(await metrics.text()).toContain('understudy_behind{store="a"} 3');
    [behind, waits] = [0, 12];
    const text = await metrics.text();
    expect(text).toContain('# TYPE understudy_waits_total counter\nunderstudy_waits_total 12');
    expect(text).toContain('understudy_behind{store="a"} 0');
  });
});

describe('readiness', () => {
  const requestReadiness = async (mockServer: MockServer, headers = {}) => {
    const response = await mockServer.fetch(new Request('http://probe.example/_understudy/ready', { headers }));
    return { status: response.status, body: await response.json(), again: response.headers.get('retry-after') };
  };

  test.each([{}, { controlToken: 'c0ffee-c0ffee-c0ffee' }, { controlAccess: 'none' as const }])(
    'is reported to everyone, with %o',
    async (settings) => {
      const mockServer = await identityMockServer(settings);
      expect(await requestReadiness(mockServer, { 'x-forwarded-for': '10.0.0.1' })).toEqual({
        status: 200,
        body: { ready: true },
        again: null,
      });
    },
  );

  test('is not reported to pages of other sites', async () => {
    expect((await requestReadiness(await identityMockServer(), { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('ends with retire, but requests still get responses', async () => {
    const mockServer = await identityMockServer();
    mockServer.retire();
    expect(await requestReadiness(mockServer)).toEqual({
      status: 503,
      body: expect.objectContaining({ code: 14, message: 'the server is shutting down' }),
      again: '1',
    });
    expect((await mockServer.fetch(new Request('http://localhost/debug/ready'))).status).toBe(503);
    expect((await search(mockServer, '{}')).status).toBe(200);
    const url = 'http://localhost/grpc.health.v1.Health/Check';
    const health = new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    expect(await (await mockServer.fetch(health)).json()).toEqual({ status: 'NOT_SERVING' });
  });
});

test('onResponse is called once per request, with secrets redacted in the target', async () => {
  const reported: string[] = [];
  const mockServer = await createMockServer({
    apis: [identity],
    onResponse: ({ target, status, api, operation, code, reason }) =>
      void reported.push([target(), status, api, operation, code, reason?.()].join(' ')),
  });
  await search(mockServer, '{}');
  await search(mockServer, '{}', '/management/v1/projects/_search?access_token=hush-hush-hush');
  await mockServer.fetch(new Request('http://localhost/?token=hush-hush-hush'));
  const preflight = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };
  await mockServer.fetch(
    new Request('http://localhost/management/v1/projects/_search', { method: 'OPTIONS', headers: preflight }),
  );
  await mockServer.fetch(
    new Request('http://localhost/_understudy/state', { headers: { origin: 'https://evil.example' } }),
  );
  await mockServer.fetch(new Request('http://localhost/.well-known/openid-configuration'));
  await mockServer.close();
  expect(reported).toEqual([
    '/management/v1/projects/_search 200 identity searchProjects  ',
    expect.stringMatching(
      /^\/management\/v1\/projects\/_search\?access_token=\[redacted\] \d+ identity searchProjects/,
    ),
    expect.stringMatching(/^\/\?token=\[redacted\] 200 {4}$/),
    '/management/v1/projects/_search 204    ',
    '/_understudy/state 403    ',
    '/.well-known/openid-configuration 200    ',
  ]);
});
