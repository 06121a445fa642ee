// Types of the responses that an operation allows, for handlers.

import type { HandlerResponse } from '../handler-response.ts';

/** One documented response. */
interface TypedResponse {
  /** `undefined` for none. */
  readonly body: unknown;
  /** Headers by name in lower case; optional ones may be absent. */
  readonly headers: object;
}

/** The responses of an operation: by status, by range, and `default`. */
export type TypedResponses<Named> = {
  readonly [Key in keyof Named]: Key extends number | StatusClass | 'default' ? TypedResponse : never;
};

/** Every allowed response. A specific status precedes its range, and that precedes `default`. */
export type ResponseOf<Named> = {
  [Key in keyof Named]: Named[Key] extends TypedResponse
    ? HandlerResponse<StatusOf<Key, keyof Named>, Named[Key]['body'], Named[Key]['headers']>
    : never;
}[keyof Named];

type StatusOf<Key, Keys> = Key extends number
  ? Key
  : Key extends StatusClass
    ? Exclude<StatusIn<Key>, Keys>
    : Exclude<HttpStatus, Keys | StatusIn<Extract<Keys, StatusClass>>>;

/** Whether a body alone is not enough: the success response has required headers. */
export type NeedsHeaders<Named> =
  SuccessOf<Named> extends { readonly headers: infer Headers }
    ? Record<never, never> extends Headers
      ? false
      : true
    : false;

/** The response of the lowest named 2xx. */
type SuccessOf<Named, Statuses extends readonly unknown[] = Successes> = Statuses extends readonly [
  infer First,
  ...infer Others,
]
  ? First extends keyof Named
    ? Named[First]
    : SuccessOf<Named, Others>
  : undefined;

type Successes = readonly [200, 201, 202, 203, 204, 205, 206, 207, 208, 226, '2XX'];

const STATUSES = [
  100, 101, 102, 103, 200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 300, 301, 302, 303, 304, 305, 307, 308, 400,
  401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 420, 421, 422, 423, 424,
  425, 426, 428, 429, 431, 451, 499, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511,
] as const;

/** A status of HTTP. */
type HttpStatus = (typeof STATUSES)[number];

/** A class of statuses, as documents name it. */
type StatusClass = '1XX' | '2XX' | '3XX' | '4XX' | '5XX';

/** The statuses of a class. */
type StatusIn<Class extends StatusClass> = Class extends `${infer First}XX` ? StatusFrom<First> : never;

type StatusFrom<First extends string, Status extends HttpStatus = HttpStatus> = Status extends HttpStatus
  ? `${Status}` extends `${First}${string}`
    ? Status
    : never
  : never;
