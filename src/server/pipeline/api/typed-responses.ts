// Types of the responses that an operation allows, for handlers.

import type { HandlerResponse } from '../handler-response.ts';
import type { StatusClass, StatusOf } from './response-status.ts';

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
