// Spans and metrics of requests, by the SDK of OpenTelemetry.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { context, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  type HistogramMetricData,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  InMemorySpanExporter,
  type Sampler,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MockServer, MockServerSettings } from '../../../src/index.ts';
import { loadTracing } from '../../../src/server/tracing/load-tracing.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { receiver } from '../../support/receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const HEADERS = { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'rojo=1' };

const PET = { type: 'object', properties: { name: { type: 'string' } } };
const ID = { name: 'petId', in: 'path', required: true, schema: { type: 'string' } };
const DOCUMENT = documentOf({
  '/pets/{petId}': {
    get: { operationId: 'getPet', parameters: [ID], responses: jsonAnswers({ 200: PET, 404: {}, 500: {} }) },
  },
  '/pets': {
    post: {
      operationId: 'addPet',
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: jsonAnswers({ 201: PET }),
      callbacks: { added: { '{$request.body#/url}': { post: { responses: { '204': { description: 'ok' } } } } } },
    },
  },
});

/** Registers the SDK as a program does, for one test. */
function registerSdk({ sampler }: { readonly sampler?: Sampler } = {}) {
  const spans = new InMemorySpanExporter();
  const tracers = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter: spans })],
    ...(sampler && { sampler }),
  });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter });
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  onTestFinished(async () => {
    for (const api of [trace, metrics, context]) api.disable();
    await tracers.shutdown();
    await reader.shutdown();
  });
  return {
    spans: () => spans.getFinishedSpans(),
    async durations() {
      await reader.forceFlush();
      const all =
        exporter
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
      return all.filter(
        ({ descriptor }) => descriptor.name === 'http.server.request.duration',
      ) as HistogramMetricData[];
    },
  };
}

type Handlers = Readonly<Record<string, (call: never) => unknown>>;

const petServer = (handlers: Handlers = {}, settings: Partial<MockServerSettings> = {}) =>
  ownMockServer(DOCUMENT, handlers, { infer: true }, { onError: () => undefined, ...settings });

const get = (server: MockServer, path: string, headers: Readonly<Record<string, string>> = {}) =>
  server.fetch(new Request(`http://localhost:4010${path}`, { headers }));

/** @param url - of its callback */
const addPet = (server: MockServer, url: string) =>
  server.fetch(
    new Request('http://localhost/pets', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...HEADERS },
      body: JSON.stringify({ url }),
    }),
  );

describe('a span', () => {
  test('has the name, kind and attributes of the conventions for HTTP servers, and its parent in the headers', async () => {
    const { spans } = registerSdk();
    const server = await petServer();
    await get(server, '/pets/7?access_token=hush-hush-hush&verbose=1', { ...HEADERS, 'user-agent': 'probe/1' });
    expect(spans()).toHaveLength(1);
    const [span] = spans();
    expect(span).toMatchObject({
      name: 'GET /pets/{petId}',
      kind: SpanKind.SERVER,
      parentSpanContext: { traceId: TRACE, spanId: SPAN, isRemote: true },
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/pets/{petId}',
        'http.response.status_code': 404,
        'url.scheme': 'http',
        'url.path': '/pets/7',
        'url.query': 'access_token=[redacted]&verbose=1',
        'server.address': 'localhost',
        'server.port': 4010,
        'user_agent.original': 'probe/1',
        'understudy.api': 'own',
        'understudy.operation': 'getPet',
        'understudy.sandbox': 'main',
      },
      status: { code: SpanStatusCode.UNSET },
    });
    expect(span?.spanContext()).toMatchObject({ traceId: TRACE });
    expect(span?.spanContext().traceState?.serialize()).toBe('rojo=1');
  });

  test('begins a trace for a request without valid headers', async () => {
    const { spans } = registerSdk();
    await get(await petServer(), '/pets/7', { traceparent: `00-${TRACE}-${SPAN}` });
    expect(spans()).toMatchObject([{ name: 'GET /pets/{petId}' }]);
    expect(spans()[0]?.parentSpanContext).toBeUndefined();
    expect(spans()[0]?.spanContext().traceId).not.toBe(TRACE);
  });

  test('has no route without an operation, and no method of a client', async () => {
    const { spans, durations } = registerSdk();
    const server = await petServer();
    await get(server, '/nowhere');
    await server.fetch(new Request('http://localhost/pets', { method: 'BREW' }));
    expect(spans().map(({ name }) => name)).toEqual(['GET', 'HTTP']);
    expect(spans()[1]?.attributes).toMatchObject({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'BREW',
    });
    const methods = (await durations())[0]?.dataPoints.map(({ attributes }) => attributes['http.request.method']);
    expect(methods?.sort()).toEqual(['GET', '_OTHER']);
  });

  test('is an error for a bug in a handler, with its status', async () => {
    const { spans } = registerSdk();
    const broken = () => {
      throw new Error('broken');
    };
    await get(await petServer({ getPet: broken }), '/pets/7');
    expect(spans()).toMatchObject([
      {
        status: { code: SpanStatusCode.ERROR },
        attributes: { 'http.response.status_code': 500, 'error.type': '500', 'understudy.code': 'internal' },
      },
    ]);
  });

  test('is not created for pages, health checks and the control API', async () => {
    const { spans } = registerSdk();
    const server = await petServer();
    for (const path of ['/', '/_understudy/ready', '/_understudy/requests']) await get(server, path, HEADERS);
    expect(spans()).toEqual([]);
  });

  test('is the trace of handlers, request log and log lines', async () => {
    const { spans } = registerSdk();
    const seen: unknown[] = [];
    const getPet = ({ trace: own }: { trace: { spanId: string } }) => {
      seen.push(own.spanId, trace.getActiveSpan()?.spanContext().spanId);
      return {};
    };
    const logged: (string | undefined)[] = [];
    const server = await petServer({ getPet }, { onResponse: (completed) => logged.push(completed.trace?.spanId) });
    await get(server, '/pets/7');
    const { traceId, spanId } = spans()[0]?.spanContext() ?? {};
    expect([...seen, ...logged]).toEqual([spanId, spanId, spanId]);
    const { exchanges } = (await (await get(server, '/_understudy/requests')).json()) as { exchanges: object[] };
    expect(exchanges).toMatchObject([{ operation: 'getPet', traceId }]);
  });

  test('that is not recorded is passed on as not sampled', async () => {
    const { spans } = registerSdk({ sampler: new AlwaysOffSampler() });
    const getPet = ({ trace: own }: { trace: object }) => own;
    const body = await (await get(await petServer({ getPet }), '/pets/7', HEADERS)).json();
    expect(body).toMatchObject({ traceId: TRACE, isSampled: false });
    expect(spans()).toEqual([]);
  });

  test('has the span of a client in this process as its parent', async () => {
    const { spans } = registerSdk();
    const server = await petServer();
    await trace.getTracer('client').startActiveSpan('client', async (client) => {
      await get(server, '/pets/7');
      client.end();
    });
    const [own, client] = spans();
    expect(own?.parentSpanContext?.spanId).toBe(client?.spanContext().spanId);
  });
});

