// Tracks the items that a run has created on one server.

import { getAtPath } from '../../mock/resources/property-path.ts';
import type { Resource, ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { isStringOrNumber, type JsonNumber } from '../../schema/json/exact-number.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { findCreatedId } from '../scenarios/scenario-context.ts';

/** A request with its response. */
export type RequestResult = Pick<TestExchange, 'request' | 'response' | 'decoded'>;

/** An item that the run has created. */
export interface CreatedItem {
  /** The operation that created it. */
  readonly action: ResourceAction;
  /** Undefined if the response does not contain it. */
  readonly id: string | JsonNumber | undefined;
  /** The path values of the create request. */
  readonly path: PathValues;
}

/** The location of an item. */
export interface ItemLocation {
  /** The values of its parents in the path, outermost first. */
  readonly parentIds: readonly string[];
  /** The path template of the create request; undefined if a contract created it. */
  readonly path: string | undefined;
  /** Whether an action on another item created it. Default false. */
  readonly isFromAction?: boolean;
}

/** Item ids by resource type, each with its locations. */
class Ids {
  readonly #locations = new Map<string, ItemLocation[]>();

  add({ name }: Resource, id: unknown, place: ItemLocation): void {
    const key = JSON.stringify([name, String(id)]);
    this.#locations.set(key, [...(this.#locations.get(key) ?? []), place]);
  }

  of({ name }: Resource, id: unknown): readonly ItemLocation[] {
    return this.#locations.get(JSON.stringify([name, String(id)])) ?? [];
  }

  /** Whether an id is known below parents. Paths may contain more or fewer of the parents. */
  has(resource: Resource, id: unknown, parentIds: readonly string[]): boolean {
    return this.of(resource, id).some(
      (one) => isWithin(one.parentIds, parentIds) || isWithin(parentIds, one.parentIds),
    );
  }
}

/** Tracks created and existing items, from requests and responses. */
export class CreatedItems {
  readonly #resources: Pick<Resources, 'action'>;
  readonly #created = new Ids();
  readonly #existing = new Ids();
  /** Existing items by schema: several lists may contain the same items. */
  readonly #listed = new Set<string>();
  readonly #absent = new Set<string>();
  /** Items that sent requests create if accepted. */
  readonly #expected = new Set<string>();
  /** Number of requests that may have created an unknown item, by operation. */
  readonly #inconclusive = new Map<ResourceAction, number>();
  readonly #deleted = new Set<string>();
  /** Collections with create requests, whose lists may contain new items. */
  readonly #changed = new Map<Resource, (readonly string[])[]>();
  readonly #unidentified = new Set<string>();

  constructor(resources: Pick<Resources, 'action'>) {
    this.#resources = resources;
  }

  /** Registers a request before it is sent. */
  expect(operation: Operation, request: SerializedRequest): void {
    const action = this.#actionOf(operation, request);
    if (action?.parameter !== undefined && action.isUpsert) {
      const path = parsePathValues(operation, request);
      const name = getKey(action, path[action.parameter], path);
      // Another client may create it, too: the next request needs a new check.
      if (this.#absent.delete(name)) this.#expected.add(name);
    }
    if (action?.kind !== 'create' && action?.kind !== 'createMany') return;
    const before = this.#changed.get(action.resource) ?? [];
    this.#changed.set(action.resource, [...before, getParentIds(action, parsePathValues(operation, request))]);
  }

  /** Registers a response. @returns the created item, if there is one */
  observe(operation: Operation, exchange: RequestResult): CreatedItem | undefined {
    const action = this.#actionOf(operation, exchange.request);
    if (!action) return undefined;
    const path = parsePathValues(operation, exchange.request);
    const { status } = exchange.response;
    if (status >= 300 && isInconclusive(status)) this.registerInconclusive(operation, exchange.request);
    if (status < 300) {
      if (action.kind === 'list' || action.kind === 'search') this.#registerList(action, path, exchange);
      if (action.kind === 'create' || isCopyAction(action, path, exchange))
        return this.#registerCreated(action, path, exchange);
    }
    if (action.parameter === undefined || action.part.length > 0 || action.resource.isSingleton) return undefined;
    const id = path[action.parameter];
    const name = getKey(action, id, path);
    if (action.kind === 'delete' && status < 300) this.#deleted.add(name);
    if (action.kind === 'read') {
      const isRejected = (status === 400 || status === 422) && hasInvalidPath(operation, exchange.request);
      if (status === 404 || status === 410 || isRejected) this.#absent.add(name);
      if (status < 300) this.#absent.delete(name);
    }
    if (!action.isUpsert || !this.#expected.delete(name) || status >= 300 || !isStringOrNumber(id)) return undefined;
    return this.#add({ action, id, path });
  }

  /** Registers an item of a contract as created by the run. */
  claim(resource: Resource, id: unknown, parentIds: readonly string[]): void {
    this.#created.add(resource, id, { parentIds, path: undefined });
  }

  /** The locations of created items with this id. */
  find(resource: Resource, id: unknown): readonly ItemLocation[] {
    return this.#created.of(resource, id);
  }

  /** Whether a list contained an item before the run created any. Some servers respond to POST with an existing item. */
  existed(action: ResourceAction, path: PathValues, id: unknown): boolean {
    return this.#existing.has(action.resource, id, getParentIds(action, path));
  }

  /**
   * Whether the last read of a path, or of an id there, returned not found, or rejected the id as invalid, so that no
   * item is changed.
   */
  isAbsent(
    action: ResourceAction,
    path: PathValues,
    id: unknown = action.parameter === undefined ? undefined : path[action.parameter],
  ): boolean {
    return this.#absent.has(getKey(action, id, path));
  }

  /** Whether any list contained an item with this id before the run created any there. */
  wasListed(resource: Resource, id: unknown): boolean {
    return this.#listed.has(getListedKey(resource, id));
  }

  /** Counts a create request without a conclusive response. */
  registerInconclusive(operation: Operation, request: SerializedRequest): void {
    const action = this.#actionOf(operation, request);
    if (action?.kind === 'create') this.#inconclusive.set(action, (this.#inconclusive.get(action) ?? 0) + 1);
  }

  /** Number of requests that may have created an unknown item, by operation. */
  get inconclusive(): ReadonlyMap<ResourceAction, number> {
    return this.#inconclusive;
  }

  /** Whether the run has deleted an item. Another client may have reused the id. */
  isDeleted({ action, id, path }: CreatedItem): boolean {
    return this.#deleted.has(getKey(action, id, path));
  }

  /** Whether an operation has created an item with an unknown id. */
  hasUnidentified({ id }: Operation): boolean {
    return this.#unidentified.has(id);
  }

  #registerList(action: ResourceAction, path: PathValues, exchange: RequestResult): void {
    const parentIds = getParentIds(action, path);
    const changed = this.#changed.get(action.resource) ?? [];
    if (changed.some((one) => isWithin(one, parentIds) || isWithin(parentIds, one))) return;
    for (const id of idsInList(action, exchange)) {
      this.#existing.add(action.resource, id, { parentIds, path: undefined });
      this.#listed.add(getListedKey(action.resource, id));
    }
  }

  #registerCreated(action: ResourceAction, path: PathValues, exchange: RequestResult): CreatedItem | undefined {
    if (action.resource.isSingleton || isExistingItem(action, exchange)) return undefined;
    const id = findCreatedId(action, exchange, jsonIn(exchange.request.body));
    if (id === undefined) this.#unidentified.add(action.operation.id);
    return id !== undefined && this.existed(action, path, id) ? undefined : this.#add({ action, id, path });
  }

  #add(item: CreatedItem): CreatedItem {
    const { action, id, path } = item;
    this.#deleted.delete(getKey(action, id, path));
    if (id !== undefined) {
      const place = {
        parentIds: getParentIds(action, path),
        path: action.operation.path,
        isFromAction: action.kind === 'act',
      };
      this.#created.add(action.resource, id, place);
    }
    return item;
  }

  /** The action of a request; undefined if it has another method than its operation. */
  #actionOf(operation: Operation, { method }: SerializedRequest): ResourceAction | undefined {
    return method === operation.method ? this.#resources.action(operation.id) : undefined;
  }
}

