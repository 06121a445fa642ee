// The items that the path values of operations refer to.

import type { Resource, ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Document, Operation } from '../../openapi/document.ts';

/** A value in a path. */
export interface AddressedItem {
  readonly parameter: string;
  /** The path up to and with the value, without names of parameters: `/pets/{}`. */
  readonly prefix: string;
  /** The type of the item that it names; undefined where the document has no such type. */
  readonly resource: Resource | undefined;
  /** An operation on such an item: its path is a prefix. Undefined if there is none. */
  readonly role: ResourceAction | undefined;
}

type Found = Pick<AddressedItem, 'resource' | 'role'>;

/** @returns the items in the path of an operation, from the outside in */
export function createAddressedItems(
  document: Document,
  { action: role }: Pick<Resources, 'action'>,
): (operation: Operation) => readonly AddressedItem[] {
  const known = new Map<string, Found>();
  const add = (path: string, parameter: string, found: Found) => {
    const prefix = prefixesIn(path).find((one) => one.parameter === parameter)?.prefix ?? '';
    const { resource = found.resource, role: own = found.role } = known.get(prefix) ?? {};
    known.set(prefix, { resource, role: own });
  };
  for (const { id, path } of document.operations.values()) {
    const own = role(id);
    if (own?.parameter !== undefined) add(path, own.parameter, { resource: own.resource, role: own });
    for (const { parameter, resource } of own?.parents ?? []) add(path, parameter, { resource, role: undefined });
  }
  return ({ path }) =>
    prefixesIn(path).map(({ prefix, parameter }) => {
      const { resource, role: own } = known.get(prefix) ?? {};
      return { parameter, prefix, resource, role: own };
    });
}

/** Each value of a path template, with the path up to it. Names do not count: `/pets/{id}` and `/pets/{petId}` are one path. */
function prefixesIn(path: string): readonly { readonly prefix: string; readonly parameter: string }[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(({ index, 0: text, 1: parameter = '' }) => ({
    prefix: withoutNames(path.slice(0, index + text.length)),
    parameter,
  }));
}

/** A path template without the names of its parameters. */
export function withoutNames(path: string): string {
  return path.replace(/\{[^}]+\}/g, '{}');
}
