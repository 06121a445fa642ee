// Where an item is to be found: the path of its resource, filled with its id and with what it is below.

import type { Scope } from './key.ts';
import type { ResourceCall } from './resource-call.ts';

/** The path from the root of the host, with the path of its servers before it. @param id - empty for the only one of its kind */
export function pathOfItem({ resource, inferred }: ResourceCall, scope: Scope, id: string): string {
  const values = new Map(resource.parents.map(({ parameter }, index) => [parameter, scope[index]]));
  const path = resource.path.replace(/\{([^{}]+)\}/g, (template, parameter: string) => {
    const value = values.get(parameter) ?? id;
    return value === '' ? template : encodeURIComponent(value.toWellFormed());
  });
  return inferred.document.base + path;
}
