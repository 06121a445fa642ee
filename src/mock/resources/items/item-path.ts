// Where an item is to be found: the path of its resource, filled with its id and with what it is below.

import type { ResourceCall } from '../resource-call.ts';
import type { Scope } from './key.ts';

/** The path from the root of the host, as the client knows it: with that of its sandbox and its servers before. @param id - empty for the only one of its kind */
export function pathOfItem({ resource, inferred, request }: ResourceCall, scope: Scope, id: string): string {
  // Names do not tell them apart: documents call users by `{userId}` here and by `{itemId}` there, as they call what is below them.
  let above = 0;
  const path = resource.path.replace(/\{([^{}]+)\}/g, (template, parameter: string) => {
    const isAbove = resource.parents[above]?.parameter === parameter;
    const value = (isAbove ? scope[above] : undefined) ?? id;
    if (isAbove) above += 1;
    return value === '' ? template : encodeURIComponent(value.toWellFormed());
  });
  return request.base + inferred.document.base + path;
}

/** The same as an absolute URL. */
export function urlOfItem(call: ResourceCall, scope: Scope, id: string): string {
  const path = pathOfItem(call, scope, id);
  const asked = call.request.url();
  return URL.canParse(path, asked) ? new URL(path, asked).href : path;
}
