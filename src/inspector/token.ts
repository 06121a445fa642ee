// The token of the control API, where it is asked with one: kept by this window until it is closed.

import { type Fetch, withToken } from '../client/ask.ts';

/** The first page knows it by this name, too. */
const KEPT_AS = 'understudy-control-token';

/** Asks with the token, if there is one. */
export const send: Fetch = (request) => withToken((asked) => fetch(asked), kept())(request);

/** From now on it is asked with this token. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEPT_AS, token);
}

function kept(): string | undefined {
  return sessionStorage.getItem(KEPT_AS) ?? undefined;
}
