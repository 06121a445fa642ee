// Records requests to the issuer in the request log.

import type { SandboxVisit } from '../pipeline/sandbox/sandboxes.ts';
import { traceOf } from '../pipeline/trace-context.ts';
import { pathOf, type WireRequest, type WireResponse } from '../pipeline/wire.ts';
import type { ExchangeNotices } from './exchange-notices.ts';
import type { IssuerPaths } from './issuer-paths.ts';

const NOTHING = new Uint8Array();

/**
 * Records an exchange; with its bodies only for JSON endpoints. Pages are long, and their input is private. Preflight
 * requests are not recorded, as for APIs.
 */
export function recordExchange(
  visit: SandboxVisit,
  at: Date,
  request: WireRequest,
  response: WireResponse,
  { reason = rejectionIn(request, response), warnings = [] }: ExchangeNotices,
  { base, login }: IssuerPaths,
): void {
  if (request.method === 'OPTIONS') return;
  const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
  const hasBodies = isJson && !pathOf(request.target).startsWith(base + login);
  const recorded = hasBodies ? { request, response } : { request: bare(request), response: bare(response) };
  const credential = isJson ? issuedIn(response) : undefined;
  const traceId = traceOf(request)?.traceId;
  visit.record({ at, ...recorded, operation: undefined, traceId, credential, reason, findings: [], warnings });
}

/** The access token that was given. */
function issuedIn({ body }: WireResponse): string | undefined {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return /"access_token"\s*:\s*"([^"]+)"/.exec(text)?.[1];
}

/** Errors that the library returns without an event. */
function rejectionIn({ method }: WireRequest, { status }: WireResponse): string | undefined {
  return status < 400 ? undefined : `${method} returned ${status}`;
}

function bare<T extends object>(message: T): T & { readonly body: Uint8Array } {
  return { ...message, body: NOTHING };
}
