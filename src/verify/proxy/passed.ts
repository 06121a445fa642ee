// A proxied exchange, for checks and recordings.

import type { IncomingMessage } from 'node:http';
import type { Incoming } from './client.ts';
import type { RawFields } from './fields.ts';
import type { Tap } from './tap.ts';

/** The responder: the upstream, the mock in its place, or the proxy itself for errors. */
export type Answerer = 'upstream' | 'mock' | 'proxy';

/** A response as it was received. */
export interface PassedAnswer {
  readonly status: number;
  /** The reason phrase. */
  readonly message: string;
  readonly fields: RawFields;
  /** Undefined if it was too long or incomplete. */
  readonly body: Uint8Array | undefined;
}

export interface Passed {
  readonly at: Date;
  /** In milliseconds, to the last byte of the response. */
  readonly duration: number;
  readonly method: string;
  /** As the client has sent it. */
  readonly target: string;
  readonly httpVersion: string;
  readonly fields: RawFields;
  /** Undefined if it was too long or incomplete. */
  readonly body: Uint8Array | undefined;
  readonly answer: PassedAnswer | undefined;
  readonly from: Answerer;
  /** Why the upstream sent no complete response, a clause. */
  readonly problem: string | undefined;
  /** Why the mock answered, a clause. */
  readonly filled: string | undefined;
  /** Releases the memory of its bodies. */
  letGo(): void;
}

/** A message with its body. */
export interface Tapped<Message> {
  readonly message: Message;
  readonly body: Tap;
}

/** Collects the data of an exchange. */
export function passedOf(
  { message: request, body }: Tapped<Incoming>,
  answer: Tapped<IncomingMessage> | undefined,
  about: Pick<Passed, 'at' | 'duration' | 'from' | 'problem' | 'filled'>,
): Passed {
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
