// Responders: sources of responses, tried in order.

import type { Operation, RequestParts } from '../../openapi/document.ts';
import type { Finding } from '../../openapi/finding.ts';
import type { AnyApi, AnyCallStore, AnyStore } from './api/api.ts';
import type { Properties } from './api/items.ts';
import { ApiError } from './errors/api-error.ts';
import type { FaultPlans } from './faults/fault-plans.ts';
import type { HandlerResponse } from './handler-response.ts';
import type { IdempotencyKeys } from './idempotency/idempotency-keys.ts';
import type { ExchangeRecord } from './request-log/recorded-exchange.ts';
import { andThen } from './scheduling/and-then.ts';
import type { Deadline } from './scheduling/deadline.ts';
import type { TraceContext } from './trace-context.ts';
import type { WireHeaders } from './wire.ts';

/** A store whose changes a stream follows. */
export interface FollowedStore
  extends Pick<AnyStore, 'changes' | 'state' | 'stateAfter' | 'subscribe' | 'version' | 'collections'> {
  /** Distinguishes it from earlier and later ones of the same name. */
  readonly key: string;
  /** Aborted when its sandbox is removed. */
  readonly ended: AbortSignal;
}

/** A request that was read, validated and authorized. */
export interface OperationRequest {
  readonly api: AnyApi;
  readonly operation: Operation;
  /** The merged `parts`: the input of a handler. */
  readonly input: unknown;
  /** The values by location. */
  readonly parts: RequestParts;
  /** The headers as sent, names in lower case; the metadata of a remote procedure call. */
  readonly headers: WireHeaders;
  /** The URL that the client requested. */
  url(): string;
  /** The path prefix of the sandbox, such as `/_sandbox/blue`; empty for none. */
  readonly base: string;
  /** The origin of a cross-site page; undefined for other callers. */
  crossSiteOrigin(): string | undefined;
  /** Whether it came from this machine, and not through a local proxy. */
  isLocal(): boolean;
  readonly caller: unknown;
  readonly store: AnyCallStore;
  /** The store for handlers: unlike changes by `store`, these stay when the handler throws an `ApiError`. */
  readonly handlerStore: AnyCallStore;
  /** The store for streams, which outlive the request. */
  readonly followed: FollowedStore;
  readonly now: Date;
  /** Its trace; undefined for none. */
  readonly trace: TraceContext | undefined;
  newId(): string;
  /** The random seed of samples. */
  readonly seed: string;
  /** The faults of its sandbox. */
  readonly faults: FaultPlans;
  /** The idempotency keys of its sandbox; undefined if they are not stored. */
  readonly idempotencyKeys: IdempotencyKeys | undefined;
  readonly deadline: Deadline;
  /** The violations of the body of a response, as its client reads it; none where no body is sent. */
  findBodyViolations(response: HandlerResponse): Promise<readonly Finding[]>;
  /** Adds a callback that runs when the final response is no error. */
  onSuccess(callback: () => void): void;
  /** Undoes the changes of responders by `store`. @throws StoreError if that cannot be stored */
  undoChanges(): Promise<void>;
  /** Undoes all its changes, also those of a handler. @throws StoreError if that cannot be stored */
  undoAllChanges(): Promise<void>;
  /** Records another exchange: an outgoing request that this one caused. */
  record(exchange: ExchangeRecord): void;
  /** Records the injected fault. @param fault - the id of the plan, or the header that it came in */
  recordFault(fault: string): void;
  /** Records a notice about accepted but suspicious input. @param warning - a sentence */
  warn(warning: string): void;
}

/** Calls the responders after this one. @param set - properties to set in the item that they store */
export type NextResponder = (set?: Properties) => Promise<HandlerResponse>;

/**
 * Responds to a request, or returns undefined to leave it to the next responder. It may also change the response of
 * the next one.
 *
 * @param next - calls the responders after this one
 * @param set - properties to set in the stored item
 */
export type Responder = (
  request: OperationRequest,
  next: NextResponder,
  set?: Properties,
) => HandlerResponse | undefined | Promise<HandlerResponse | undefined>;

/**
 * Returns the response of the first responder that has one.
 *
 * @throws ApiError `unimplemented` if none has
 */
export function runResponders(
  request: OperationRequest,
  responders: readonly Responder[],
  from = 0,
  set?: Properties,
): HandlerResponse | Promise<HandlerResponse> {
  const responder = responders[from];
  if (!responder) {
    throw new ApiError(
      'unimplemented',
      `operation ${request.operation.id} is not implemented; add a handler of this name`,
    );
  }
  const next = (nextSet = set) => runResponders(request, responders, from + 1, nextSet);
  return andThen(
    responder(request, async (nextSet) => next(nextSet), set),
    (response) => response ?? next(),
  );
}
