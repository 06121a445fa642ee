// Forms: the bodies of most requests to an issuer.

import type { WireRequest } from '../engine/wire.ts';

export const FORM = 'application/x-www-form-urlencoded';

/** The fields in the body of a request; undefined when it has another type. */
export function formOf({ headers, body }: WireRequest): URLSearchParams | undefined {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === FORM ? new URLSearchParams(new TextDecoder().decode(body)) : undefined;
}

/** The same request with these fields. */
export function withForm(request: WireRequest, form: URLSearchParams): WireRequest {
  const headers = { ...request.headers, 'content-type': FORM };
  return { ...request, headers, body: new TextEncoder().encode(form.toString()) };
}
