// The control token, stored until the window is closed.

import { type Fetch, withToken } from '../client/send-request.ts';

/** The front page uses the same key. */
const STORAGE_KEY = 'understudy-control-token';

/** Sends a request with the token, if there is one. */
export const send: Fetch = (request) => withToken((sent) => fetch(sent), storedToken())(request);

/** Uses this token from now on. */
export function storeToken(token: string): void {
  sessionStorage.setItem(STORAGE_KEY, token);
}

function storedToken(): string | undefined {
  return sessionStorage.getItem(STORAGE_KEY) ?? undefined;
}
