// Serves the inspector; its files are loaded with the first request.

import type { Document } from '../../../openapi/document.ts';
import { once } from '../../../schema/once.ts';
import { isGrpcRequest } from '../../pipeline/choose-codec.ts';
import { applyIfNoneMatch } from '../../pipeline/entity-tag.ts';
import type { RouteGroup } from '../../pipeline/route-groups.ts';
import { pathOf, type WireResponse } from '../../pipeline/wire.ts';
import { INSPECTOR, PAGE_FILES } from './inspector-paths.ts';

/** Serves the page and its files. Paths of a document take precedence. */
export function createInspector(documents: readonly Document[]): RouteGroup {
  const page = once(async () => (await import('./inspector-page.ts')).createInspectorPage());
  const isTaken = documents.some((document) =>
    document.fullPaths().some((path) => path.replace(/[#?].*$/s, '') === INSPECTOR),
  );
  return {
    trustsPolicy: true,
    matches: (head, path) =>
      ((path === INSPECTOR && !isTaken) || path.startsWith(PAGE_FILES)) &&
      head.method !== 'OPTIONS' &&
      !isGrpcRequest(head),
    async handle(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed;
      const { show, file } = await page();
      const path = pathOf(request.target);
      const response = path === INSPECTOR ? show(request) : file(path.slice(PAGE_FILES.length));
      return response ? applyIfNoneMatch(request, response) : notFound;
    },
  };
}

const methodNotAllowed = refused(405, 'Method Not Allowed', 12, { allow: 'GET, HEAD' });
const notFound = refused(404, 'the page has no such file', 5);

function refused(status: number, message: string, code: number, headers: WireResponse['headers'] = {}): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify({ code, message, details: [] }),
  };
}
