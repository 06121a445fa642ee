// Forms, the bodies of most requests to an issuer: parsed, or redirected.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { bareMediaType } from '../../openapi/document.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { pathOf, type WireRequest, type WireResponse } from '../pipeline/wire.ts';
import type { IssuerPaths } from './issuer-paths.ts';
import { LONGEST_QUERY } from './request-limits.ts';

const FORM = 'application/x-www-form-urlencoded';

/** The fields in the body of a request; undefined when it has another type. */
export function formOf({ headers, body }: WireRequest): URLSearchParams | undefined {
  const isForm = bareMediaType(headers['content-type'] ?? '') === FORM;
  return isForm ? new URLSearchParams(new TextDecoder().decode(body)) : undefined;
}

/** The same request with these fields. */
export function withForm(request: WireRequest, form: URLSearchParams): WireRequest {
  const headers = { ...request.headers, 'content-type': FORM };
  return { ...request, headers, body: new TextEncoder().encode(form.toString()) };
}

/** The fields that a page sent to the library. */
export async function readForm({ req }: KoaContextWithOIDC): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Whether a request is such a form. Its parameters are validated after the redirect. */
export function isFormPost({ method, target }: WireRequest, { routes }: IssuerPaths): boolean {
  const path = pathOf(target);
  return method === 'POST' && (path === routes.authorization || path === routes.end_session);
}

/**
 * The redirect for such a form; undefined for other requests. Browsers withhold cookies from cross-site POSTs
 * (`SameSite=Lax`), which would hide the login; they send them with the redirect.
 *
 * @throws ApiError `invalid_argument` for another body, `out_of_range` (413) for more than a URL can hold
 */
export function redirectFormPost(request: WireRequest, paths: IssuerPaths): WireResponse | undefined {
  if (!isFormPost(request, paths)) return undefined;
  const form = request.body.length === 0 ? new URLSearchParams() : formOf(request);
  if (!form) throw new ApiError('invalid_argument', 'The body must be application/x-www-form-urlencoded');
  const query = form.toString();
  if (query.length > LONGEST_QUERY)
    throw new ApiError('out_of_range', `The form is longer than ${LONGEST_QUERY} characters`, { status: 413 });
  return { status: 303, headers: { location: `?${query}`, 'cache-control': 'no-store' }, body: '' };
}
