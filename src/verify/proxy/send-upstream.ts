// Sends a request to the upstream, until its response begins.

import type { ClientRequest, IncomingMessage } from 'node:http';
import { IDEMPOTENT_METHODS, METHODS_WITHOUT_CONTENT } from '../../openapi/methods.ts';
import { peerAddress } from '../../server/http/peer-address.ts';
import type { BodyMemory } from './body-memory.ts';
import { BodyTee } from './body-tee.ts';
import { headerIn, headerPairs, type RawHeaders, requestHeaders } from './forwarded-headers.ts';
import type { IncomingRequest } from './proxy-client.ts';
import type { Upstream } from './upstream.ts';

/** Settings of requests to the upstream. */
export interface UpstreamRequestSettings {
  /** The unique name of this proxy. */
  readonly name: string;
  /** Whether the upstream receives the host that the client names. */
  readonly keepHost: boolean;
  /** Timeout until the response begins, in milliseconds. */
  readonly timeout: number;
  /** Timeout of a client that reads nothing, in milliseconds. */
  readonly silence: number;
  /** Maximum number of body bytes that are inspected. */
  readonly bodyLimit: number;
  readonly memory: BodyMemory;
}

/** A request, and its client. */
export interface ProxiedRequest {
  readonly request: IncomingRequest;
  readonly body: BodyTee;
  /** Whether the client waits for `100 Continue`. */
  readonly waits: boolean;
  /** Sends `100 Continue`. */
  goOn(): void;
  /** Sends an interim response. */
  inform(status: number, message: string, fields: RawHeaders): void;
  /** The body has begun and does not continue. */
  giveUp(): void;
  /** Called with each attempt. */
  onAsked(asked: ClientRequest): void;
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

/** The response has not begun in time. */
export class UpstreamTimeoutError extends Error {
  constructor(timeout: number) {
    super(`timeout after ${timeout / 1000} s`);
  }
}

/**
 * Sends the request, again if a reused connection turns out to be closed and that is safe. Never throws: returns the
 * error.
 */
export async function sendUpstream(
  upstream: Upstream,
  question: ProxiedRequest,
  settings: UpstreamRequestSettings,
): Promise<UpstreamResponse | Error> {
  const { request, body } = question;
  const isSafe =
    IDEMPOTENT_METHODS.has(request.method ?? '') && headerIn(request.rawHeaders, 'content-length') === undefined;
  let answered = await askOnce(upstream, question, settings);
  if (answered instanceof Stale && isSafe && body.length === 0) answered = await askOnce(upstream, question, settings);
  if (answered instanceof Error) return answered;
  // All data that came with the head have arrived by now.
  const { bodyLimit, memory, silence } = settings;
  return { message: answered, body: new BodyTee(answered, isStreamed(answered) ? 0 : bodyLimit, memory, silence) };
}

/** A reused connection was closed. */
class Stale extends Error {
  readonly code: string | undefined;

  constructor({ message, code }: NodeJS.ErrnoException) {
    super(message);
    this.code = code;
  }
}

function askOnce(
  upstream: Upstream,
  question: ProxiedRequest,
  settings: UpstreamRequestSettings,
): Promise<IncomingMessage | Error> {
  const { request, body, waits } = question;
  const { method = 'GET', url = '/' } = request;
  const fields = fieldsOf(upstream, question, settings);
  return new Promise((resolve) => {
    let asked: ClientRequest;
    try {
      asked = upstream.ask({ method, target: url, fields });
    } catch (error) {
      resolve(error as Error);
      return;
    }
    question.onAsked(asked);
    const timer = lateness(asked, question, settings.timeout);
    asked.on('response', (message) => {
      clearTimeout(timer);
      resolve(message);
    });
    asked.on('information', ({ statusCode, statusMessage, rawHeaders }) =>
      question.inform(statusCode, statusMessage, rawHeaders),
    );
    // Requests here ask for no upgrade: without a listener, there would be no response at all.
    asked.on('upgrade', (_, socket) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(new Error('unrequested protocol switch (status 101)'));
    });
    // Later errors are reported by the response.
    asked.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      resolve(asked.reusedSocket && isClosed ? new Stale(error) : error);
    });
    if (!hasBody(request.rawHeaders)) asked.end();
    else if (waits) sendWhenLet(asked, question);
    else send(asked, request, body);
  });
}

function hasBody(raw: RawHeaders): boolean {
  return headerIn(raw, 'transfer-encoding') !== undefined || headerIn(raw, 'content-length') !== undefined;
}

function fieldsOf(
  upstream: Upstream,
  { request, waits }: ProxiedRequest,
  { name, keepHost }: UpstreamRequestSettings,
): string[] {
  const { rawHeaders, httpVersion, socket, method = '' } = request;
  const host = (keepHost && headerIn(rawHeaders, 'host')) || upstream.host;
  const fields = requestHeaders(rawHeaders, { host, name, httpVersion, client: peerAddress(socket) || undefined });
  if (headerIn(rawHeaders, 'transfer-encoding') !== undefined) fields.push('Transfer-Encoding', 'chunked');
  // Node would send an empty body in chunks.
  else if (!hasBody(rawHeaders) && !METHODS_WITHOUT_CONTENT.has(method)) fields.push('Content-Length', '0');
  if (waits) fields.push('Expect', '100-continue');
  return fields;
}

/** Ends a request whose response has not begun in time. A client that is still sending is not late. */
function lateness(asked: ClientRequest, { body, waits, giveUp }: ProxiedRequest, timeout: number): NodeJS.Timeout {
  let before = body.length;
  const timer = setTimeout(() => {
    const isComing = !waits && body.state === 'coming';
    if (isComing && body.length > before) {
      before = body.length;
      timer.refresh();
    } else if (isComing && !asked.writableNeedDrain) giveUp();
    else asked.destroy(new UpstreamTimeoutError(timeout));
  }, timeout);
  return timer;
}

/** Sends a body as soon as the server wants it, or its client has waited long enough (RFC 9110, section 10.1.1). */
function sendWhenLet(asked: ClientRequest, { request, body, goOn }: ProxiedRequest): void {
  let isSent = false;
  const sendOnce = () => {
    if (!isSent) send(asked, request, body);
    isSent = true;
  };
  asked.on('continue', () => {
    goOn();
    sendOnce();
  });
  request.once('data', sendOnce);
  asked.flushHeaders();
}

function send(asked: ClientRequest, request: IncomingRequest, body: BodyTee): void {
  body.passTo(asked, () => {
    const { rawTrailers } = request;
    if (rawTrailers.length > 0) asked.addTrailers(headerPairs(rawTrailers));
  });
}
