// Serialises the requests of one browser session.

import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';

export interface SessionLock {
  /**
   * Runs a request after earlier ones of the same session and sandbox. Without a session, at once.
   *
   * @param session - the cookie; an unknown one has a queue of its own
   */
  hold<T>(sandbox: Sandbox, session: string | undefined, respond: () => Promise<T>): Promise<T>;
}

/**
 * The library reads a session, changes it and writes it back. Of two concurrent requests, one would undo the other:
 * its code would be rejected, or a logout would be lost.
 */
export function createSessionLock(): SessionLock {
  const sandboxes = new WeakMap<Sandbox, Map<string, Promise<unknown>>>();
  return {
    async hold(sandbox, session, respond) {
      if (session === undefined) return respond();
      const last = sandboxes.get(sandbox) ?? new Map<string, Promise<unknown>>();
      sandboxes.set(sandbox, last);
      const turn = (last.get(session) ?? Promise.resolve()).then(respond, respond);
      last.set(session, turn);
      try {
        return await turn;
      } finally {
        // No later request waits.
        if (last.get(session) === turn) last.delete(session);
      }
    },
  };
}
