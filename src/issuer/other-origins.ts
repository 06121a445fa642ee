// Pages of other origins: which answers of the issuer they may read, as they may those of an api.

import { answerPreflight, withCors } from '../engine/cors.ts';
import { pathOf, type WireRequest, type WireResponse } from '../engine/wire.ts';
import { DISCOVERY, ROUTES } from './paths.ts';

/** Where programs ask. The others show pages to people, and no script has to read them. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  ...DISCOVERY,
  ROUTES.jwks,
  ROUTES.token,
  ROUTES.userinfo,
  ROUTES.introspection,
  ROUTES.revocation,
  ROUTES.device_authorization,
]);

const OURS = /^access-control-/;
const ALLOWED = 'access-control-allow-origin';

function isForPrograms({ target }: WireRequest): boolean {
  return FOR_PROGRAMS.has(pathOf(target));
}

/** The answer to a preflight request; undefined for any other one, and for a page of ours, which takes none. */
export function preflightAnswer(request: WireRequest): WireResponse | undefined {
  return isForPrograms(request) ? answerPreflight(request) : undefined;
}

/** A refusal of ours that the page which asked may read. */
export function readable(request: WireRequest, response: WireResponse): WireResponse {
  return isForPrograms(request) ? withCors(request, response) : response;
}

/** An answer of the library, which knows the client: the page may read it unless the library says otherwise. */
export function readableIfAllowed(request: WireRequest, response: WireResponse): WireResponse {
  const isAllowed = response.headers[ALLOWED] !== undefined;
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !OURS.test(name)));
  return isAllowed ? readable(request, { ...response, headers }) : { ...response, headers };
}
