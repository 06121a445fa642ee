// Limits the size of requests to the issuer before they are parsed.

import { ApiError } from '../pipeline/errors/api-error.ts';
import { pathOf, queryOf, type WireRequest } from '../pipeline/wire.ts';
import type { IssuerPaths } from './issuer-paths.ts';

/** As many bytes of a body as oidc-provider reads. */
export const LONGEST_BODY = 56 * 1024;
/** In characters. An authorization request is stored until its login, and so is that of a device. */
export const LONGEST_QUERY = 12 * 1024;
/** How many fields a query or a form may have. Node and Koa compare each one with all others. */
const MOST_FIELDS = 100;

const AND = '&'.charCodeAt(0);

/** @throws ApiError `out_of_range` (413, 414 or 400) for a request that is larger than any client needs */
export function rejectExcess({ target, body, exceededLimit: exceeds }: WireRequest, { routes }: IssuerPaths): void {
  const query = queryOf(target);
  const longest = pathOf(target) === routes.device_authorization ? LONGEST_QUERY : LONGEST_BODY;
  if (exceeds !== undefined || body.length > longest) {
    const limit = Math.min(exceeds ?? longest, longest);
    throw new ApiError('out_of_range', `The body is longer than ${limit} bytes`, { status: 413 });
  }
  if (query.length > LONGEST_QUERY)
    throw new ApiError('out_of_range', `The query is longer than ${LONGEST_QUERY} characters`, { status: 414 });
  if (fieldsOf(Buffer.from(query)) > MOST_FIELDS || fieldsOf(body) > MOST_FIELDS)
    throw new ApiError('out_of_range', `There are more than ${MOST_FIELDS} parameters`, { status: 400 });
}

function fieldsOf(text: Uint8Array): number {
  let count = 1;
  for (let at = text.indexOf(AND); at !== -1; at = text.indexOf(AND, at + 1)) count += 1;
  return count;
}
