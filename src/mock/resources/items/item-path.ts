// The path and URL of an item.

import type { ResourceCall } from '../resource-call.ts';
import type { ParentIds } from './item-key.ts';

/** The path from the root of the host, with the prefixes of sandbox and server. @param id - empty for a singleton */
export function buildItemPath({ resource, inferred, request }: ResourceCall, parentIds: ParentIds, id: string): string {
  // Matched in order: one document may use `{userId}` and `{itemId}` for the same parameter, and reuse a name below it.
  let above = 0;
  const path = resource.path.replace(/\{([^{}]+)\}/g, (template, parameter: string) => {
    const isAbove = resource.parents[above]?.parameter === parameter;
    const value = (isAbove ? parentIds[above] : undefined) ?? id;
    if (isAbove) above += 1;
    return value === '' ? template : encodeURIComponent(value.toWellFormed());
  });
  return request.base + inferred.document.base + path;
}

/** The absolute URL of an item. */
export function buildItemUrl(call: ResourceCall, parentIds: ParentIds, id: string): string {
  const path = buildItemPath(call, parentIds, id);
  const requestUrl = call.request.url();
  return URL.canParse(path, requestUrl) ? new URL(path, requestUrl).href : path;
}
