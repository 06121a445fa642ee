// Which replies a document allows to an operation, as types: from what `understudy types` writes to what a handler may return.

import type { HttpStatus, StatusClass, StatusIn } from '../http-status.ts';
import type { HandlerResponse } from '../reply.ts';

/** What a document says of one answer. */
export interface Answer {
  /** `undefined` where there is none. */
  readonly body: unknown;
  /** Header fields by their names in lower case; those that need not be there are optional. */
  readonly headers: object;
}

/** The answers of an operation: by status, by class of statuses, and `default` for those that are not named. */
export type Answers<Named> = {
  readonly [Key in keyof Named]: Key extends number | StatusClass | 'default' ? Answer : never;
};

/** Every reply that is one of these answers. A status of its own counts before its class, and that before `default`. */
export type ReplyTo<Named> = {
  [Key in keyof Named]: Named[Key] extends Answer
    ? HandlerResponse<StatusOf<Key, keyof Named>, Named[Key]['body'], Named[Key]['headers']>
    : never;
}[keyof Named];

type StatusOf<Key, Keys> = Key extends number
  ? Key
  : Key extends StatusClass
    ? Exclude<StatusIn<Key>, Keys>
    : Exclude<HttpStatus, Keys | StatusIn<Extract<Keys, StatusClass>>>;

/** Whether an output alone will do: not where the answer of a success has header fields that must be there. */
export type NeedsHeaders<Named> =
  SuccessOf<Named> extends { readonly headers: infer Headers }
    ? Record<never, never> extends Headers
      ? false
      : true
    : false;

/** The answer of the lowest 2xx that is named. */
type SuccessOf<Named, Statuses extends readonly unknown[] = Successes> = Statuses extends readonly [
  infer First,
  ...infer Others,
]
  ? First extends keyof Named
    ? Named[First]
    : SuccessOf<Named, Others>
  : undefined;

type Successes = readonly [200, 201, 202, 203, 204, 205, 206, 207, 208, 226, '2XX'];
