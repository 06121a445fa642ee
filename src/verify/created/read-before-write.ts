// Reads existing items on a shared server before create requests.

import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import { isStringOrNumber, type JsonNumber } from '../../schema/json/exact-number.ts';
import { type KnownValues, type PathValues, valuesByKey } from '../cases/known-values.ts';
import { findIdInBody } from '../requests/id-in-body.ts';
import type { RequestGenerator } from '../requests/request-generator.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { createInput } from '../scenarios/scenario-context.ts';
import type { TestSession } from '../session.ts';
import { type CreatedItems, parsePathValues } from './created-items.ts';
import type { AddressedItem } from './creation-log.ts';
import { renameParents } from './item-creator.ts';
import { findMalformedId, findReadOf } from './malformed-id.ts';
import { canCreateByPut } from './write-rule.ts';

/**
 * Lists each collection before the first POST to it. Reads an item that the run did not create before a PUT to it, or a
 * request with its id in the body, and a malformed id before a change there. `CreatedItems` registers the responses.
 *
 * @returns a function to await before each request
 */
export function createReadBeforeWrite(
  actions: readonly ResourceAction[],
  requests: RequestGenerator,
  session: Pick<TestSession, 'sendUnchecked'>,
  listed: Pick<KnownValues, 'listIds'>,
  created: Pick<CreatedItems, 'find' | 'isDeleted'>,
  findAddressedItems: (operation: Operation) => readonly AddressedItem[],
): (operation: Operation, request: SerializedRequest) => Promise<void> {
  const pendingReads = new Map<string, Promise<unknown>>();
  const once = (name: string, look: () => Promise<unknown>) => {
    const known = pendingReads.get(name) ?? look();
    pendingReads.set(name, known);
    return known;
  };
  return async (operation, request) => {
    if (SAFE_METHODS.has(operation.method) || request.method !== operation.method) return;
    const path = parsePathValues(operation, request);
    const malformed = findMalformedId(operation, request);
    const readOf = malformed && findReadOf(malformed, findAddressedItems(operation), path, actions);
    if (readOf) await send(readOf.action, readOf.path);
    const action = actions.find((one) => one.operation === operation);
    if (!action) return;
    const ids = [
      findIdInBody(action, request),
      ...(action.parameter !== undefined && canCreateByPut(action) ? [path[action.parameter]] : []),
    ];
    for (const id of new Set(ids))
      if (isStringOrNumber(id) && !isCreated(action, path, id)) await read(action, path, id);
    if (action.kind === 'create')
      await once(getItemKey(action, path, ''), () =>
        listed.listIds(action.resource, valuesByKey(action.parents, path)),
      );
  };

  /** Whether the run has created an item, and has not deleted it. */
  function isCreated(action: ResourceAction, path: PathValues, id: string | JsonNumber): boolean {
    return created.find(action.resource, id).length > 0 && !created.isDeleted({ action, id, path });
  }

  async function read(writeAction: ResourceAction, path: PathValues, id: unknown): Promise<void> {
    const readAction = actions.find(
      ({ kind, resource, parameter, part }) =>
        kind === 'read' && resource === writeAction.resource && parameter !== undefined && part.length === 0,
    );
    if (readAction?.parameter === undefined) return;
    await send(readAction, { ...renameParents(writeAction, readAction, path), [readAction.parameter]: id });
  }

  async function send(action: ResourceAction, path: PathValues): Promise<void> {
    const input = createInput({ requests }, action, path);
    if (input) await session.sendUnchecked(action.operation, input);
  }
}

/** Returns a text that is equal for the same item. @param path - path values of its parents */
function getItemKey({ resource, parents }: ResourceAction, path: PathValues, id: unknown): string {
  return JSON.stringify([resource.name, Object.values(valuesByKey(parents, path)).map(String), String(id)]);
}
