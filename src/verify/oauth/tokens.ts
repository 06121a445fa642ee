// The tokens of a client: one per set of scopes, renewed before their expiry.

import type { Time } from '../time.ts';
import type { FetchedToken } from './token-request.ts';

/** Time before expiry at which a token is renewed, in milliseconds; at most a fifth of its lifetime. */
const MARGIN = 30_000;
/** Pause after a renewed token was rejected as well, in milliseconds. */
const PAUSE = 30_000;

interface CachedToken extends FetchedToken {
  readonly since: number;
  /** Whether a request with it was accepted. */
  isProven: boolean;
}

export interface Tokens {
  /** Returns a valid token. @param signal - cancels the request for a new one @throws UsageError */
  for(scopes: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Returns a new token for a rejected one; undefined if renewal does not help. @throws UsageError */
  instead(scopes: readonly string[], rejected: string): Promise<string | undefined>;
  /** Reports whether the server accepted a token. */
  wasKnown(scopes: readonly string[], token: string, isKnown: boolean): void;
  /** All tokens so far, for redaction. */
  readonly all: ReadonlySet<string>;
}

/** @param fetch - requests a new token */
export function createTokens(
  fetch: (scopes: readonly string[], signal?: AbortSignal) => Promise<FetchedToken>,
  time: Time,
): Tokens {
  const cache = new Map<string, Promise<CachedToken>>();
  const pausedUntil = new Map<string, number>();
  const all = new Set<string>();
  const keyOf = (scopes: readonly string[]) => [...new Set(scopes)].toSorted().join(' ');

  const renew = (scopes: readonly string[], signal?: AbortSignal): Promise<CachedToken> => {
    const key = keyOf(scopes);
    const pending = fetch([...new Set(scopes)], signal).then((given) => {
      all.add(given.token);
      return { ...given, since: time.now(), isProven: false };
    });
    cache.set(key, pending);
    // A failed attempt is not cached.
    pending.catch(() => cache.get(key) === pending && cache.delete(key));
    return pending;
  };
  const current = async (scopes: readonly string[], signal?: AbortSignal): Promise<CachedToken> => {
    const known = cache.get(keyOf(scopes));
    if (!known) return renew(scopes, signal);
    const one = await known;
    // Another request may have renewed it meanwhile.
    return isExpired(one) && cache.get(keyOf(scopes)) === known
      ? renew(scopes, signal)
      : isExpired(one)
        ? current(scopes, signal)
        : one;
  };
  const isExpired = ({ since, lifetime }: CachedToken) =>
    lifetime !== undefined && time.now() >= since + lifetime - Math.min(MARGIN, lifetime / 5);

  return {
    all,
    for: async (scopes, signal) => (await current(scopes, signal)).token,
    async instead(scopes, rejected) {
      const key = keyOf(scopes);
      const known = cache.get(key);
      const one = await current(scopes);
      const latest = cache.get(key);
      if (one.token !== rejected) return one.token;
      // Another rejected request has renewed it.
      if (latest && latest !== known) return (await latest).token;
      const isPaused = time.now() < (pausedUntil.get(key) ?? 0);
      return one.isProven && !isPaused ? (await renew(scopes)).token : undefined;
    },
    wasKnown(scopes, token, isKnown) {
      if (!isKnown) pausedUntil.set(keyOf(scopes), time.now() + PAUSE);
      else
        void cache.get(keyOf(scopes))?.then(
          (one) => {
            if (one.token === token) one.isProven = true;
          },
          () => undefined,
        );
    },
  };
}
