// A request on its way to who is to answer it, until the answer begins.

import type { ClientRequest, IncomingMessage } from 'node:http';
import { IDEMPOTENT, WITHOUT_CONTENT } from '../../openapi/methods.ts';
import { peerAddress } from '../../server/http/peer.ts';
import type { Incoming } from './client.ts';
import { fieldIn, pairsOf, type RawFields, requestFields } from './fields.ts';
import type { Memory } from './memory.ts';
import { Tap } from './tap.ts';
import type { Upstream } from './upstream.ts';

/** How whoever answers is asked. */
export interface AskSettings {
  /** What this proxy calls itself, unlike any other. */
  readonly name: string;
  /** Whether the server is asked by the host that the client names. */
  readonly keepHost: boolean;
  /** How long the server may take until its answer begins, in milliseconds. */
  readonly timeout: number;
  /** How long a client may read nothing, in milliseconds. */
  readonly silence: number;
  /** How much of a body is looked at, in bytes. */
  readonly bodyLimit: number;
  readonly memory: Memory;
}

/** What is asked, and by whom. */
export interface Question {
  readonly request: Incoming;
  readonly body: Tap;
  /** Whether the client waits with its body until the server lets it go on. */
  readonly waits: boolean;
  /** Lets it go on. */
  goOn(): void;
  /** Tells it something before the answer. */
  inform(status: number, message: string, fields: RawFields): void;
  /** It has begun to send a body, and does not go on. */
  giveUp(): void;
  /** Told of each request that is made of it. */
  onAsked(asked: ClientRequest): void;
}

/** An answer that has begun. */
export interface Answered {
  readonly message: IncomingMessage;
  readonly body: Tap;
}

/** Answers of which the end may never come, and of which nobody looks at the body: events, and calls of gRPC. */
const STREAMED = /^(text\/event-stream|application\/grpc)/i;

export function isStreamed({ rawHeaders }: IncomingMessage): boolean {
  return STREAMED.test(fieldIn(rawHeaders, 'content-type') ?? '');
}

/** The server has not begun its answer in time. */
export class Late extends Error {
  constructor(timeout: number) {
    super(`timeout after ${timeout / 1000} s`);
  }
}

/** Asks, once more where the connection that was kept for it turns out to be closed, and that is safe. Never throws: gives what went wrong. */
export async function ask(upstream: Upstream, question: Question, settings: AskSettings): Promise<Answered | Error> {
  const { request, body } = question;
  const isSafe = IDEMPOTENT.has(request.method ?? '') && fieldIn(request.rawHeaders, 'content-length') === undefined;
  let answered = await askOnce(upstream, question, settings);
  if (answered instanceof Stale && isSafe && body.length === 0) answered = await askOnce(upstream, question, settings);
  if (answered instanceof Error) return answered;
  // By now all that came with its head is there.
  const { bodyLimit, memory, silence } = settings;
  return { message: answered, body: new Tap(answered, isStreamed(answered) ? 0 : bodyLimit, memory, silence) };
}

/** A connection that was kept was closed as it was used again. */
class Stale extends Error {
  readonly code: string | undefined;

  constructor({ message, code }: NodeJS.ErrnoException) {
    super(message);
    this.code = code;
  }
}

function askOnce(upstream: Upstream, question: Question, settings: AskSettings): Promise<IncomingMessage | Error> {
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
    // No request that comes here asks for one: without a listener, nothing would ever answer.
    asked.on('upgrade', (_, socket) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(new Error('unrequested protocol switch (status 101)'));
    });
    // What goes wrong once an answer has begun is told by the answer.
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

function hasBody(raw: RawFields): boolean {
  return fieldIn(raw, 'transfer-encoding') !== undefined || fieldIn(raw, 'content-length') !== undefined;
}

function fieldsOf(upstream: Upstream, { request, waits }: Question, { name, keepHost }: AskSettings): string[] {
  const { rawHeaders, httpVersion, socket, method = '' } = request;
  const host = (keepHost && fieldIn(rawHeaders, 'host')) || upstream.host;
  const fields = requestFields(rawHeaders, { host, name, httpVersion, client: peerAddress(socket) || undefined });
  if (fieldIn(rawHeaders, 'transfer-encoding') !== undefined) fields.push('Transfer-Encoding', 'chunked');
  // Node would send an empty body in chunks.
  else if (!hasBody(rawHeaders) && !WITHOUT_CONTENT.has(method)) fields.push('Content-Length', '0');
  if (waits) fields.push('Expect', '100-continue');
  return fields;
}

/** Ends a request to which no answer has begun in time. Whoever still sends, and is heard, is not late. */
function lateness(asked: ClientRequest, { body, waits, giveUp }: Question, timeout: number): NodeJS.Timeout {
  let before = body.length;
  const timer = setTimeout(() => {
    const isComing = !waits && body.state === 'coming';
    if (isComing && body.length > before) {
      before = body.length;
      timer.refresh();
    } else if (isComing && !asked.writableNeedDrain) giveUp();
    else asked.destroy(new Late(timeout));
  }, timeout);
  return timer;
}

/** Sends a body as soon as the server wants it, or its client has waited long enough (RFC 9110, section 10.1.1). */
function sendWhenLet(asked: ClientRequest, { request, body, goOn }: Question): void {
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

function send(asked: ClientRequest, request: Incoming, body: Tap): void {
  body.passTo(asked, () => {
    const { rawTrailers } = request;
    if (rawTrailers.length > 0) asked.addTrailers(pairsOf(rawTrailers));
  });
}
