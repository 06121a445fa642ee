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
  readonly fields: RawHeaders;
  /** Undefined if it was too long or incomplete. */
  readonly body: Uint8Array | undefined;
}

export interface CapturedExchange {
  readonly at: Date;
  /** In milliseconds, to the last byte of the response. */
  readonly duration: number;
  readonly method: string;
  /** As the client has sent it. */
  readonly target: string;
  readonly httpVersion: string;
  readonly fields: RawHeaders;
  /** Undefined if it was too long or incomplete. */
  readonly body: Uint8Array | undefined;
  readonly answer: CapturedResponse | undefined;
  readonly from: ResponseOrigin;
  /** Why the upstream sent no complete response, a clause. */
  readonly problem: string | undefined;
  /** Why the mock answered, a clause. */
  readonly filled: string | undefined;
  /** Releases the memory of its bodies. */
  letGo(): void;
}

/** A message with its body. */
export interface TappedExchange<Message> {
  readonly message: Message;
  readonly body: BodyTee;
}

/** Collects the data of an exchange. */
export function captureExchange(
  { message: request, body }: TappedExchange<IncomingRequest>,
  answer: TappedExchange<IncomingMessage> | undefined,
  about: Pick<CapturedExchange, 'at' | 'duration' | 'from' | 'problem' | 'filled'>,
): CapturedExchange {
  const { method = 'GET', url = '/', rawHeaders, httpVersion } = request;
  return {
    ...about,
    method,
    target: url,
    httpVersion,
    fields: rawHeaders,
    body: body.whole,
    answer: answer && {
      status: answer.message.statusCode ?? 0,
      message: answer.message.statusMessage ?? '',
      fields: answer.message.rawHeaders,
      body: answer.body.whole,
    },
    letGo() {
      body.letGo();
      answer?.body.letGo();
    },
  };
}
