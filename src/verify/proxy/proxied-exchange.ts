// One request through the proxy: the order of its steps.

import type { ClientRequest, IncomingMessage } from 'node:http';
import { createStatusError } from '../../server/http/reject-invalid-http.ts';
import { sendResponse } from '../../server/http/send-response.ts';
import type { WireBody, WireResponse } from '../../server/pipeline/wire.ts';
import { describeNetworkError } from '../network-errors.ts';
import { BodyTee } from './body-tee.ts';
import {
  type CapturedExchange,
  captureExchange,
  type ResponseOrigin,
  type TappedExchange,
} from './captured-exchange.ts';
import type { Enforcement } from './enforce.ts';
import type { FallbackMock, MockedOperation } from './fallback-mock.ts';
import { headerIn, isLoop, type RawHeaders, responseHeaders } from './forwarded-headers.ts';
import type { ProxyClient } from './proxy-client.ts';
import {
  isStreamed,
  sendUpstream,
  type UpstreamRequestSettings,
  type UpstreamResponse,
  UpstreamTimeoutError,
} from './send-upstream.ts';
import { isUnreachable, type Upstream } from './upstream.ts';

/** Shared by all requests. */
export interface ProxyContext extends UpstreamRequestSettings {
  readonly upstream: Upstream;
  /** Undefined without a mock. */
  readonly fill: FallbackMock | undefined;
  /** Undefined where everything passes. */
  readonly enforcement: Enforcement | undefined;
  onPassed(passed: CapturedExchange): void;
}

export class ProxiedExchange {
  readonly #way: ProxyContext;
  readonly #client: ProxyClient;
  readonly #body: BodyTee;
  readonly #at = new Date();
  readonly #began = performance.now();
  /** Whether the client waits for `100 Continue`. */
  #waits: boolean;
  #asked: ClientRequest | undefined;
  #problem: string | undefined;
  #filled: string | undefined;
  #hasLeft = false;
  #isTold = false;

  constructor(way: ProxyContext, client: ProxyClient) {
    const { request, waits } = client;
    this.#way = way;
    this.#client = client;
    this.#waits = waits;
    this.#body = new BodyTee(request, way.bodyLimit, way.memory);
    client.onLeave(() => {
      this.#hasLeft = true;
      this.#asked?.destroy();
      this.#body.drain();
    });
  }

