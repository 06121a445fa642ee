// One request through the proxy: the order of its steps.

import type { ClientRequest, IncomingMessage } from 'node:http';
import { isEventStream, parseMediaType } from '../../openapi/media-type.ts';
import type { Result } from '../../schema/result.ts';
import { createStatusError } from '../../server/http/reject-invalid-http.ts';
import { sendResponse } from '../../server/http/send-response.ts';
import type { WireBody, WireResponse } from '../../server/pipeline/wire.ts';
import { BodyTee } from './body-tee.ts';
import {
  type CapturedExchange,
  type CapturedMessage,
  type CapturedResponse,
  captureExchange,
  type ResponseOrigin,
} from './captured-exchange.ts';
import type { Enforcement } from './enforcement.ts';
import { EventParts } from './event-parts.ts';
import type { FallbackMock, MockedOperation } from './fallback-mock.ts';
import { forwardResponseHeaders, headerIn, isLoop, type RawHeaders } from './forwarded-headers.ts';
import type { ProxyClient } from './proxy-client.ts';
import {
  isStreamed,
  sendUpstream,
  type UpstreamFailure,
  type UpstreamRequestSettings,
  type UpstreamResponse,
} from './send-upstream.ts';
import type { Upstream } from './upstream.ts';

/** Shared by all requests. */
export interface ProxyContext extends UpstreamRequestSettings {
  readonly upstream: Upstream;
  /** Undefined without a mock. */
  readonly fallbackMock: FallbackMock | undefined;
  /** Undefined where everything passes. */
  readonly enforcement: Enforcement | undefined;
  onExchange(passed: CapturedExchange): void;
  /** Called with each attempt to reach the upstream. @param problem - why it sent no response, a clause */
  onUpstream(problem: string | undefined): void;
}

export class ProxiedExchange {
  readonly #context: ProxyContext;
  readonly #client: ProxyClient;
  readonly #body: BodyTee;
  readonly #at = new Date();
  readonly #began = performance.now();
  /** Whether the client waits for `100 Continue`. */
  #expectsContinue: boolean;
  #upstreamRequest: ClientRequest | undefined;
  #problem: string | undefined;
  #mockReason: string | undefined;
  #events: EventParts | undefined;
  #isClientGone = false;
  #isReported = false;

  constructor(context: ProxyContext, client: ProxyClient) {
    const { request, expectsContinue } = client;
    this.#context = context;
    this.#client = client;
    this.#expectsContinue = expectsContinue;
    this.#body = new BodyTee(request, context.bodyLimit, context.memory);
    client.onDisconnect(() => {
      this.#isClientGone = true;
      this.#upstreamRequest?.destroy();
      this.#body.drain();
    });
  }