/** Parses the path values of a request. */
export function parsePathValues(operation: Operation, { rawParameters }: SerializedRequest): PathValues {
  return operation.parameterReader.read(rawParameters).values.path;
}

/** Whether the path of a request violates the document. */
function hasInvalidPath(operation: Operation, { rawParameters }: SerializedRequest): boolean {
  const { values, findings } = operation.parameterReader.read(rawParameters);
  const all = [...findings, ...operation.validateRequest({ ...values, body: undefined }, undefined)];
  return all.some(({ part }) => part === 'path');
}

function getKey(action: ResourceAction, id: unknown, path: PathValues): string {
  return JSON.stringify([action.resource.name, String(id), getParentIds(action, path)]);
}

function getListedKey({ name, schema }: Resource, id: unknown): string {
  return JSON.stringify([schema?.pointer ?? name, String(id)]);
}

/** The values of the parents in a path, outermost first. */
function getParentIds({ parents }: ResourceAction, path: PathValues): readonly string[] {
  return parents.flatMap(({ parameter }) => (path[parameter] === undefined ? [] : [String(path[parameter])]));
}

/** Whether the effect of a request is unknown: after a redirect, or a server error. */
function isInconclusive(status: number): boolean {
  return status < 400 || status === 500 || status === 502 || status === 504;
}

/** Whether a create response returns an existing item: 200, if the document also declares 201. */
function isExistingItem(
  { kind, operation: { responses } }: ResourceAction,
  { response: { status } }: RequestResult,
): boolean {
  return (
    kind === 'create' &&
    status === 200 &&
    responses.all.some(({ key }) => key === '200') &&
    responses.all.some(({ key }) => key === '201')
  );
}

/** Whether an action on an item has created another: the response contains another id. */
function isCopyAction(action: ResourceAction, path: PathValues, exchange: RequestResult): boolean {
  const { kind, parameter } = action;
  if (kind !== 'act' || parameter === undefined || exchange.response.status !== 201) return false;
  const id = findCreatedId(action, exchange, undefined);
  return id !== undefined && String(id) !== String(path[parameter]);
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

/** Whether a successful response has items; undefined if it is not that of a list. */
export function hasListedItems(
  action: ResourceAction | undefined,
  { response: { status }, decoded }: Pick<RequestResult, 'response' | 'decoded'>,
): boolean | undefined {
  if ((action?.kind !== 'list' && action?.kind !== 'search') || status >= 300) return undefined;
  const items = getAtPath(decoded.value, action.responsePath ?? []);
  return Array.isArray(items) ? items.length > 0 : undefined;
}

function idsInList({ resource, responsePath }: ResourceAction, { decoded }: RequestResult): readonly unknown[] {
  const place = resource.id?.path;
  const items = getAtPath(decoded.value, responsePath ?? []);
  return place && Array.isArray(items) ? items.map((item) => getAtPath(item, place)) : [];
}
