// Pages of other origins: which answers of the issuer they may read, as they may those of an api.

import { answerPreflight, isPreflight, withCors } from '../../pipeline/cors/cors.ts';
import { pathOf, type WireRequest, type WireResponse } from '../../pipeline/wire.ts';
import { DISCOVERY, type IssuerPaths } from '../paths.ts';

const OURS = /^access-control-/;
const ALLOWED = 'access-control-allow-origin';

/** Whether programs ask there. The other paths show pages to people, and no script has to read them. */
function isForPrograms({ target }: WireRequest, { routes }: IssuerPaths): boolean {
  const path = pathOf(target);
  const { jwks, token, userinfo, introspection, revocation, device_authorization } = routes;
  return [...DISCOVERY, jwks, token, userinfo, introspection, revocation, device_authorization].includes(path);
}

/** The answer to a preflight request; undefined for any other one, and for a page of ours, which takes none. */
export function preflightAnswer(request: WireRequest, paths: IssuerPaths): WireResponse | undefined {
  return isPreflight(request) && isForPrograms(request, paths) ? answerPreflight(request) : undefined;
}

/** A refusal of ours that the page which asked may read. */
export function readable(request: WireRequest, response: WireResponse, paths: IssuerPaths): WireResponse {
  return isForPrograms(request, paths) ? withCors(response, request.headers.origin) : response;
}

/** An answer of the library, which knows the client: the page may read it unless the library says otherwise. */
export function readableIfAllowed(request: WireRequest, response: WireResponse, paths: IssuerPaths): WireResponse {
  const isAllowed = response.headers[ALLOWED] !== undefined;
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !OURS.test(name)));
  return isAllowed ? readable(request, { ...response, headers }, paths) : { ...response, headers };
}
