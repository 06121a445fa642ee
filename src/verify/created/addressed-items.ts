// The items that the path values of operations refer to.

import type { Resource, ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Document, Operation } from '../../openapi/document.ts';

/** A path parameter, with the item that it identifies. */
export interface AddressedItem {
  readonly parameter: string;
  /** The path up to the parameter, without parameter names: `/pets/{}`. */
  readonly prefix: string;
  /** The resource type of the item; undefined if it is unknown. */
  readonly resource: Resource | undefined;
  /** An operation whose path ends with this item. Undefined if there is none. */
  readonly action: ResourceAction | undefined;
}

type Found = Pick<AddressedItem, 'resource' | 'action'>;

/** @returns the items in the path of an operation, from the outside in */
export function createAddressedItems(
  document: Document,
  { action }: Pick<Resources, 'action'>,
): (operation: Operation) => readonly AddressedItem[] {
  const known = new Map<string, Found>();
  const add = (path: string, parameter: string, found: Found) => {
    const prefix = prefixesIn(path).find((one) => one.parameter === parameter)?.prefix ?? '';
    const { resource = found.resource, action: own = found.action } = known.get(prefix) ?? {};
    known.set(prefix, { resource, action: own });
  };
  for (const { id, path } of document.operations.values()) {
    const own = action(id);
    if (own?.parameter !== undefined) add(path, own.parameter, { resource: own.resource, action: own });
    for (const { parameter, resource } of own?.parents ?? []) add(path, parameter, { resource, action: undefined });
  }
  return ({ path }) =>
    prefixesIn(path).map(({ prefix, parameter }) => {
      const { resource, action: own } = known.get(prefix) ?? {};
      return { parameter, prefix, resource, action: own };
    });
}

/** The parameters of a path template, each with the path up to it. `/pets/{id}` and `/pets/{petId}` are equal. */
function prefixesIn(path: string): readonly { readonly prefix: string; readonly parameter: string }[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(({ index, 0: text, 1: parameter = '' }) => ({
    prefix: withoutNames(path.slice(0, index + text.length)),
    parameter,
  }));
}

/** Removes the parameter names from a path template. */
export function withoutNames(path: string): string {
  return path.replace(/\{[^}]+\}/g, '{}');
}
