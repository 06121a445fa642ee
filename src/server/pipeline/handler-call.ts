// Creates the argument of a handler from its request.

import type { AnyCall, AnyCallStore, WebhookMessage } from './api/api.ts';
import type { Properties, UntypedCollections } from './api/items.ts';
import { ApiError } from './errors/api-error.ts';
import type { HandlerResponse } from './handler-response.ts';
import type { NextResponder, OperationRequest } from './responder.ts';
import type { Deadline } from './scheduling/deadline.ts';
import type { TraceContext } from './trace-context.ts';

/** Gives the items of an API to a handler; undefined for an API that is not inferred. */
export type ItemsProvider = (request: OperationRequest) => UntypedCollections | undefined;

/** Sends a webhook after the response to a request. */
export type WebhookSender = (request: OperationRequest, name: string, message: WebhookMessage) => Promise<void>;

/** Tools of handlers from outside of the pipeline. */
export interface HandlerTools {
  readonly itemsOf: ItemsProvider;
  readonly sendWebhook: WebhookSender;
}

/** A class, because every request creates one: an object literal with getters is many times slower. */
export class HandlerCall implements AnyCall {
  readonly input: unknown;
  readonly caller: unknown;
  readonly store: AnyCallStore;
  readonly now: Date;
  readonly newId: () => string;
  readonly next: (change?: { readonly set: Properties }) => Promise<HandlerResponse>;
  readonly #request: OperationRequest;
  readonly #deadline: Deadline;
  readonly #tools: HandlerTools;

  constructor(request: OperationRequest, next: NextResponder, tools: HandlerTools) {
    const { input, caller, handlerStore, now, deadline } = request;
    this.input = input;
    this.caller = caller;
    this.store = handlerStore;
    this.now = now;
    this.newId = () => request.newId();
    this.next = (change) => next(change?.set);
    this.#request = request;
    this.#deadline = deadline;
    this.#tools = tools;
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }

  get trace(): TraceContext | undefined {
    return this.#request.trace;
  }

  get webhook(): AnyCall['webhook'] {
    return (name, message) => this.#tools.sendWebhook(this.#request, name, message);
  }

  get items(): UntypedCollections {
    const items = this.#tools.itemsOf(this.#request);
    if (!items) throw handlerError(`items needs infer: true in the API ${this.#request.api.name}; use store instead`);
    return items;
  }
}

/** A mistake in the code of a handler: the client gets 500 with the message, and it is reported as an error. */
export function handlerError(message: string): ApiError {
  return new ApiError('internal', message, { cause: new Error(message) });
}
