// What a handler is called with.

import type { AnyCall, AnyStore } from './api.ts';
import type { Deadline } from './deadline.ts';
import type { Reply } from './reply.ts';
import type { OperationRequest } from './responder.ts';

/** The call of any operation. A class, because each request has one: an object with a getter of its own costs many times as much. */
export class HandlerCall implements AnyCall {
  readonly input: unknown;
  readonly principal: unknown;
  readonly store: AnyStore;
  readonly now: Date;
  readonly newId: () => string;
  readonly next: () => Promise<Reply>;
  readonly #deadline: Deadline;

  constructor(request: OperationRequest, next: () => Promise<Reply>) {
    const { input, principal, store, now, deadline } = request;
    this.input = input;
    this.principal = principal;
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
