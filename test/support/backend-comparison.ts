// Compares our router and request validator with those of openapi-backend.

import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { createBackendJudge, type JudgedRequest } from '../../contracts/judges/openapi-backend.ts';
import { defineApi, type MockServerSettings } from '../../src/index.ts';
import { codecsOf } from '../../src/server/codec/codecs.ts';
import { loadApi } from '../../src/server/pipeline/api/load-api.ts';
import { createExchangeChecker, type ValidatedRequest } from '../../src/verify/proxy/exchange-checker.ts';

/** A request about which we and openapi-backend differ. */
interface Difference {
  readonly request: JudgedRequest;
  readonly operation: string | undefined;
  readonly kind: 'we find an operation' | 'it finds another operation' | 'we reject' | 'it rejects';
  /** The violation or the other operation. */
  readonly about: string;
}

/** A difference with its reason. */
interface KnownDifference {
  readonly kind: Difference['kind'];
  readonly when: (difference: Difference) => boolean;
  readonly reason: string;
}

const isJson = ({ headers }: JudgedRequest) => /^application\/json\b/.test(headers['content-type'] ?? '');

/** All differences. The first one that fits counts. */
const KNOWN = {
  head: {
    kind: 'we find an operation',
    when: ({ request }) => request.method === 'HEAD',
    reason: 'HEAD is answered as GET without a body (RFC 9110, section 9.3.2)',
  },
  'read-only': {
    kind: 'it rejects',
    when: ({ about }) => /^\/requestBody.* must have required property/.test(about),
    reason: 'a required property that is readOnly is required in responses only (OpenAPI)',
  },
  'query parameter': {
    kind: 'it rejects',
    when: ({ about }) => /^\/query must NOT have additional properties/.test(about),
    reason: 'query parameters that the document does not declare are allowed',
  },
  'media type': {
    kind: 'we reject',
    when: ({ about }) => / Unsupported Media Type: /.test(about),
    reason: 'openapi-backend rejects no media type',
  },
  'not JSON': {
    kind: 'we reject',
    when: ({ request }) => !isJson(request),
    reason: 'openapi-backend validates bodies of application/json only',
  },
  format: {
    kind: 'we reject',
    when: ({ about }) => about.startsWith('format '),
    reason: 'openapi-backend validates no formats unless they are added to its Ajv',
  },
} as const satisfies Readonly<Record<string, KnownDifference>>;

/** The name of a known difference. */
export type DifferenceName = keyof typeof KNOWN;

/**
 * Expects no difference without a reason, and all that are known.
 *
 * @param api - or the path of a document
 * @param known - the differences that occur, and no others
 */
export async function expectAgreement(
  api: MockServerSettings['apis'][number] | string,
  requests: readonly JudgedRequest[],
  known: readonly DifferenceName[] = [],
): Promise<void> {
  const judged = typeof api === 'string' ? defineApi({ name: 'judged', document: api, infer: true }) : api;
  const loaded = await loadApi(judged, {});
  const codecs = await codecsOf(loaded, { omitDefaults: false, limit: LIMIT });
  const served = { ...loaded, ...codecs, inputCheck: 'enforce', outputCheck: 'report' } as const;
  const checker = createExchangeChecker(served, new Set(), LIMIT);
  const judge = await createBackendJudge(loaded.document.source.bundled, loaded.document.base);
  const unexplained = new Set<string>();
  const found = new Set<DifferenceName>();
  for (const request of requests) {
    const rawHeaders = Object.entries(request.headers).flat();
    const exchange = { ...NO_EXCHANGE, ...request, rawHeaders, body: request.body ?? NOTHING };
    const difference = differenceOf(request, await checker.validateRequest(exchange), judge(request));
    if (!difference) continue;
    const name = nameOf(difference);
    if (name) found.add(name);
    else unexplained.add(describeDifference(difference));
  }
  expect([...unexplained]).toEqual([]);
  expect([...found].sort()).toEqual([...known].sort());
}

function nameOf(difference: Difference): DifferenceName | undefined {
  const all = Object.entries(KNOWN) as [DifferenceName, KnownDifference][];
  return all.find(([, { kind, when }]) => kind === difference.kind && when(difference))?.[0];
}

/** Maximum size of a body, in bytes. */
const LIMIT = 4_194_304;
const NOTHING = new Uint8Array();
const NO_EXCHANGE = {
  at: new Date(0),
  duration: 0,
  httpVersion: '1.1',
  response: undefined,
  origin: 'proxy',
  problem: undefined,
  mockReason: undefined,
  release: () => undefined,
} as const;

function differenceOf(
  request: JudgedRequest,
  { operation, allowed, findings }: ValidatedRequest,
  { operation: theirs, violations }: { readonly operation: string | undefined; readonly violations: readonly string[] },
): Difference | undefined {
  const own = allowed ? undefined : operation?.id;
  if (own !== theirs)
    return theirs === undefined
      ? { request, operation: own, kind: 'we find an operation', about: own ?? '' }
      : { request, operation: own, kind: 'it finds another operation', about: theirs };
  const [finding] = findings;
  if (own === undefined || (finding === undefined) === (violations.length === 0)) return undefined;
  return finding
    ? { request, operation: own, kind: 'we reject', about: `${finding.keyword} ${finding.message}` }
    : { request, operation: own, kind: 'it rejects', about: violations.join('; ') };
}

function describeDifference({ request, operation, kind, about }: Difference): string {
  const body = request.body ? ` ${Buffer.from(request.body).toString().slice(0, 200)}` : '';
  return `${operation}: ${kind}: ${about}: ${request.method} ${request.target}${body}`;
}

/** Records the requests of a client on their way to a server. */
export async function recordRequests(
  server: string,
  onRequest: (request: JudgedRequest) => void,
): Promise<{ readonly url: string; close(): void }> {
  const recorder = createServer(async (request, response) => {
    const { method = 'GET', url: target = '/', headers } = request;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const texts = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    onRequest({ method, target, headers: Object.fromEntries(texts), body: body.length > 0 ? body : undefined });
    const forwarded = sendRequest(server + target, { method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.rawHeaders);
      received.pipe(response);
    });
    forwarded.end(body);
  });
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  const close = () => {
    recorder.closeAllConnections();
    recorder.close();
  };
  return { url: `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`, close };
}
