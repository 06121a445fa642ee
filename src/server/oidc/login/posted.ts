// Forms that other pages post where people log in and out (OpenID Connect Core 1.0, section 3.1.2.1; RP-Initiated Logout 1.0, section 2).

import { ApiError } from '../../pipeline/errors/failure.ts';
import { pathOf, type WireRequest, type WireResponse } from '../../pipeline/wire.ts';
import { LONGEST_QUERY } from '../bounds.ts';
import { formOf } from '../form.ts';
import type { IssuerPaths } from '../paths.ts';

/** Whether a request is such a form. What it asks for is looked at when its link is followed. */
export function isPosted({ method, target }: WireRequest, { routes }: IssuerPaths): boolean {
  const path = pathOf(target);
  return method === 'POST' && (path === routes.authorization || path === routes.end_session);
}

/**
 * The way on for such a form; undefined for every other request. Browsers keep cookies back from what another site posts (`SameSite=Lax`), so nobody
 * would be logged in. They send them with the link that is answered here.
 *
 * @throws ApiError `invalid_argument` for another body, `out_of_range` (413) for more than a link can hold
 */
export function asLink(request: WireRequest, paths: IssuerPaths): WireResponse | undefined {
  if (!isPosted(request, paths)) return undefined;
  const form = request.body.length === 0 ? new URLSearchParams() : formOf(request);
  if (!form) throw new ApiError('invalid_argument', 'The body must be application/x-www-form-urlencoded');
  const query = form.toString();
  if (query.length > LONGEST_QUERY)
    throw new ApiError('out_of_range', `The form is longer than ${LONGEST_QUERY} characters`, { status: 413 });
  return { status: 303, headers: { location: `?${query}`, 'cache-control': 'no-store' }, body: '' };
}
