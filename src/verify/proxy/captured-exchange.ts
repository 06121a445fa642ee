// A proxied exchange, for checks and recordings.

import type { IncomingMessage } from 'node:http';
import type { BodyTee } from './body-tee.ts';
import type { RawHeaders } from './forwarded-headers.ts';
import type { IncomingRequest } from './proxy-client.ts';

/** The responder: the upstream, the mock in its place, or the proxy itself for errors. */
export type ResponseOrigin = 'upstream' | 'mock' | 'proxy';

/** A response as it was received. */
export interface CapturedResponse {
  readonly status: number;
  /** The reason phrase. */
  readonly message: string;
  readonly rawHeaders: RawHeaders;
  /** Undefined if it was too long or incomplete. */
  readonly body: Uint8Array | undefined;
  /** `events`: some events of a stream; `end`: its end, without its events. Default: a whole response. */
  readonly stream?: 'events' | 'end';
}

export interface CapturedExchange {
  readonly at: Date;
  /** In milliseconds, to the last byte of the response. */
  readonly duration: number;
  readonly method: string;
  /** As the client has sent it. */
  readonly target: string;
  readonly httpVersion: string;
  readonly rawHeaders: RawHeaders;
  /** Undefined if it was too long or incomplete. */
  readonly body: Uint8Array | undefined;
  readonly response: CapturedResponse | undefined;
  readonly origin: ResponseOrigin;
  /** Why the upstream sent no complete response, a clause. */
  readonly problem: string | undefined;
  /** Why the mock answered, a clause. */
  readonly mockReason: string | undefined;
  /** Releases the memory of its bodies. */
  release(): void;
}

/** A message with its body. */
export interface CapturedMessage<Message> {
  readonly message: Message;
  readonly body: BodyTee;
}

/** Collects the data of an exchange. @param events - of a stream whose events are checked apart. Default: no stream */
export function captureExchange(
  { message: request, body }: CapturedMessage<IncomingRequest>,
  response: CapturedMessage<IncomingMessage> | undefined,
  about: Pick<CapturedExchange, 'at' | 'duration' | 'origin' | 'problem' | 'mockReason'>,
  events?: Pick<CapturedResponse, 'body' | 'stream'>,
): CapturedExchange {
  const { method = 'GET', url = '/', rawHeaders, httpVersion } = request;
  return {
    ...about,
    method,
    target: url,
    httpVersion,
    rawHeaders,
    body: body.completeBody,
    response: response && {
      status: response.message.statusCode ?? 0,
      message: response.message.statusMessage ?? '',
      rawHeaders: response.message.rawHeaders,
      body: response.body.completeBody,
      ...events,
    },
    release() {
      if (events?.stream === 'events') return;
      body.release();
      response?.body.release();
    },
  };
}
