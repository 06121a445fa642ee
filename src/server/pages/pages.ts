// The route group of the pages, which an Express app serves.

import { once } from '../../schema/once.ts';
import { injectInto } from '../http/inject-request.ts';
import { isGrpcRequest } from '../pipeline/choose-codec.ts';
import type { RouteGroup } from '../pipeline/route-groups.ts';
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
