// Sends a request from the page to a sandbox.

import type { SandboxClient } from '../../client/client.ts';
import type { Headers } from './header-lines.ts';

export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly token: string | undefined;
  /** Empty for none. */
  readonly body: string;
}

export function send({ headers: own }: SandboxClient, origin: string, request: SentRequest): Promise<Response> {
  const { method, target, headers, token, body } = request;
  const url = new URL(origin + (target.startsWith('/') ? target : `/${target}`));
  return fetch(url, {
    method,
    headers: { ...headers, ...own, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== '' && { body }),
  });
}
