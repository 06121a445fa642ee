// The items that path values refer to, and the requests that created them.

import type { Resource, ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import type { CreateRequest } from '../cases/test-case.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { findCreatedId } from '../scenarios/scenario-context.ts';
import { parsePathValues, type RequestResult } from './created-items.ts';

/** Maximum number of remembered requests. */
const MAX_REMEMBERED = 2000;
/** Maximum size of a remembered body, in bytes: as much as reports show. */
const MAX_BODY = 4096;

/** The requests that created items. */
export interface CreationLog {
  /** Registers a response. */
  observe(operation: Operation, exchange: RequestResult): void;
  /** The requests that created the items in the path of a request, parents first. */
  setupOf(operation: Operation, request: SerializedRequest): readonly CreateRequest[];
}

export function createCreationLog(
  { action: actionOf }: Pick<Resources, 'action'>,
  findAddressedItems: (operation: Operation) => readonly AddressedItem[],
): CreationLog {
  const creations = new Map<string, CreateRequest>();
  const setupOf: CreationLog['setupOf'] = (operation, request) => {
    const path = parsePathValues(operation, request);
    const found = findAddressedItems(operation).flatMap(({ parameter, resource }) => {
      const creation = resource && creations.get(getItemKey(resource, path[parameter]));
      return creation && creation.request !== request
        ? [...setupOf(creation.operation, creation.request), creation]
        : [];
    });
    return [...new Set(found)];
  };
  return {
    observe(operation, { request, response, decoded }) {
      const action = request.method === operation.method ? actionOf(operation.id) : undefined;
      if (action?.kind !== 'create' || response.status >= 300 || (request.body?.length ?? 0) > MAX_BODY) return;
      const id = findCreatedId(action, { request, response, decoded }, jsonIn(request.body));
      if (id === undefined) return;
      creations.set(getItemKey(action.resource, id), { operation, request, id: String(id) });
      const [oldest] = creations.keys();
      if (creations.size > MAX_REMEMBERED && oldest !== undefined) creations.delete(oldest);
    },
    setupOf,
  };
}

/** Returns a text that is equal for the same item. */
export function getItemKey({ name }: Resource, id: unknown): string {
  return JSON.stringify([name, String(id)]);
}

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
