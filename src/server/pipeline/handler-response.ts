// Responses of handlers and other sources, before encoding.

import type { ApiError } from './errors/api-error.ts';
import type { TransferFault } from './wire.ts';

/** The value of a response header; lists are joined with commas (RFC 9110, section 5.6.1), but for `set-cookie`. */
export type HeaderValue = string | number | boolean | readonly (string | number | boolean)[];

/** Response headers, with names in lower case. */
export type ResponseHeaders = Readonly<Record<string, HeaderValue>>;

/**
 * The source of a response: an injected fault, a handler, stored data, a documented example, a body generated from a
 * schema, a rejected request, or the document itself (`OPTIONS`).
 */
export type ResponseSource = 'fault' | 'handler' | 'stored' | 'example' | 'generated' | 'rejected' | 'document';

/** A response before it is encoded. Created by `respond`. */
export class HandlerResponse<
  out Status extends number = number,
  out Body = unknown,
  out Headers extends object = object,
> {
  /** The HTTP status. */
  readonly status: Status;
  /** With names in lower case. */
  readonly headers: Headers;
  /** Undefined for none. */
  readonly body: Body;
  readonly source: ResponseSource;
  /** The error of an error response; some protocols encode it their own way. */
  readonly error: ApiError | undefined;
  /** An injected fault of the transfer. */
  readonly transferFault: TransferFault | undefined;

  constructor(
    status: Status,
    body: Body,
    headers: Headers,
    source: ResponseSource = 'handler',
    error?: ApiError,
    transferFault?: TransferFault,
  ) {
    this.status = status;
    this.headers = lowerCaseNames(headers);
    this.body = body;
    this.source = source;
    this.error = error;
    this.transferFault = transferFault;
  }
}

/** The headers of a response as text. Several `set-cookie` are one text here; `cookiesOf` has the lines. */
export function formatResponseHeaders({ headers }: HandlerResponse): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = (headers as ResponseHeaders)[name];
    fields[name] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return fields;
}

/** The `set-cookie` lines of a response, which cannot be joined (RFC 6265, section 3); undefined for none. */
export function cookiesOf({ headers }: HandlerResponse): readonly string[] | undefined {
  const value = (headers as ResponseHeaders)['set-cookie'];
  return value === undefined ? undefined : [value].flat().map(String);
}

/** Headers with names in lower case, without undefined ones. */
function lowerCaseNames<Headers extends object>(headers: Headers): Headers {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) fields[name.toLowerCase()] = value;
  return fields as Headers;
}

/**
 * Creates a response with a status, a body and headers. The compiler checks them against the types of `understudy
 * types`.
 *
 * @param body - default: none
 * @param headers - names in lower case
 * @example addPet: ({ input }) => respond(201, pet, { location: `/pets/${pet.id}` })
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
