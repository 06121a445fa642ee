// First steps with each api, for people, as its records are now.

import type { AnyApi, AnyStore, Introduction } from './api.ts';

/** An api with its name for people and its records. */
export interface Introducible {
  readonly api: AnyApi;
  readonly title: string;
  readonly store: AnyStore | undefined;
}

/** First steps with one api. */
export interface Introduced {
  readonly title: string;
  readonly introduction: Introduction | undefined;
}

/** Asks each api to introduce itself. As long as no record has changed, it gives the same list: nobody need look at it again. */
export function createIntroductions(apis: readonly Introducible[]): () => readonly Introduced[] {
  let states: readonly unknown[] = [];
  let introduced: readonly Introduced[] | undefined;
  return () => {
    const now = apis.map(({ store }) => store?.state);
    if (!introduced || now.some((state, index) => state !== states[index])) {
      introduced = apis.map(({ api, title, store }) => ({
        title,
        introduction: store && api.introduce?.(store.collections),
      }));
      states = now;
    }
    return introduced;
  };
}
