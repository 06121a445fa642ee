// Route groups of the pages, which Express serves, and of health probes.

import { once } from '../../schema/once.ts';
import { injectInto } from '../http/inject-request.ts';
import { isGrpcRequest } from '../pipeline/choose-codec.ts';
import type { RouteGroup } from '../pipeline/route-groups.ts';
import { pathOf, type WireResponse } from '../pipeline/wire.ts';
import type { PageData } from './page-data.ts';
import { listPagePaths, PAGE_FILES } from './page-paths.ts';

/** Serves the pages. A path of a document takes precedence. */
export function createPages(data: PageData): RouteGroup {
  const paths = new Set(listPagePaths(data.documents.length));
  // A URL fragment of a documented path is not part of requests.
  for (const document of data.documents)
    for (const path of document.fullPaths()) paths.delete(path.replace(/[#?].*$/s, ''));
  // Loading Express takes a fifth of a start, and API requests do not need it.
  const app = once(async () => (await import('./pages-app.ts')).createPagesApp(data));
  return {
    trustsPolicy: true,
    matches: (head, path) =>
      (paths.has(path) || path.startsWith(PAGE_FILES)) && head.method !== 'OPTIONS' && !isGrpcRequest(head),
    // The response to HEAD is that to GET; its body is left out when it is sent.
    handle: async (request) =>
      injectInto(await app(), request.method === 'HEAD' ? { ...request, method: 'GET' } : request),
  };
}

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
