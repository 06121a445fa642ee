// Requests of one browser session, one after the other.

import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';

export interface SessionLock {
  /**
   * Answers a request when those that came before with the same session, in the same sandbox, are answered. Without a session, at once.
   *
   * @param session - what the browser says; if it is none of ours, its requests wait for nobody but each other
   */
  hold<T>(sandbox: Sandbox, session: string | undefined, answer: () => Promise<T>): Promise<T>;
}

/**
 * The library reads a session, changes it and writes it back. Of two requests at the same time, one would undo what the other did: the code that it
 * gave would be refused, or a logout would not last.
 */
export function createSessionLock(): SessionLock {
  const sandboxes = new WeakMap<Sandbox, Map<string, Promise<unknown>>>();
  return {
    async hold(sandbox, session, answer) {
      if (session === undefined) return answer();
      const last = sandboxes.get(sandbox) ?? new Map<string, Promise<unknown>>();
      sandboxes.set(sandbox, last);
      const turn = (last.get(session) ?? Promise.resolve()).then(answer, answer);
      last.set(session, turn);
      try {
        return await turn;
      } finally {
        // Nobody came after it.
        if (last.get(session) === turn) last.delete(session);
      }
    },
  };
}
