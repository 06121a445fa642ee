// The types of fault plans: target, frequency, steps.

import type { ErrorCode } from '../errors/api-error.ts';

/** The target of a plan: requests that match all of it. Empty: all requests. */
export interface FaultTarget {
  /** The name of an api. */
  readonly api?: string | undefined;
  /** The id of an operation. */
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  /**
   * As in the document (`/pets/{petId}`), or a path with `*` for any one segment and `**` at the end for any others.
   */
  readonly path?: string | undefined;
  /** Properties of the caller, as `body`; a text is compared with the caller, or any of its properties. */
  readonly caller?: unknown;
  /** The content of the body: at least these members of objects, lists and other values equal. */
  readonly body?: unknown;
  /** Header fields that it has, by their names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A duration in milliseconds: fixed, uniformly distributed, or mostly short and rarely long. */
export type FaultDelay =
  | number
  | { readonly from: number; readonly to: number }
  | { readonly median: number; readonly sigma: number };

/** The effect on one request. Absent parts are unchanged. */
export interface FaultStep {
  /** The delay of the response. */
  readonly delay?: FaultDelay | undefined;
  /** The status of the response: 5XX, or one that the operation declares, unless `undeclared`. */
  readonly status?: number | undefined;
  /** The name of the documented example to send. */
  readonly example?: string | undefined;
  /** The body to send. */
  readonly body?: unknown;
  /**
   * Values to merge into the body of the response: objects are merged, other values replaced. For a success, the
   * operation runs.
   */
  readonly patch?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the response may be undeclared. */
  readonly undeclared?: boolean | undefined;
  /** Whether `respondOnce` of the client made the step: messages name it and its arguments. */
  readonly respondOnce?: boolean | undefined;
  /** Whether the body is to break the document. If no such body is found, it stays, with a warning. */
  readonly broken?: boolean | undefined;
  /** An error with this code, in the format of the API. */
  readonly code?: ErrorCode | undefined;
  readonly message?: string | undefined;
  /** Details of the error, as in `google.rpc.Status`. */
  readonly details?: readonly object[] | undefined;
  /** An error for an expired token. */
  readonly expiredToken?: boolean | undefined;
  /** The speed of the body. */
  readonly bytesPerSecond?: number | undefined;
  /** After how many bytes of the body the connection is cut. */
  readonly cutAfter?: number | undefined;
  /** `reset`: the connection is reset. `hang`: there is no response. */
  readonly connection?: 'reset' | 'hang' | undefined;
}

/** An injected fault. */
export interface FaultPlan {
  readonly on?: FaultTarget | undefined;
  /** Which part of the requests meets it, drawn by the seed. Default: all. */
  readonly rate?: number | undefined;
  /** Only each n-th request meets it, the n-th first. Default: each one. */
  readonly every?: number | undefined;
  /** The number of affected requests. Default: the number of steps, if there are several; else unlimited. */
  readonly times?: number | undefined;
  /** The effects on successive requests; the last step repeats. */
  readonly steps: readonly [FaultStep, ...FaultStep[]];
}
