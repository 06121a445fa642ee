// Who may answer an operation: a list, asked in order until one does.

import type { Operation, RequestParts } from '../openapi/document.ts';
import { andThen } from './and-then.ts';
import type { AnyApi, AnyStore } from './api.ts';
import type { Deadline } from './deadline.ts';
import { ApiError } from './failure.ts';
import type { FaultPlans } from './faults/plans.ts';
import type { ExchangeRecord } from './recorded-exchange.ts';
import type { HandlerResponse } from './reply.ts';
import type { WireHeaders } from './wire.ts';

/** A request for an operation: read, held against the document, and its caller let in. */
export interface OperationRequest {
  readonly api: AnyApi;
  readonly operation: Operation;
  /** What `parts` hold, under one roof: what a handler gets. */
  readonly input: unknown;
  /** The values by where they came from. */
  readonly parts: RequestParts;
  /** The header fields as they were sent, names in lower case. Over a remote procedure call its metadata. */
  readonly headers: WireHeaders;
  /** Its address, as its client knows it. */
  url(): string;
  /** The path below which its client finds the sandbox, such as `/_sandbox/blue`; empty when it is the root. */
  readonly base: string;
  /** The page of another site that made a browser ask; undefined for everybody else. */
  page(): string | undefined;
  /** Whether it came from this machine, and not through a proxy that happens to run here. */
  isLocal(): boolean;
  /** Whether a number of `parts` was sent with the same digits: beyond 2^53 they are rounded. */
  isExact(number: number): boolean;
  readonly caller: unknown;
  readonly store: AnyStore;
  readonly now: Date;
  newId(): string;
  /** What samples follow from. */
  readonly seed: string;
  /** What is to go wrong in its sandbox. */
  readonly faults: FaultPlans;
  readonly deadline: Deadline;
  /** Has something done once the answer is there to be sent, and nobody has refused it: until then it is not known whether it is a success. */
  follow(sequel: () => void): void;
  /** Puts another exchange into the journal: a request of our own that this one has led to. */
  record(exchange: ExchangeRecord): void;
  /** Tells in the journal which fault it met. @param fault - the id of the plan, or the name of the header field that it came in */
  meet(fault: string): void;
  /** Tells in the journal what was accepted although the sender may be mistaken. @param warning - a sentence */
  warn(warning: string): void;
}

/**
 * Answers a request, or leaves it to the next one by giving undefined. It may also ask the next one, and make something of its reply.
 *
 * @param next - what those after this one reply; throws as `respond` does
 */
export type Responder = (
  request: OperationRequest,
  next: () => Promise<HandlerResponse>,
) => HandlerResponse | undefined | Promise<HandlerResponse | undefined>;

/**
 * The reply of the first responder that has one.
 *
 * @throws ApiError `unimplemented` if none has
 */
export function respond(
  request: OperationRequest,
  responders: readonly Responder[],
  from = 0,
): HandlerResponse | Promise<HandlerResponse> {
  const responder = responders[from];
  if (!responder) {
    throw new ApiError('unimplemented', `nobody here answers ${request.operation.id}: a handler of this name would`);
  }
  const next = () => respond(request, responders, from + 1);
  return andThen(
    responder(request, async () => next()),
    (reply) => reply ?? next(),
  );
}
