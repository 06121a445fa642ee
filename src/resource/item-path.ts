// Where an item is to be found: the path of its resource, filled with its id and with what it is below.

import type { ResourceCall } from './resource-call.ts';

/** The path from the root of the host, with the path of its servers before it. @param id - undefined for the only one of its kind */
export function pathOfItem(call: ResourceCall, id: string | undefined): string {
  const { resource, inferred, above } = call;
  const values = new Map(
    resource.parents.map(({ parameter }, index) => [parameter, call.scope?.[index] ?? above[index]?.[1]]),
  );
  const path = resource.path.replace(/\{([^{}]+)\}/g, (template, parameter: string) => {
    const value = values.get(parameter) ?? id;
    return value === undefined ? template : encodeURIComponent(value.toWellFormed());
  });
  return inferred.document.base + path;
}
