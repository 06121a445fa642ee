// Sends a request to the upstream, until its response begins.

import type { ClientRequest, IncomingMessage } from 'node:http';
import { IDEMPOTENT_METHODS, METHODS_WITHOUT_CONTENT } from '../../openapi/methods.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { peerAddress } from '../../server/http/peer-address.ts';
import { ApiError, type ErrorCode } from '../../server/pipeline/errors/api-error.ts';
import { describeNetworkError } from '../network-errors.ts';
import type { BodyMemory } from './body-memory.ts';
import { BodyTee } from './body-tee.ts';
import { forwardRequestHeaders, headerIn, headerPairs, type RawHeaders } from './forwarded-headers.ts';
import type { IncomingRequest } from './proxy-client.ts';
import { isNotConnected, type Upstream } from './upstream.ts';

/** Settings of requests to the upstream. */
export interface UpstreamRequestSettings {
  /** The unique name of this proxy. */
  readonly name: string;
  /** Whether the upstream receives the host that the client names. */
  readonly keepHost: boolean;
  /** Timeout until the response begins, in milliseconds. */
  readonly timeout: number;
  /** Timeout of a client that reads nothing, in milliseconds. */
  readonly idleTimeout: number;
  /** Maximum number of body bytes that are inspected. */
  readonly bodyLimit: number;
  readonly memory: BodyMemory;
}

/** A request, and its client. */
interface ProxiedRequest {
  readonly request: IncomingRequest;
  readonly body: BodyTee;
  /** Whether the client waits for `100 Continue`. */
  readonly expectsContinue: boolean;
  /** Sends `100 Continue`. */
  sendContinue(): void;
  /** Sends an interim response. */
  sendInterim(status: number, message: string, fields: RawHeaders): void;
  /** The body has begun and does not continue. */
  abort(): void;
  /** Called with each attempt. */
  onAttempt(attempt: ClientRequest): void;
}

/** A response that has begun. */
export interface UpstreamResponse {
  readonly message: IncomingMessage;
  readonly body: BodyTee;
}

/** Responses that may never end, whose bodies are not inspected: events, and gRPC. */
const STREAMED = /^(text\/event-stream|application\/grpc)/i;

export function isStreamed({ rawHeaders }: IncomingMessage): boolean {
  return STREAMED.test(headerIn(rawHeaders, 'content-type') ?? '');
}

/** Why there is no response. */
export interface UpstreamFailure {
  /** A clause, such as `connection refused`. */
  readonly problem: string;
  readonly code: ErrorCode;
  readonly isConnected: boolean;
}

/** Sends the request, again if a reused connection turns out to be closed and that is safe. Never throws. */
export async function sendUpstream(
  upstream: Upstream,
  proxied: ProxiedRequest,
  settings: UpstreamRequestSettings,
): Promise<Result<UpstreamResponse, UpstreamFailure>> {
  const sent = await sendOnce(upstream, proxied, settings);
  if (!sent.ok) return failure(toUpstreamFailure(sent.reason));
  // All data that came with the head have arrived by now.
  const { bodyLimit, memory, idleTimeout } = settings;
  const body = new BodyTee(sent.value, isStreamed(sent.value) ? 0 : bodyLimit, memory, idleTimeout);
  return success({ message: sent.value, body });
}

function toUpstreamFailure(error: Error): UpstreamFailure {
  return {
    problem: describeNetworkError(error),
    code: error instanceof ApiError ? error.code : 'unavailable',
    isConnected: !isNotConnected(error),
  };
}

/** Whether a request without a response may be sent again. */
function isRepeatable({ request: { method = '', rawHeaders }, body }: ProxiedRequest): boolean {
  return IDEMPOTENT_METHODS.has(method) && headerIn(rawHeaders, 'content-length') === undefined && body.length === 0;
}

