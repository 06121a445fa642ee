// Liveness probes: `/healthz` and `/debug/healthz`.

import type { RouteGroup } from '../pipeline/route-groups.ts';
import { pathOf, type WireResponse } from '../pipeline/wire.ts';

/** The paths and their responses. `/debug/ready` belongs to the control API. */
export const healthResponses: ReadonlyMap<string, WireResponse> = new Map([
  ['/healthz', response('application/json', '{"status":"SERVING"}')],
  ['/debug/healthz', response('text/plain; charset=utf-8', 'ok')],
]);

function response(type: string, body: string): WireResponse {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body };
}

/**
 * Also responds while shared state is unavailable: a restart would not help.
 *
 * @param isTaken - whether a document declares a path
 */
export function createHealthProbes(isTaken: (path: string) => boolean): RouteGroup {
  return {
    skipsConsistency: true,
    matches: ({ method }, path) => healthResponses.has(path) && method !== 'OPTIONS' && !isTaken(path),
    handle({ method, target }) {
      const found = healthResponses.get(pathOf(target));
      return found && (method === 'GET' || method === 'HEAD') ? found : methodNotAllowed;
    },
  };
}

const methodNotAllowed: WireResponse = {
  status: 405,
  headers: { 'content-type': 'application/json', allow: 'GET, HEAD' },
  body: JSON.stringify({ code: 12, message: 'Method Not Allowed', details: [] }),
};
