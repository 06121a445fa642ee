// Submits the form of a page on the server, with the cookies of the page.

import type { WireRequest, WireResponse } from '../../pipeline/wire.ts';
import type { Submission } from '../extend-responses.ts';
import { withForm } from '../parse-form.ts';

/** The internal header with the form; it is never sent. */
export const SUBMIT_HEADER = 'x-understudy-submit';

/** Sends the request, and a second one if the response is only a form. */
export async function sendAndSubmit(
  request: WireRequest,
  ask: (request: WireRequest) => Promise<WireResponse>,
): Promise<WireResponse> {
  const first = await ask(request);
  const wanted = first.headers[SUBMIT_HEADER];
  if (wanted === undefined) return first;
  const { path, fields }: Submission = JSON.parse(decodeURIComponent(wanted));
  const { authorization: _, ...headers } = request.headers;
  const cookie = withCookies(headers.cookie, first.cookies ?? []);
  const next = { ...request, method: 'POST', target: path, headers: { ...headers, cookie } };
  const second = await ask(withForm(next, new URLSearchParams(fields)));
  return { ...second, cookies: [...(first.cookies ?? []), ...(second.cookies ?? [])] };
}

/** The `Cookie` header after these `Set-Cookie` headers. */
function withCookies(sent = '', set: readonly string[]): string {
  const cookies = new Map<string, string>();
  for (const pair of [...sent.split('; '), ...set.map((one) => one.split(';')[0] ?? '')]) {
    const at = pair.indexOf('=');
    if (at > 0) cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
