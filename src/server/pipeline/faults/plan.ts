// What is to go wrong: for which requests, how often, and how.

import type { ErrorCode } from '../errors/failure.ts';

/** Which requests a plan is for: those that all of this is true of. Without anything: all of them. */
export interface FaultTarget {
  /** The name of an api. */
  readonly api?: string | undefined;
  /** The id of an operation. */
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  /** As the document writes it (`/pets/{petId}`), or as it is asked, with `*` for any one segment and `**` at the end for any others. */
  readonly path?: string | undefined;
  /** What is true of the caller, as `body`; a text is that of the caller itself, or of one of its properties. */
  readonly caller?: unknown;
  /** What the body holds: members that an object has at least, lists and other values as they are. */
  readonly body?: unknown;
  /** Header fields that it has, by their names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How long something takes, in milliseconds: always, evenly from one to the other, or mostly short and now and then long. */
export type Duration =
  | number
  | { readonly from: number; readonly to: number }
  | { readonly median: number; readonly sigma: number };

/** What happens to one request. What is left out goes on as it would. */
export interface FaultStep {
  /** How long the answer takes before it begins. */
  readonly delay?: Duration | undefined;
  /** The status of the response: 5XX, or one that the operation declares, unless `undeclared`. */
  readonly status?: number | undefined;
  /** The name of the example that is answered. */
  readonly example?: string | undefined;
  /** The body that is answered. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the answer may be one that the document does not have. */
  readonly undeclared?: boolean | undefined;
  /** Whether the body is to break the document. */
  readonly broken?: boolean | undefined;
  /** A refusal with this code, in the words of the api. */
  readonly code?: ErrorCode | undefined;
  readonly message?: string | undefined;
  /** Details of the refusal, as those of `google.rpc.Status`. */
  readonly details?: readonly object[] | undefined;
  /** A refusal as of a token that has expired. */
  readonly expiredToken?: boolean | undefined;
  /** How fast the body goes out. */
  readonly bytesPerSecond?: number | undefined;
  /** After how many bytes of the body the connection is cut. */
  readonly cutAfter?: number | undefined;
  /** `reset`: the connection is reset. `hang`: no answer comes until the client gives up. */
  readonly connection?: 'reset' | 'hang' | undefined;
}

/** Something that is to go wrong. */
export interface FaultPlan {
  readonly on?: FaultTarget | undefined;
  /** Which part of the requests meets it, drawn by the seed. Default: all. */
  readonly rate?: number | undefined;
  /** Only each n-th request meets it, the n-th first. Default: each one. */
  readonly every?: number | undefined;
  /** How many requests meet it; then it is over. Default: as many as there are steps, if there are several; else it goes on until it is lifted. */
  readonly times?: number | undefined;
  /** What happens to the first request that meets it, to the second, and so on; to those after the last step what that says. */
  readonly steps: readonly [FaultStep, ...FaultStep[]];
}
