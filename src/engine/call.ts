// What a handler is called with.

import type { AnyCall, AnyStore } from './api.ts';
import type { Patience } from './patience.ts';

/** The call of any operation. A class, because each request has one: an object with a getter of its own costs many times as much. */
export class HandlerCall implements AnyCall {
  readonly input: unknown;
  readonly principal: unknown;
  readonly store: AnyStore;
  readonly now: Date;
  readonly newId: () => string;
  readonly #patience: Patience;

  constructor({ input, principal, store, now, newId }: Omit<AnyCall, 'signal'>, patience: Patience) {
    this.input = input;
    this.principal = principal;
    this.store = store;
    this.now = now;
    this.newId = newId;
    this.#patience = patience;
  }

  get signal(): AbortSignal {
    return this.#patience.signal;
  }
}
