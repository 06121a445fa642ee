// Sends a form on that a page would have to send, with the cookies that came with the page.

import type { WireRequest, WireResponse } from '../../pipeline/wire.ts';
import type { Submission } from '../answers.ts';
import { withForm } from '../form.ts';

/** The field of an answer that says what is to be submitted; it never leaves the issuer. */
export const SUBMIT = 'x-understudy-submit';

/** Asks, and asks once more when the answer is only a form to be sent on. */
export async function askAndSubmit(
  request: WireRequest,
  ask: (request: WireRequest) => Promise<WireResponse>,
): Promise<WireResponse> {
  const first = await ask(request);
  const wanted = first.headers[SUBMIT];
  if (wanted === undefined) return first;
  const { path, fields }: Submission = JSON.parse(decodeURIComponent(wanted));
  const { authorization: _, ...headers } = request.headers;
  const cookie = withCookies(headers.cookie, first.cookies ?? []);
  const next = { ...request, method: 'POST', target: path, headers: { ...headers, cookie } };
  const second = await ask(withForm(next, new URLSearchParams(fields)));
  return { ...second, cookies: [...(first.cookies ?? []), ...(second.cookies ?? [])] };
}

/** The `Cookie` field of a browser after it was told of these cookies. */
function withCookies(sent = '', set: readonly string[]): string {
  const cookies = new Map<string, string>();
  for (const pair of [...sent.split('; '), ...set.map((one) => one.split(';')[0] ?? '')]) {
    const at = pair.indexOf('=');
    if (at > 0) cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
