// Spans and metrics of requests, by the conventions for HTTP servers. The only door to OpenTelemetry.

import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  createTraceState,
  isSpanContextValid,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OPENAPI_METHODS } from '../../openapi/methods.ts';
import type { CompletedRequest } from '../pipeline/request-log/observers.ts';
import { redactTarget } from '../pipeline/security/redact-text.ts';
import { readTraceContext, type TraceContext } from '../pipeline/trace-context.ts';
import type { Tracing } from '../pipeline/tracing.ts';
import { pathOf, queryOf, urlOf, type WireHeaders, type WireRequest } from '../pipeline/wire.ts';

const SCOPE = 'understudy-api';
/** In seconds, as the conventions advise. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** The method of a request whose own is unknown: the number of metrics and span names is to be bounded. */
const OTHER = '_OTHER';
const METHODS: ReadonlySet<string> = new Set([...OPENAPI_METHODS, 'connect'].map((name) => name.toUpperCase()));
const NO_NAMES: ReadonlySet<string> = new Set();

/** Keys of the SDK: where an instrumentation of `node:http` expects the route, and what switches others off. */
const HTTP_INSTRUMENTATION = createContextKey('OpenTelemetry SDK Context Key RPC_METADATA');
const WITHOUT_TRACING = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** The trace of a span. */
class SpanTrace implements TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly headers: TraceContext['headers'];
  readonly span: Span;

  constructor(span: Span) {
    const { traceId, spanId, traceFlags, traceState } = span.spanContext();
    const flags = traceFlags.toString(16).padStart(2, '0');
    const tracestate = traceState?.serialize() ?? '';
    this.traceId = traceId;
    this.spanId = spanId;
    this.isSampled = (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED;
    this.headers = { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(tracestate !== '' && { tracestate }) };
    this.span = span;
  }
}

