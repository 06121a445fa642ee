// The path and URL of an item.

import type { ResourceCall } from '../resource-call.ts';
import type { Scope } from './key.ts';

/** The path from the root of the host, with the prefixes of sandbox and server. @param id - empty for a singleton */
export function pathOfItem({ resource, inferred, request }: ResourceCall, scope: Scope, id: string): string {
  // Matched in order: one document may use `{userId}` and `{itemId}` for the same parameter, and reuse a name below it.
  let above = 0;
  const path = resource.path.replace(/\{([^{}]+)\}/g, (template, parameter: string) => {
    const isAbove = resource.parents[above]?.parameter === parameter;
    const value = (isAbove ? scope[above] : undefined) ?? id;
    if (isAbove) above += 1;
    return value === '' ? template : encodeURIComponent(value.toWellFormed());
  });
  return request.base + inferred.document.base + path;
}

/** The absolute URL of an item. */
export function urlOfItem(call: ResourceCall, scope: Scope, id: string): string {
  const path = pathOfItem(call, scope, id);
  const asked = call.request.url();
  return URL.canParse(path, asked) ? new URL(path, asked).href : path;
}
