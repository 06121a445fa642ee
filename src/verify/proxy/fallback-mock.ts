// Decides which requests the mock answers for missing upstream operations. See docs/decisions/0038.

import type { Operation } from '../../openapi/document.ts';
import { OPENAPI_METHODS } from '../../openapi/methods.ts';
import type { ServedApi } from '../../server/pipeline/api/load-api.ts';
import { createWireHeaders, pathOf, queryOf } from '../../server/pipeline/wire.ts';
import { decodeBody } from './decode-body.ts';
import { forwardRequestHeaders, headerIn, type RawHeaders } from './forwarded-headers.ts';
import type { IncomingRequest } from './proxy-client.ts';
import type { Upstream } from './upstream.ts';

/** The operation of a request. */
export interface MockedOperation {
  readonly operation: Operation;
  /** Whether the mock always answers it. */
  readonly isAlwaysMocked: boolean;
}

/** A response that may mean that the operation is missing. */
interface MissingResponse {
  readonly status: number;
  readonly rawHeaders: RawHeaders;
  readonly body: Uint8Array;
}

interface FallbackSettings {
  readonly upstream: Upstream;
  readonly mock: Upstream;
  /** Operations that the mock always answers. */
  readonly operations: ReadonlySet<string>;
  /** Whether it answers missing operations. */
  readonly mocksMissing: boolean;
  readonly timeout: number;
}

export interface FallbackMock {
  readonly mock: Upstream;
  /** The operation of a request, or of its preflight request; undefined if the mock does not handle it. */
  findOperation(request: IncomingRequest): MockedOperation | undefined;
  /** Whether a response with this status may mean that the operation is missing. Learns from others. */
  mayBeMissing(mocked: MockedOperation, status: number): boolean;
  /** Why the server does not have the operation; undefined when it has. */
  explainMissing(
    mocked: MockedOperation,
    rejection: MissingResponse,
    request: IncomingRequest,
  ): Promise<string | undefined>;
}

/** A path below that of a request that no server has. */
const UNKNOWN_PATH = '/understudy-asks-for-nothing';
/** Maximum number of inspected bytes of such a response. */
const MAX_READ = 64 * 1024;

export function createFallbackMock({ document }: ServedApi, settings: FallbackSettings): FallbackMock {
  const { upstream, mock, operations, mocksMissing, timeout } = settings;
  const there = new Set<string>();
  const nowhere = new Map<string, Promise<string>>();

  const nowhereNear = (path: string): string => {
    const below = path.replace(/\/$/, '') + UNKNOWN_PATH;
    return (
      [below, below + UNKNOWN_PATH, below + UNKNOWN_PATH + UNKNOWN_PATH].find((one) => !document.hasPath(one)) ??
      UNKNOWN_PATH
    );
  };
  /**
   * The response of the upstream for a path that cannot exist, beside that of an operation. Requested once for each.
   */
  const atNowhere = (id: string, request: IncomingRequest): Promise<string> => {
    const known = nowhere.get(id) ?? requestNowhere(request);
    nowhere.set(id, known);
    return known;
  };
  const requestNowhere = (request: IncomingRequest): Promise<string> =>
    new Promise((resolve) => {
      const { rawHeaders, url = '/', httpVersion } = request;
      const hop = { host: upstream.host, name: 'understudy', httpVersion, client: undefined };
      const fields = forwardRequestHeaders(withoutBody(rawHeaders), hop);
      const target = nowhereNear(pathOf(url));
      const upstreamRequest = upstream.request({ method: 'GET', target, rawHeaders: fields });
      const timer = setTimeout(() => upstreamRequest.destroy(new Error('too late')), timeout);
      upstreamRequest.on('error', () => resolve(''));
      upstreamRequest.on('close', () => clearTimeout(timer));
      upstreamRequest.on('response', (message) => {
        const pieces: Buffer[] = [];
        let length = 0;
        message.on('data', (piece: Buffer) => {
          length += piece.length;
          pieces.push(piece);
          if (length > MAX_READ) message.destroy();
        });
        message.on('error', () => resolve(''));
        message.on('close', () => resolve(''));
        message.on('end', () => {
          const { statusCode: status = 0, rawHeaders } = message;
          resolve(outlineOf({ status, rawHeaders, body: Buffer.concat(pieces) }, target));
        });
      });
      upstreamRequest.end();
    });

  return {
    mock,
    findOperation({ method = 'GET', url = '/', rawHeaders }) {
      const requestedMethod = (method === 'OPTIONS' && headerIn(rawHeaders, 'access-control-request-method')) || method;
      const input = { query: queryOf(url), headers: createWireHeaders(rawHeaders) };
      const match = document.match(requestedMethod, pathOf(url), input);
      if (!match || !('operation' in match)) return undefined;
      const { operation } = match;
      const isOwn = operations.has(operation.id);
      return isOwn || mocksMissing ? { operation, isAlwaysMocked: isOwn } : undefined;
    },
    mayBeMissing({ operation }, status) {
      if (status < 400) there.add(operation.id);
      return status === 501 || status === 405 || (status === 404 && !there.has(operation.id));
    },
    async explainMissing({ operation }, rejection, request) {
      const { status } = rejection;
      if (status === 501) return 'the server returned 501';
      if (status === 405)
        return operation.responses.all.some(({ key }) => key === '405') ? undefined : 'the server returned 405';
      const { method, url = '/' } = request;
      const [usual, own] = await Promise.all([atNowhere(operation.id, request), outlineOf(rejection, url)]);
      const isUsual = method === 'HEAD' ? headOf(own) === headOf(usual) : own === usual;
      return isUsual ? 'the server returned 404, as for unknown paths' : undefined;
    },
  };
}

const BODY_HEADERS = new Set(['content-length', 'content-type', 'content-encoding', 'transfer-encoding', 'expect']);

function withoutBody(raw: RawHeaders): string[] {
  const fields: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    if (!BODY_HEADERS.has((raw[at] ?? '').toLowerCase())) fields.push(raw[at] ?? '', raw[at + 1] ?? '');
  }
  return fields;
}

/** A response without its variable parts: path and method of the request, ids, times. */
async function outlineOf({ status, rawHeaders, body }: MissingResponse, target: string): Promise<string> {
  const head = `${status} ${headerIn(rawHeaders, 'content-type') ?? ''}`;
  const text = Buffer.from((await decodeBody(rawHeaders, body, MAX_READ)) ?? body).toString();
  const variants = [target, pathOf(target)].flatMap((one) => [
    one,
    one.replaceAll('&', '&amp;').replaceAll('/', '&#x2F;'),
  ]);
  const outline = variants
    .reduce((so, one) => so.replaceAll(one, '<path>'), text)
    .replace(METHOD_NAMES, '<method>')
    .replace(/[\da-f]{8,}(-[\da-f]{4,})*|\d+/gi, '<number>');
  return `${head}\n${outline}`;
}

const METHOD_NAMES = new RegExp(`\\b(${OPENAPI_METHODS.join('|')})\\b`, 'gi');

function headOf(outline: string): string {
  return outline.split('\n', 1)[0] ?? '';
}