  async run(): Promise<void> {
    const { fallbackMock: fill, enforcement, upstream } = this.#context;
    const rejection = this.#rejectUnsupported() ?? (enforcement && (await this.#rejectInvalid(enforcement)));
    if (rejection) return this.#respond(rejection);
    const mocked = fill?.findOperation(this.#client.request);
    if (fill && mocked?.isAlwaysMocked) return this.#respondByMock(fill, 'configured with --mock-operations');
    // The upstream may not be the responder, so its permission is not awaited.
    if (mocked) this.#sendContinue();
    const sent = await this.#send(upstream);
    if (this.#isClientGone) return this.#report('proxy', undefined);
    this.#context.onUpstream(sent.ok ? undefined : sent.reason.problem);
    if (!sent.ok) {
      const isFilled = fill && mocked && !sent.reason.isConnected;
      return isFilled ? this.#respondByMock(fill, sent.reason.problem) : this.#fail(sent.reason);
    }
    const received = sent.value;
    const why = fill && mocked && (await this.#explainMissing(fill, mocked, received));
    if (fill && why !== undefined) {
      received.body.drain();
      received.body.release();
      return this.#respondByMock(fill, why);
    }
    const replacement = enforcement && (await this.#replaceInvalid(enforcement, received));
    if (replacement) return this.#respond(replacement, received);
    this.#forwardResponse(received, 'upstream');
  }

  /** Why a request is rejected; undefined if it is not. */
  #rejectUnsupported(): WireResponse | undefined {
    const { rawHeaders } = this.#client.request;
    const coding = headerIn(rawHeaders, 'transfer-encoding');
    if (coding !== undefined && coding.toLowerCase() !== 'chunked')
      return createStatusError(501, `unsupported transfer coding ${coding}`, 'unimplemented');
    if (isLoop(rawHeaders, this.#context.name))
      return createStatusError(508, 'proxy loop detected', 'failed_precondition');
    return undefined;
  }

  async #rejectInvalid(enforcement: Enforcement): Promise<WireResponse<WireBody> | undefined> {
    this.#sendContinue();
    const isThere = await this.#body.settled(this.#context.idleTimeout);
    if (!isThere) return createStatusError(408, 'the request is incomplete', 'deadline_exceeded');
    return enforcement.rejectRequest(this.#capture('proxy', undefined));
  }

  /** The replacement of an invalid response. */
  async #replaceInvalid(
    enforcement: Enforcement,
    received: UpstreamResponse,
  ): Promise<WireResponse<WireBody> | undefined> {
    if (isStreamed(received.message)) return undefined;
    if (!(await received.body.settled(this.#context.timeout))) {
      this.#problem = 'the response does not end';
      received.message.destroy();
      return createStatusError(
        504,
        `no valid response from ${this.#context.upstream.url}: ${this.#problem}`,
        'deadline_exceeded',
      );
    }
    return received.body.state === 'broken'
      ? undefined
      : enforcement.replaceResponse(this.#capture('upstream', received));
  }

  /** Why the server does not have the operation yet; undefined when it has. */
  async #explainMissing(
    fill: FallbackMock,
    mocked: MockedOperation,
    { message, body }: UpstreamResponse,
  ): Promise<string | undefined> {
    const { statusCode: status = 0, rawHeaders } = message;
    if (!fill.mayBeMissing(mocked, status)) return undefined;
    await Promise.all([body.settled(this.#context.timeout), this.#body.settled(this.#context.idleTimeout)]);
    // The replacement must receive the whole request.
    if (this.#body.completeBody === undefined || body.completeBody === undefined) return undefined;
    return fill.explainMissing(mocked, { status, rawHeaders, body: body.completeBody }, this.#client.request);
  }

  async #respondByMock(fill: FallbackMock, why: string): Promise<void> {
    this.#mockReason = why;
    this.#sendContinue();
    const sent = await this.#send(fill.mock);
    if (this.#isClientGone) return this.#report('mock', undefined);
    if (!sent.ok) return this.#fail(sent.reason);
    this.#forwardResponse(sent.value, 'mock');
  }

  #send(upstream: Upstream): Promise<Result<UpstreamResponse, UpstreamFailure>> {
    const proxied = {
      request: this.#client.request,
      body: this.#body,
      // Some clients announce that they wait, and do not.
      expectsContinue: this.#expectsContinue && this.#body.state === 'coming' && this.#body.length === 0,
      sendContinue: () => this.#sendContinue(),
      sendInterim: (status: number, message: string, headers: RawHeaders) =>
        this.#sendInterim(status, message, headers),
      abort: () => this.#client.abort(),
      onAttempt: (request: ClientRequest) => {
        this.#upstreamRequest = request;
      },
    };
    return sendUpstream(upstream, proxied, this.#context);
  }

  /** Sends `100 Continue` to a waiting client. */
  #sendContinue(): void {
    if (!this.#expectsContinue || this.#isClientGone) return;
    this.#expectsContinue = false;
    this.#client.response.writeContinue();
  }

  #sendInterim(status: number, message: string, rawHeaders: RawHeaders): void {
    if (status === 100) return;
    const fields = forwardResponseHeaders(status, rawHeaders, (location) => location);
    this.#client.sendInterim(status, message, fields);
  }

  #forwardResponse(received: UpstreamResponse, from: ResponseOrigin): void {
    const { response } = this.#client;
    const { message, body } = received;
    if (from === 'upstream' && isEventStreamResponse(message)) this.#checkEvents(received);
    try {
      this.#client.begin(message.statusCode ?? 502, message.statusMessage, this.#headersOf(message, from));
    } catch (error) {
      message.destroy();
      this.#fail({ problem: `the response cannot be forwarded: ${(error as Error).message}`, code: 'unavailable' });
      return;
    }
    body.forwardTo(response, () => {
      if (message.rawTrailers.length > 0) this.#client.setTrailers(message.rawTrailers);
    });
    if (body.state !== 'coming') {
      this.#finishForwarding(received, from);
      return;
    }
    body.onEnd = () => this.#finishForwarding(received, from);
    response.on('close', () => message.destroy());
    // A client that waits for the first piece may learn early that it will come.
    if (body.length === 0) setImmediate(() => body.length === 0 && !response.destroyed && this.#client.flush());
  }

  /** Reports the events of a stream as they pass: it may never end. */
  #checkEvents(received: UpstreamResponse): void {
    const events = new EventParts();
    this.#events = events;
    received.body.onPiece = (piece) => {
      const body = events.add(piece);
      if (body) this.#context.onExchange(this.#capture('upstream', received, { body, stream: 'events' }));
    };
  }

  #headersOf({ statusCode = 502, rawHeaders }: IncomingMessage, from: ResponseOrigin): string[] {
    const fields = forwardResponseHeaders(statusCode, rawHeaders, (location) => this.#translateLocation(location));
    if (from === 'mock') fields.push('X-Understudy-Responder', 'mock');
    return fields;
  }

  #finishForwarding(received: UpstreamResponse, from: ResponseOrigin): void {
    if (received.body.state === 'broken' && !this.#isClientGone) {
      this.#problem = 'the response is incomplete';
      // The client is to see that it is not whole.
      this.#client.abort();
    }
    // The response may begin before the request ends; the rest is discarded.
    if (this.#body.state === 'coming') {
      this.#body.drain();
      this.#upstreamRequest?.destroy();
    }
    this.#report(from, received);
  }

  /** An address at the server, as the client finds it. */
  #translateLocation(location: string): string {
    const { url } = this.#context.upstream;
    const host = headerIn(this.#client.request.rawHeaders, 'host');
    const isThere = location.startsWith(url) && /^([/?#]|$)/.test(location.slice(url.length));
    return isThere && host !== undefined ? `http://${host}${location.slice(url.length)}` : location;
  }

  /** There was no response. */
  #fail({ problem, code }: Pick<UpstreamFailure, 'problem' | 'code'>): void {
    this.#problem = problem;
    const message = `no valid response from ${this.#context.upstream.url}: ${problem}`;
    this.#respond(createStatusError(code === 'deadline_exceeded' ? 504 : 502, message, code));
  }

  /** Responds instead of the upstream. @param instead - the response that is replaced. Default: none */
  #respond(replacement: WireResponse<WireBody>, instead?: UpstreamResponse): void {
    const keepAlive = this.#body.state === 'whole';
    if (!this.#isClientGone)
      sendResponse(this.#client.response, replacement, { keepAlive, idleTimeout: this.#context.idleTimeout });
    this.#body.drain();
    instead?.body.drain();
    this.#report(instead ? 'upstream' : 'proxy', instead);
  }

  #report(from: ResponseOrigin, response: CapturedMessage<IncomingMessage> | undefined): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const ended = this.#events?.isComplete ? ({ body: NO_EVENTS, stream: 'end' } as const) : undefined;
    this.#context.onExchange(this.#capture(from, response, ended));
  }

  #capture(
    from: ResponseOrigin,
    response: CapturedMessage<IncomingMessage> | undefined,
    events?: Pick<CapturedResponse, 'body' | 'stream'>,
  ): CapturedExchange {
    const about = {
      at: this.#at,
      duration: performance.now() - this.#began,
      origin: from,
      problem: this.#problem,
      mockReason: this.#mockReason,
    };
    return captureExchange({ message: this.#client.request, body: this.#body }, response, about, events);
  }
}

const NO_EVENTS = new Uint8Array();

/** Whether a response has events that can be read. */
function isEventStreamResponse({ rawHeaders }: IncomingMessage): boolean {
  const media = parseMediaType(headerIn(rawHeaders, 'content-type') ?? '');
  return media !== undefined && isEventStream(media) && headerIn(rawHeaders, 'content-encoding') === undefined;
}
