// What a browser finds at the front door: pages and files that belong to no document.

import type { Introduction } from '../engine/api.ts';
import type { DocumentSource } from '../engine/open-document.ts';
import { pathOf, type WireRequest, type WireResponse } from '../engine/wire.ts';

/** What the pages show. */
export interface Shown {
  /** The documents of all apis, the first one's at `/openapi.json`. */
  readonly documents: readonly DocumentSource[];
  introductions(): readonly { readonly title: string; readonly introduction: Introduction | undefined }[];
}

/** Answers requests for pages; undefined for every other request. */
export function createPages({ documents }: Shown): (request: WireRequest) => Promise<WireResponse | undefined> {
  return async ({ method, target }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const [first] = documents;
    switch (pathOf(target)) {
      case '/openapi.json':
        return file('application/json', JSON.stringify(first?.bundled, null, 2));
      case '/openapi.yaml':
        return file('application/yaml', first?.text ?? '');
      default:
        return undefined;
    }
  };
}

function file(type: string, body: string): WireResponse {
  return { status: 200, headers: { 'content-type': type, 'access-control-allow-origin': '*' }, body };
}
