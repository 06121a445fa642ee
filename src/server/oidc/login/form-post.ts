// Login and logout requests by form POST (OpenID Connect Core 1.0, section 3.1.2.1; RP-Initiated Logout 1.0, section
// 2).

import { ApiError } from '../../pipeline/errors/api-error.ts';
import { pathOf, type WireRequest, type WireResponse } from '../../pipeline/wire.ts';
import type { IssuerPaths } from '../issuer-paths.ts';
import { formOf } from '../parse-form.ts';
import { LONGEST_QUERY } from '../request-limits.ts';

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
