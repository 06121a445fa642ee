// Remembers the requests that created items, so that findings can be replayed.

import type { Resource, Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { CreateRequest } from '../cases/test-case.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { findCreatedId } from '../scenarios/scenario-context.ts';
import type { AddressedItem } from './addressed-items.ts';
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
