// What the pipeline passes on: one who may answer makes it, a codec writes it.

import type { Delivery } from './delivery.ts';
import type { ApiError } from './failure.ts';

/** What a field of an answer may be; a list is written with commas in between (RFC 9110, section 5.6.1). */
export type FieldValue = string | number | boolean | readonly (string | number | boolean)[];

/** Header fields of an answer, names in lower case. */
export type Fields = Readonly<Record<string, FieldValue>>;

/**
 * Where a response comes from: an injected fault, a handler, stored data, an example of the document, a body generated from a schema,
 * a rejected request, or the document itself (`OPTIONS`).
 */
export type Source = 'fault' | 'handler' | 'stored' | 'example' | 'generated' | 'rejected' | 'document';

/** An answer before it is written. A class, so that no output of a handler is taken for one. */
export class HandlerResponse<
  out Status extends number = number,
  out Body = unknown,
  out Headers extends object = object,
> {
  /** That of HTTP. */
  readonly status: Status;
  /** Names in lower case. */
  readonly headers: Headers;
  /** Undefined when there is none. */
  readonly body: Body;
  readonly source: Source;
  /** What it tells, when it refuses: some protocols have words of their own for that. */
  readonly failure: ApiError | undefined;
  /** What goes wrong with it on its way, if something is to. */
  readonly delivery: Delivery | undefined;

  constructor(
    status: Status,
    body: Body,
    headers: Headers,
    source: Source = 'handler',
    failure?: ApiError,
    delivery?: Delivery,
  ) {
    this.status = status;
    this.headers = lowerCased(headers);
    this.body = body;
    this.source = source;
    this.failure = failure;
    this.delivery = delivery;
  }
}

/** The header fields of a reply as they are sent. */
export function fieldsOf({ headers }: HandlerResponse): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = (headers as Fields)[name];
    fields[name] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return fields;
}

/** Header fields with their names in lower case, those that are undefined left out. */
function lowerCased<Headers extends object>(headers: Headers): Headers {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) fields[name.toLowerCase()] = value;
  return fields as Headers;
}

/**
 * An answer of a handler with a status of its own, and header fields where the document asks for them. Which there are for an operation, the
 * compiler knows from what `understudy types` writes.
 *
 * @param body - default: none
 * @param headers - names in lower case
 * @example addPet: ({ input }) => reply(201, pet, { location: `/pets/${pet.id}` })
 */
export function respond<const Status extends number>(
  status: Status,
): HandlerResponse<Status, undefined, Record<never, never>>;
export function respond<const Status extends number, const Body, Headers extends object = Record<never, never>>(
  status: Status,
  body: Body,
  headers?: Headers,
): HandlerResponse<Status, Body, Headers>;
export function respond(status: number, body?: unknown, headers: object = {}): HandlerResponse {
  return new HandlerResponse(status, body, headers);
}