function sendOnce(
  upstream: Upstream,
  proxied: ProxiedRequest,
  settings: UpstreamRequestSettings,
): Promise<Result<IncomingMessage, Error>> {
  const { request, body, expectsContinue } = proxied;
  const { method = 'GET', url = '/' } = request;
  const fields = fieldsOf(upstream, proxied, settings);
  return new Promise((resolve) => {
    let attempt: ClientRequest;
    try {
      attempt = upstream.request({ method, target: url, rawHeaders: fields });
    } catch (error) {
      resolve(failure(error as Error));
      return;
    }
    proxied.onAttempt(attempt);
    const timer = startTimeout(attempt, proxied, settings.timeout);
    attempt.on('response', (message) => {
      clearTimeout(timer);
      resolve(success(message));
    });
    attempt.on('information', ({ statusCode, statusMessage, rawHeaders }) =>
      proxied.sendInterim(statusCode, statusMessage, rawHeaders),
    );
    // Requests here ask for no upgrade: without a listener, there would be no response at all.
    attempt.on('upgrade', (_, socket) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(failure(new Error('unrequested protocol switch (status 101)')));
    });
    // Later errors are reported by the response.
    attempt.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      const isStale = isClosed && attempt.reusedSocket;
      resolve(isStale && isRepeatable(proxied) ? sendOnce(upstream, proxied, settings) : failure(error));
    });
    if (!hasBody(request.rawHeaders)) attempt.end();
    else if (expectsContinue) sendAfterContinue(attempt, proxied);
    else send(attempt, request, body);
  });
}

function hasBody(raw: RawHeaders): boolean {
  return headerIn(raw, 'transfer-encoding') !== undefined || headerIn(raw, 'content-length') !== undefined;
}

function fieldsOf(
  upstream: Upstream,
  { request, expectsContinue }: ProxiedRequest,
  { name, keepHost }: UpstreamRequestSettings,
): string[] {
  const { rawHeaders, httpVersion, socket, method = '' } = request;
  const host = (keepHost && headerIn(rawHeaders, 'host')) || upstream.host;
  const fields = forwardRequestHeaders(rawHeaders, {
    host,
    name,
    httpVersion,
    client: peerAddress(socket) || undefined,
  });
  if (headerIn(rawHeaders, 'transfer-encoding') !== undefined) fields.push('Transfer-Encoding', 'chunked');
  // Node would send an empty body in chunks.
  else if (!hasBody(rawHeaders) && !METHODS_WITHOUT_CONTENT.has(method)) fields.push('Content-Length', '0');
  if (expectsContinue) fields.push('Expect', '100-continue');
  return fields;
}

/** Ends a request whose response has not begun in time. A client that is still sending is not late. */
function startTimeout(
  attempt: ClientRequest,
  { body, expectsContinue, abort: giveUp }: ProxiedRequest,
  timeout: number,
): NodeJS.Timeout {
  let before = body.length;
  const timer = setTimeout(() => {
    const isComing = !expectsContinue && body.state === 'coming';
    if (isComing && body.length > before) {
      before = body.length;
      timer.refresh();
    } else if (isComing && !attempt.writableNeedDrain) giveUp();
    else attempt.destroy(new ApiError('deadline_exceeded', `timeout after ${timeout / 1000} s`));
  }, timeout);
  return timer;
}

/** Sends a body as soon as the server wants it, or its client has waited long enough (RFC 9110, section 10.1.1). */
function sendAfterContinue(attempt: ClientRequest, { request, body, sendContinue: goOn }: ProxiedRequest): void {
  let isSent = false;
  const sendOnce = () => {
    if (!isSent) send(attempt, request, body);
    isSent = true;
  };
  attempt.on('continue', () => {
    goOn();
    sendOnce();
  });
  request.once('data', sendOnce);
  attempt.flushHeaders();
}

function send(attempt: ClientRequest, request: IncomingRequest, body: BodyTee): void {
  body.forwardTo(attempt, () => {
    const { rawTrailers } = request;
    if (rawTrailers.length > 0) attempt.addTrailers(headerPairs(rawTrailers));
  });
}