test('a callback has a span of its own, below that of the request, whose id it carries', async () => {
  const { spans } = registerSdk();
  const server = await petServer({ addPet: () => ({}) });
  const { url, until } = await receiver();
  await addPet(server, url);
  const [callback] = await until(1);
  await vi.waitFor(() => expect(spans()).toHaveLength(2), { timeout: 60_000, interval: 5 });
  const [request, sent] = spans();
  const parentId = request?.spanContext().spanId;
  expect(sent).toMatchObject({
    name: 'POST',
    kind: SpanKind.CLIENT,
    parentSpanContext: { traceId: TRACE, spanId: parentId },
    attributes: { 'url.full': `${url}`, 'http.response.status_code': 204, 'server.address': '127.0.0.1' },
  });
  expect(callback?.headers.traceparent).toBe(`00-${TRACE}-${sent?.spanContext().spanId}-01`);
});

test('a callback has no second traceparent of an instrumentation of fetch, which is switched off for it', async () => {
  registerSdk();
  const isSwitchedOff: unknown[] = [];
  const onRequest = () =>
    isSwitchedOff.push(context.active().getValue(Symbol.for('OpenTelemetry SDK Context Key SUPPRESS_TRACING')));
  subscribe('undici:request:create', onRequest);
  onTestFinished(() => void unsubscribe('undici:request:create', onRequest));
  const server = await petServer({ addPet: () => ({}) });
  const { url, until } = await receiver();
  await addPet(server, url);
  await until(1);
  expect(isSwitchedOff).toEqual([true]);
});

test('durations are measured in seconds, by route and status', async () => {
  const { durations } = registerSdk();
  const server = await petServer({ getPet: () => ({ name: 'Rex' }) });
  for (const path of ['/pets/1', '/pets/2', '/nowhere']) await get(server, path);
  const [metric] = await durations();
  expect(metric?.descriptor).toMatchObject({ unit: 's', advice: { explicitBucketBoundaries: expect.any(Array) } });
  const points = metric?.dataPoints.map(({ attributes, value }) => ({ ...attributes, count: value.count }));
  const common = { 'http.request.method': 'GET', 'url.scheme': 'http' };
  expect(points).toEqual([
    { ...common, 'http.route': '/pets/{petId}', 'http.response.status_code': 200, count: 2 },
    { ...common, 'http.response.status_code': 404, count: 1 },
  ]);
});

test('below an instrumentation of node:http, a span is internal, and that measures and gets the route', async () => {
  const { spans, durations } = registerSdk();
  const server = await petServer();
  // The key and the value of `setRPCMetadata` in @opentelemetry/core.
  const key = Symbol.for('OpenTelemetry SDK Context Key RPC_METADATA');
  const metadata = { type: 'http', route: undefined };
  await context.with(context.active().setValue(key, metadata), () => get(server, '/pets/7'));
  expect(spans()).toMatchObject([{ name: 'GET /pets/{petId}', kind: SpanKind.INTERNAL }]);
  expect(metadata.route).toBe('/pets/{petId}');
  expect((await durations()).flatMap(({ dataPoints }) => dataPoints)).toEqual([]);
});

test('without an SDK nothing is loaded', async () => {
  expect(await loadTracing(() => undefined)).toBeUndefined();
});