/** Uses the providers that are registered now. */
export function createTracing(): Tracing {
  const tracer = trace.getTracer(SCOPE);
  const duration = metrics.getMeter(SCOPE).createHistogram('http.server.request.duration', {
    description: 'Time from the end of the request to the start of the response.',
    unit: 's',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  return {
    async handle(request, handle) {
      const parent = findParent(request.headers);
      const kind = parent.getValue(HTTP_INSTRUMENTATION) === undefined ? SpanKind.SERVER : SpanKind.INTERNAL;
      const span = tracer.startSpan(nameOf(request.method), { kind, attributes: requestAttributes(request) }, parent);
      if (isSpanContextValid(span.spanContext())) request.trace = new SpanTrace(span);
      try {
        const response = await context.with(trace.setSpan(parent, span), handle);
        setStatus(span, response.connection ?? response.status);
        return response;
      } finally {
        span.end();
      }
    },
    async send({ method, url, trace: parent }, send) {
      const { hostname = '', port = '', protocol = '' } = URL.parse(url) ?? {};
      const attributes = {
        'http.request.method': method,
        'url.full': redactTarget(url, NO_NAMES),
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      };
      const within = parent instanceof SpanTrace ? trace.setSpan(ROOT_CONTEXT, parent.span) : contextOf(parent);
      const span = tracer.startSpan(nameOf(method), { kind: SpanKind.CLIENT, attributes }, within);
      const isValid = isSpanContextValid(span.spanContext());
      const headers = isValid ? new SpanTrace(span).headers : parent?.headers;
      try {
        // An instrumentation of `fetch` would add a second `traceparent`, and two are invalid.
        const sent = await context.with(within.setValue(WITHOUT_TRACING, true), () => send(headers));
        setStatus(span, sent.status ?? 'unavailable', 400);
        return sent;
      } finally {
        span.end();
      }
    },
    observe(completed) {
      const { status, trace: own } = completed;
      const route = routeAttributes(completed);
      const outer = context.active().getValue(HTTP_INSTRUMENTATION) as { route?: string } | undefined;
      if (own instanceof SpanTrace) describeSpan(own.span, completed, route);
      // That instrumentation measures its requests itself.
      if (outer) outer.route = route['http.route'];
      else
        duration.record(completed.duration / 1000, {
          ...methodAttributes(completed.request.method),
          ...route,
          'url.scheme': schemeOf(completed.request),
          'http.response.status_code': status,
          ...(status >= 500 && { 'error.type': `${status}` }),
        });
    },
  };
}

/** The parent of a span: that of an instrumentation, else that of the headers, else a client in this process. */
function findParent(headers: WireHeaders): Context {
  const active = context.active();
  if (active.getValue(HTTP_INSTRUMENTATION) !== undefined) return active;
  const base = trace.deleteSpan(active);
  const extracted = propagation.extract(base, headers);
  if (trace.getSpan(extracted)) return extracted;
  const given = readTraceContext(headers);
  if (given) return contextOf(given, base);
  // A span that has ended was active when this server was created.
  return trace.getSpan(active)?.isRecording() ? active : base;
}

/** Without a propagator, the headers are read here. */
function contextOf(given: TraceContext | undefined, base = ROOT_CONTEXT): Context {
  if (!given) return base;
  const { traceId, spanId, isSampled, headers } = given;
  return trace.setSpanContext(base, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(headers.tracestate !== undefined && { traceState: createTraceState(headers.tracestate) }),
  });
}

function requestAttributes(request: WireRequest): Attributes {
  const { hostname, port } = URL.parse(urlOf({ ...request, target: '/' })) ?? { hostname: '', port: '' };
  const agent = request.headers['user-agent'];
  return {
    ...methodAttributes(request.method),
    'url.scheme': schemeOf(request),
    'url.path': pathOf(redactTarget(request.target, NO_NAMES)),
    'server.address': hostname,
    ...(port !== '' && { 'server.port': Number(port) }),
    ...(request.client !== undefined && { 'client.address': request.client }),
    ...(agent !== undefined && { 'user_agent.original': agent }),
  };
}

function methodAttributes(method: string): Attributes {
  return METHODS.has(method)
    ? { 'http.request.method': method }
    : { 'http.request.method': OTHER, 'http.request.method_original': method };
}

function schemeOf({ secure = false }: Pick<WireRequest, 'secure'>): string {
  return secure ? 'https' : 'http';
}

/** A span name without the route, which is known later. */
function nameOf(method: string): string {
  return METHODS.has(method) ? method : 'HTTP';
}

function routeAttributes({ route }: CompletedRequest): { readonly 'http.route'?: string } {
  return route === undefined ? {} : { 'http.route': route };
}

/** Adds what is known after routing. Secrets that the document names are only known then. */
function describeSpan(span: Span, completed: CompletedRequest, route: Attributes): void {
  if (!span.isRecording()) return;
  const { request, target, api, operation, sandbox, source, code, status } = completed;
  const query = queryOf(target());
  if (completed.route !== undefined) span.updateName(`${nameOf(request.method)} ${completed.route}`);
  span.setAttributes({
    ...route,
    'url.path': pathOf(target()),
    ...(query !== '' && { 'url.query': query }),
    ...named({ api, operation, sandbox, source, code }),
  });
  const reason = status >= 500 ? completed.reason?.() : undefined;
  if (reason !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: reason });
}

/** Attributes of our own. */
function named(values: Readonly<Record<string, string | undefined>>): Attributes {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[`understudy.${name}`, value]])),
  );
}

/** @param outcome - the status, or why there was none @param errorsFrom - the first status that is an error */
function setStatus(span: Span, outcome: number | string, errorsFrom = 500): void {
  if (typeof outcome === 'number') span.setAttribute('http.response.status_code', outcome);
  if (typeof outcome === 'number' && outcome < errorsFrom) return;
  span.setAttribute('error.type', `${outcome}`);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
