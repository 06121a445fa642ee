// CORS of the issuer: responses that pages of other origins may read.

import { addCorsHeaders, isPreflight, permitPreflight } from '../../pipeline/cors/cors.ts';
import { pathOf, type WireRequest, type WireResponse } from '../../pipeline/wire.ts';
import { DISCOVERY_PATH, type IssuerPaths } from '../issuer-paths.ts';

const OURS = /^access-control-/;
const ALLOWED = 'access-control-allow-origin';

/** Whether programs use this path. The others are pages for users, which no script must read. */
function isForPrograms({ target }: WireRequest, { routes }: IssuerPaths): boolean {
  const path = pathOf(target);
  const { jwks, token, userinfo, introspection, revocation, device_authorization } = routes;
  return [...DISCOVERY_PATH, jwks, token, userinfo, introspection, revocation, device_authorization].includes(path);
}

/** The response to a preflight request; undefined for other requests, and for pages, which have none. */
export function preflightResponse(request: WireRequest, paths: IssuerPaths): WireResponse | undefined {
  return isPreflight(request) && isForPrograms(request, paths) ? permitPreflight(request) : undefined;
}

/** Makes an error response of ours readable for the requesting page. */
export function readableForPage(request: WireRequest, response: WireResponse, paths: IssuerPaths): WireResponse {
  return isForPrograms(request, paths) ? addCorsHeaders(response, request.headers.origin) : response;
}

/** Makes a response of the library readable, unless the library forbids it for this client. */
export function readableIfAllowed(request: WireRequest, response: WireResponse, paths: IssuerPaths): WireResponse {
  const isAllowed = response.headers[ALLOWED] !== undefined;
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !OURS.test(name)));
  return isAllowed ? readableForPage(request, { ...response, headers }, paths) : { ...response, headers };
}
