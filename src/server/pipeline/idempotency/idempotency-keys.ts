// Idempotency keys of a sandbox, with the responses of their first requests.

import type { HandlerResponse } from '../handler-response.ts';

/** Maximum number of keys per sandbox. The oldest one is forgotten first. */
const MAX_KEYS = 1000;
/** Maximum size of all stored bodies of a sandbox, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum age of a key by the clock of the sandbox, in milliseconds. */
const MAX_AGE = 24 * 60 * 60 * 1000;

/** The first request with a key. */
export interface FirstRequest {
  /** Distinguishes requests with different input. */
  readonly fingerprint: string;
  /** Its response; undefined if it failed, so that the next request is the first one. */
  readonly response: Promise<HandlerResponse | undefined>;
}

interface StoredRequest extends FirstRequest {
  readonly at: Date;
  /** The size of its body; 0 while it is under way. */
  bytes: number;
}

export interface IdempotencyKeys {
  /** The first request with a key; undefined for a new or expired key. */
  find(key: string, now: Date): FirstRequest | undefined;
  /**
   * Stores a key with its first request.
   *
   * @returns sets the response, with the size of its body in bytes; without one, the key is forgotten
   */
  add(key: string, fingerprint: string, now: Date): (response?: HandlerResponse, bytes?: number) => void;
  /** Forgets all keys: the state that the responses describe was replaced. */
  clear(): void;
}

export function createIdempotencyKeys(): IdempotencyKeys {
  /** In order of age. */
  const requests = new Map<string, StoredRequest>();
  let size = 0;
  const remove = (key: string, request: StoredRequest) => {
    if (requests.get(key) !== request) return;
    requests.delete(key);
    size -= request.bytes;
  };
  const removeOldest = () => {
    for (const [key, request] of requests) {
      if (requests.size <= MAX_KEYS && size <= MAX_BYTES) return;
      remove(key, request);
    }
  };
  return {
    find(key, now) {
      const request = requests.get(key);
      if (request && now.getTime() - request.at.getTime() > MAX_AGE) remove(key, request);
      return requests.get(key);
    },
    add(key, fingerprint, now) {
      let resolve: (response: HandlerResponse | undefined) => void = () => undefined;
      const response = new Promise<HandlerResponse | undefined>((settle) => {
        resolve = settle;
      });
      const request: StoredRequest = { fingerprint, response, at: now, bytes: 0 };
      requests.set(key, request);
      removeOldest();
      return (received, bytes = 0) => {
        resolve(received);
        if (!received) return remove(key, request);
        if (requests.get(key) !== request) return;
        request.bytes = bytes;
        size += bytes;
        removeOldest();
      };
    },
    clear() {
      requests.clear();
      size = 0;
    },
  };
}
