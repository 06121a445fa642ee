// What a handler is called with.

import type { AnyCall, AnyStore } from './api.ts';
import type { Deadline } from './deadline.ts';
import type { HandlerResponse } from './reply.ts';
import type { OperationRequest } from './responder.ts';

/** The call of any operation. A class, because each request has one: an object with a getter of its own costs many times as much. */
export class HandlerCall implements AnyCall {
  readonly input: unknown;
  readonly caller: unknown;
  readonly store: AnyStore;
  readonly now: Date;
  readonly newId: () => string;
  readonly next: () => Promise<HandlerResponse>;
  readonly #deadline: Deadline;

  constructor(request: OperationRequest, next: () => Promise<HandlerResponse>) {
    const { input, caller, store, now, deadline } = request;
    this.input = input;
    this.caller = caller;
    this.store = store;
    this.now = now;
    this.newId = () => request.newId();
    this.next = next;
    this.#deadline = deadline;
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }
}