  async pass(): Promise<void> {
    const { fill, enforcement, upstream } = this.#way;
    const refused = this.#unusable() ?? (enforcement && (await this.#forbidden(enforcement)));
    if (refused) return this.#tell(refused);
    const meant = fill?.meant(this.#client.request);
    if (fill && meant?.isOwn) return this.#fillIn(fill, 'configured with --mock-operations');
    // The upstream may not be the responder, so its permission is not awaited.
    if (meant) this.#goOn();
    const answered = await this.#ask(upstream);
    if (this.#hasLeft) return this.#end('proxy', undefined);
    if (answered instanceof Error) {
      const isFilled = fill && meant && isUnreachable(answered);
      return isFilled ? this.#fillIn(fill, describeNetworkError(answered)) : this.#fail(answered);
    }
    const why = fill && meant && (await this.#missing(fill, meant, answered));
    if (fill && why !== undefined) {
      answered.body.drain();
      answered.body.letGo();
      return this.#fillIn(fill, why);
    }
    const spoilt = enforcement && (await this.#spoilt(enforcement, answered));
    if (spoilt) return this.#tell(spoilt, answered);
    this.#passOn(answered, 'upstream');
  }

  /** Why a request is rejected; undefined if it is not. */
  #unusable(): WireResponse | undefined {
    const { rawHeaders } = this.#client.request;
    const coding = headerIn(rawHeaders, 'transfer-encoding');
    if (coding !== undefined && coding.toLowerCase() !== 'chunked')
      return createStatusError(501, `unsupported transfer coding ${coding}`, 'unimplemented');
    if (isLoop(rawHeaders, this.#way.name)) return createStatusError(508, 'proxy loop detected', 'failed_precondition');
    return undefined;
  }

  async #forbidden(enforcement: Enforcement): Promise<WireResponse<WireBody> | undefined> {
    this.#goOn();
    const isThere = await this.#body.settled(this.#way.silence);
    if (!isThere) return createStatusError(408, 'the request is incomplete', 'deadline_exceeded');
    return enforcement.refused(this.#passed('proxy', undefined));
  }

  /** The replacement of an invalid response. */
  async #spoilt(enforcement: Enforcement, answered: UpstreamResponse): Promise<WireResponse<WireBody> | undefined> {
    if (isStreamed(answered.message)) return undefined;
    if (!(await answered.body.settled(this.#way.timeout))) {
      this.#problem = 'the response does not end';
      answered.message.destroy();
      return createStatusError(
        504,
        `no valid response from ${this.#way.upstream.url}: ${this.#problem}`,
        'deadline_exceeded',
      );
    }
    return answered.body.state === 'broken' ? undefined : enforcement.spoilt(this.#passed('upstream', answered));
  }

  /** Why the server does not have the operation yet; undefined when it has. */
  async #missing(
    fill: FallbackMock,
    meant: MockedOperation,
    { message, body }: UpstreamResponse,
  ): Promise<string | undefined> {
    const { statusCode: status = 0, rawHeaders } = message;
    if (!fill.mayMiss(meant, status)) return undefined;
    await Promise.all([body.settled(this.#way.timeout), this.#body.settled(this.#way.silence)]);
    // The replacement must receive the whole request.
    if (this.#body.whole === undefined || body.whole === undefined) return undefined;
    return fill.missing(meant, { status, fields: rawHeaders, body: body.whole }, this.#client.request);
  }

  async #fillIn(fill: FallbackMock, why: string): Promise<void> {
    this.#filled = why;
    this.#goOn();
    const answered = await this.#ask(fill.standIn);
    if (this.#hasLeft) return this.#end('mock', undefined);
    if (answered instanceof Error) return this.#fail(answered);
    this.#passOn(answered, 'mock');
  }

  #ask(upstream: Upstream): Promise<UpstreamResponse | Error> {
    const question = {
      request: this.#client.request,
      body: this.#body,
      // Some clients announce that they wait, and do not.
      waits: this.#waits && this.#body.state === 'coming' && this.#body.length === 0,
      goOn: () => this.#goOn(),
      inform: (status: number, message: string, told: RawHeaders) => this.#inform(status, message, told),
      giveUp: () => this.#client.breakOff(),
      onAsked: (asked: ClientRequest) => {
        this.#asked = asked;
      },
    };
    return sendUpstream(upstream, question, this.#way);
  }

  /** Sends `100 Continue` to a waiting client. */
  #goOn(): void {
    if (!this.#waits || this.#hasLeft) return;
    this.#waits = false;
    this.#client.response.writeContinue();
  }

  #inform(status: number, message: string, told: RawHeaders): void {
    if (status === 100) return;
    const fields = responseHeaders(status, told, (location) => location);
    this.#client.inform(status, message, fields);
  }

  #passOn(answered: UpstreamResponse, from: ResponseOrigin): void {
    const { response } = this.#client;
    const { message, body } = answered;
    try {
      this.#client.begin(message.statusCode ?? 502, message.statusMessage, this.#fieldsOf(message, from));
    } catch (error) {
      message.destroy();
      this.#fail(new Error(`the response cannot be forwarded: ${(error as Error).message}`));
      return;
    }
    body.passTo(response, () => {
      if (message.rawTrailers.length > 0) this.#client.trail(message.rawTrailers);
    });
    if (body.state !== 'coming') {
      this.#ended(answered, from);
      return;
    }
    body.onEnd = () => this.#ended(answered, from);
    response.on('close', () => message.destroy());
    // A client that waits for the first piece may be told early that it will come.
    if (body.length === 0) setImmediate(() => body.length === 0 && !response.destroyed && this.#client.flush());
  }

  #fieldsOf({ statusCode = 502, rawHeaders }: IncomingMessage, from: ResponseOrigin): string[] {
    const fields = responseHeaders(statusCode, rawHeaders, (location) => this.#home(location));
    if (from === 'mock') fields.push('X-Understudy-Answered-By', 'mock');
    return fields;
  }

  #ended(answered: UpstreamResponse, from: ResponseOrigin): void {
    if (answered.body.state === 'broken' && !this.#hasLeft) {
      this.#problem = 'the response is incomplete';
      // The client is to see that it is not whole.
      this.#client.breakOff();
    }
    // The response may begin before the request ends; the rest is discarded.
    if (this.#body.state === 'coming') {
      this.#body.drain();
      this.#asked?.destroy();
    }
    this.#end(from, answered);
  }

  /** An address at the server, as the client finds it. */
  #home(location: string): string {
    const { url } = this.#way.upstream;
    const host = headerIn(this.#client.request.rawHeaders, 'host');
    const isThere = location.startsWith(url) && /^([/?#]|$)/.test(location.slice(url.length));
    return isThere && host !== undefined ? `http://${host}${location.slice(url.length)}` : location;
  }

  /** There was no response. */
  #fail(error: Error): void {
    this.#problem = describeNetworkError(error);
    const message = `no valid response from ${this.#way.upstream.url}: ${this.#problem}`;
    const isLate = error instanceof UpstreamTimeoutError;
    this.#tell(
      isLate ? createStatusError(504, message, 'deadline_exceeded') : createStatusError(502, message, 'unavailable'),
    );
  }

  /** Responds instead of the upstream. @param instead - the response that is replaced. Default: none */
  #tell(answer: WireResponse<WireBody>, instead?: UpstreamResponse): void {
    const keepAlive = this.#body.state === 'whole';
    if (!this.#hasLeft) sendResponse(this.#client.response, answer, { keepAlive, idleTimeout: this.#way.silence });
    this.#body.drain();
    instead?.body.drain();
    this.#end(instead ? 'upstream' : 'proxy', instead);
  }

  #end(from: ResponseOrigin, answer: TappedExchange<IncomingMessage> | undefined): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#way.onPassed(this.#passed(from, answer));
  }

  #passed(from: ResponseOrigin, answer: TappedExchange<IncomingMessage> | undefined): CapturedExchange {
    return captureExchange({ message: this.#client.request, body: this.#body }, answer, {
      at: this.#at,
      duration: performance.now() - this.#began,
      from,
      problem: this.#problem,
      filled: this.#filled,
    });
  }
}
