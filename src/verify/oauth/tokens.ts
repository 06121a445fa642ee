// The tokens that a client has: one for each set of scopes, fetched when it is first needed, and again before it ends.

import type { Time } from '../time.ts';
import type { FetchedToken } from './token-request.ts';

/** How long before its end a token is not used any more, in milliseconds; of a short one, a fifth of its life. */
const MARGIN = 30_000;
/** How long a token is not fetched again because it is refused, after that was of no use. */
const REST = 30_000;

interface CachedToken extends FetchedToken {
  readonly since: number;
  /** Whether something was accepted with it. */
  isProven: boolean;
}

export interface Tokens {
  /** @throws NoToken */
  for(scopes: readonly string[]): Promise<string>;
  /** Another one in place of one that was refused; undefined where that is not why. @throws NoToken */
  instead(scopes: readonly string[], refused: string): Promise<string | undefined>;
  /** Told how a request with a token ended: whether the server knew it. */
  wasKnown(scopes: readonly string[], token: string, isKnown: boolean): void;
  /** All that were ever given. */
  readonly all: ReadonlySet<string>;
}

/** @param fetch - asks for a new one */
export function createTokens(fetch: (scopes: readonly string[]) => Promise<FetchedToken>, time: Time): Tokens {
  const kept = new Map<string, Promise<CachedToken>>();
  const useless = new Map<string, number>();
  const all = new Set<string>();
  const keyOf = (scopes: readonly string[]) => [...new Set(scopes)].toSorted().join(' ');

  const renewed = (scopes: readonly string[]): Promise<CachedToken> => {
    const key = keyOf(scopes);
    const coming = fetch([...new Set(scopes)]).then((given) => {
      all.add(given.token);
      return { ...given, since: time.now(), isProven: false };
    });
    kept.set(key, coming);
    // Whoever comes next may have more luck.
    coming.catch(() => kept.get(key) === coming && kept.delete(key));
    return coming;
  };
  const current = async (scopes: readonly string[]): Promise<CachedToken> => {
    const known = kept.get(keyOf(scopes));
    if (!known) return renewed(scopes);
    const one = await known;
    // While it was waited for, somebody else may have seen that it ends.
    return isOver(one) && kept.get(keyOf(scopes)) === known ? renewed(scopes) : isOver(one) ? current(scopes) : one;
  };
  const isOver = ({ since, lifetime }: CachedToken) =>
    lifetime !== undefined && time.now() >= since + lifetime - Math.min(MARGIN, lifetime / 5);

  return {
    all,
    for: async (scopes) => (await current(scopes)).token,
    async instead(scopes, refused) {
      const key = keyOf(scopes);
      const known = kept.get(key);
      const one = await current(scopes);
      const latest = kept.get(key);
      if (one.token !== refused) return one.token;
      // Somebody else who was refused has asked for it.
      if (latest && latest !== known) return (await latest).token;
      const rests = time.now() < (useless.get(key) ?? 0);
      return one.isProven && !rests ? (await renewed(scopes)).token : undefined;
    },
    wasKnown(scopes, token, isKnown) {
      if (!isKnown) useless.set(keyOf(scopes), time.now() + REST);
      else
        void kept.get(keyOf(scopes))?.then(
          (one) => {
            if (one.token === token) one.isProven = true;
          },
          () => undefined,
        );
    },
  };
}
