// What the pipeline passes on: one who may answer makes it, a codec writes it.

import type { Failure } from './failure.ts';

/** What a field of an answer may be; a list is written with commas in between (RFC 9110, section 5.6.1). */
export type FieldValue = string | number | boolean | readonly (string | number | boolean)[];

/** Header fields of an answer, names in lower case. One that is undefined is not sent. */
export type Fields = Readonly<Record<string, FieldValue | undefined>>;

/** Who made a reply: the handler of the operation, or whoever refused the request. */
export type Source = 'handler' | 'refusal';

/** An answer before it is written. A class, so that no output of a handler is taken for one. */
export class Reply<
  out Status extends number = number,
  out Body = unknown,
  out Headers extends object = Readonly<Record<string, unknown>>,
> {
  /** That of HTTP. */
  readonly status: Status;
  /** Names in lower case. */
  readonly headers: Headers;
  /** Undefined when there is none. */
  readonly body: Body;
  readonly source: Source;
  /** What it tells, when it refuses: some protocols have words of their own for that. */
  readonly failure: Failure | undefined;

  constructor(status: Status, body: Body, headers: Headers, source: Source = 'handler', failure?: Failure) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.source = source;
    this.failure = failure;
  }
}
