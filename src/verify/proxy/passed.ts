// An exchange that has passed: all that is looked at and recorded of it.

import type { IncomingMessage } from 'node:http';
import type { Incoming } from './client.ts';
import type { RawFields } from './fields.ts';
import type { Tap } from './tap.ts';

/** Who answered: the server, the stand-in in its place, or the proxy itself, because nobody did or might. */
export type Answerer = 'upstream' | 'mock' | 'proxy';

/** An answer, as it came from who gave it. */
export interface PassedAnswer {
  readonly status: number;
  /** The reason phrase. */
  readonly message: string;
  readonly fields: RawFields;
  /** Undefined when it is not kept, because it was long or did not come whole. */
  readonly body: Uint8Array | undefined;
}

export interface Passed {
  readonly at: Date;
  /** In milliseconds, to the last byte of the answer. */
  readonly duration: number;
  readonly method: string;
  /** As the client has sent it. */
  readonly target: string;
  readonly httpVersion: string;
  readonly fields: RawFields;
  /** Undefined when it is not kept, because it was long or did not come whole. */
  readonly body: Uint8Array | undefined;
  readonly answer: PassedAnswer | undefined;
  readonly from: Answerer;
  /** Why the server gave no answer, or none that was whole: a clause. */
  readonly problem: string | undefined;
  /** Why the stand-in answered: a clause. */
  readonly filled: string | undefined;
  /** Lets go of the memory of its bodies. */
  letGo(): void;
}

/** A message with its body. */
export interface Tapped<Message> {
  readonly message: Message;
  readonly body: Tap;
}

/** What is known by now of an exchange. */
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
