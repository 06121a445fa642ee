// The phase of a server: ready, retired or stopping; and its last failed reload.

import type { AnyStore } from '../server/pipeline/api/api.ts';

export class ServerStatus {
  readonly #stores: ReadonlyMap<string, AnyStore>;
  #isRetired = false;
  #isStopping = false;
  /** Why the last saved version is not served; undefined if it is. */
  lastFailure: Error | undefined;

  /** @param stores - the stores of the sandbox `main` */
  constructor(stores: ReadonlyMap<string, AnyStore>) {
    this.#stores = stores;
  }

  /** Whether the server accepts no requests any more. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Reports that the server is not ready any more. It still responds. */
  retire(): void {
    this.#isRetired = true;
  }

  stop(): void {
    this.#isStopping = true;
  }

  /** Why requests are not welcome now, a clause; undefined when they are. */
  whyNotReady(): string | undefined {
    if (this.#isStopping || this.#isRetired) return 'the server is shutting down';
    for (const store of this.#stores.values()) {
      const problem = store.problem();
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
}
