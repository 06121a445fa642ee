// Tracks the items that a run has created on one server.

import { getAtPath } from '../../mock/resources/property-path.ts';
import type { Resource, ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Values } from '../cases/known-values.ts';
import type { Exchange } from '../cases/trial.ts';
import type { Call } from '../requests/call.ts';
import { jsonIn } from '../requests/json-body.ts';
import { idOfMade, isId } from '../scenarios/story.ts';

/** A request with its response. */
export type Answered = Pick<Exchange, 'call' | 'answer' | 'read'>;

/** An item that the run has created. */
export interface CreatedItem {
  /** The operation that created it. */
  readonly role: ResourceAction;
  /** Undefined if the response does not contain it. */
  readonly id: string | number | undefined;
  /** The path values of the create request. */
  readonly path: Values;
}

/** The location of an item. */
export interface ItemPlace {
  /** The values of its parents in the path, outermost first. */
  readonly above: readonly string[];
  /** The path template of the create request; undefined if a contract created it. */
  readonly path: string | undefined;
  /** Whether an action on another item created it. Default false. */
  readonly isOfAction?: boolean;
}

/** Item ids by resource type, each with its locations. */
class Ids {
  readonly #places = new Map<string, ItemPlace[]>();

  add({ name }: Resource, id: unknown, place: ItemPlace): void {
    const key = JSON.stringify([name, String(id)]);
    this.#places.set(key, [...(this.#places.get(key) ?? []), place]);
  }

  of({ name }: Resource, id: unknown): readonly ItemPlace[] {
    return this.#places.get(JSON.stringify([name, String(id)])) ?? [];
  }

  /** Whether an id is known below parents. Paths may contain more or fewer of the parents. */
  has(resource: Resource, id: unknown, parentIds: readonly string[]): boolean {
    return this.of(resource, id).some((one) => isWithin(one.above, parentIds) || isWithin(parentIds, one.above));
  }
}

/** Tracks created and existing items, from requests and responses. */
export class CreatedItems {
  readonly #resources: Pick<Resources, 'action'>;
  readonly #created = new Ids();
  readonly #existing = new Ids();
  /** Existing items by schema: several lists may contain the same items. */
  readonly #shown = new Set<string>();
  readonly #absent = new Set<string>();
  /** Items that sent requests create if accepted. */
  readonly #expected = new Set<string>();
  /** Number of requests that may have created an unknown item, by operation. */
  readonly #lost = new Map<ResourceAction, number>();
  readonly #deleted = new Set<string>();
  /** Collections with create requests, whose lists may contain new items. */
  readonly #changed = new Map<Resource, (readonly string[])[]>();
  readonly #unidentified = new Set<string>();

  constructor(resources: Pick<Resources, 'action'>) {
    this.#resources = resources;
  }

  /** Registers a request before it is sent. */
  expect(operation: Operation, request: Call): void {
    const action = this.#roleOf(operation, request);
    if (action?.parameter !== undefined && action.isUpsert) {
      const path = pathIn(operation, request);
      const name = getKey(action, path[action.parameter], path);
      // Another client may create it, too: the next request needs a new check.
      if (this.#absent.delete(name)) this.#expected.add(name);
    }
    if (action?.kind !== 'create' && action?.kind !== 'createMany') return;
    const before = this.#changed.get(action.resource) ?? [];
    this.#changed.set(action.resource, [...before, getParentIds(action, pathIn(operation, request))]);
  }

  /** Registers a response. @returns the created item, if there is one */
  observe(operation: Operation, exchange: Answered): CreatedItem | undefined {
    const action = this.#roleOf(operation, exchange.call);
    if (!action) return undefined;
    const path = pathIn(operation, exchange.call);
    const { status } = exchange.answer;
    if (status >= 300 && isInconclusive(status)) this.lose(operation, exchange.call);
    if (status < 300) {
      if (action.kind === 'list' || action.kind === 'search') this.#list(action, path, exchange);
      if (action.kind === 'create' || isCopyAction(action, path, exchange)) return this.#create(action, path, exchange);
    }
    if (action.parameter === undefined || action.part.length > 0 || action.resource.isSingleton) return undefined;
    const id = path[action.parameter];
    const name = getKey(action, id, path);
    if (action.kind === 'delete' && status < 300) this.#deleted.add(name);
    if (action.kind === 'read') {
      if (status === 404 || status === 410) this.#absent.add(name);
      if (status < 300) this.#absent.delete(name);
    }
    if (!action.isUpsert || !this.#expected.delete(name) || status >= 300 || !isId(id)) return undefined;
    return this.#add({ role: action, id, path });
  }

  /** Registers an item of a contract as created by the run. */
  claim(resource: Resource, id: unknown, parentIds: readonly string[]): void {
    this.#created.add(resource, id, { above: parentIds, path: undefined });
  }

  /** The locations of created items with this id. */
  created(resource: Resource, id: unknown): readonly ItemPlace[] {
    return this.#created.of(resource, id);
  }

  /** Whether a list contained an item before the run created any. Some servers respond to POST with an existing item. */
  existed(action: ResourceAction, path: Values, id: unknown): boolean {
    return this.#existing.has(action.resource, id, getParentIds(action, path));
  }

  /** Whether the last read of a path, or of an id there, returned not found, so that PUT creates the item. */
  isAbsent(
    action: ResourceAction,
    path: Values,
    id: unknown = action.parameter === undefined ? undefined : path[action.parameter],
  ): boolean {
    return this.#absent.has(getKey(action, id, path));
  }

  /** Whether any list contained an item with this id before the run created any there. */
  wasShown(resource: Resource, id: unknown): boolean {
    return this.#shown.has(getListedKey(resource, id));
  }

  /** Counts a create request without a conclusive response. */
  lose(operation: Operation, request: Call): void {
    const action = this.#roleOf(operation, request);
    if (action?.kind === 'create') this.#lost.set(action, (this.#lost.get(action) ?? 0) + 1);
  }

  /** Number of requests that may have created an unknown item, by operation. */
  get lost(): ReadonlyMap<ResourceAction, number> {
    return this.#lost;
  }

  /** Whether the run has deleted an item. Another client may have reused the id. */
  isDeleted({ role: action, id, path }: CreatedItem): boolean {
    return this.#deleted.has(getKey(action, id, path));
  }

  /** Whether an operation has created an item with an unknown id. */
  hasUnidentified({ id }: Operation): boolean {
    return this.#unidentified.has(id);
  }

  #list(action: ResourceAction, path: Values, exchange: Answered): void {
    const parentIds = getParentIds(action, path);
    const changed = this.#changed.get(action.resource) ?? [];
    if (changed.some((one) => isWithin(one, parentIds) || isWithin(parentIds, one))) return;
    for (const id of idsInList(action, exchange)) {
      this.#existing.add(action.resource, id, { above: parentIds, path: undefined });
      this.#shown.add(getListedKey(action.resource, id));
    }
  }

  #create(action: ResourceAction, path: Values, exchange: Answered): CreatedItem | undefined {
    if (action.resource.isSingleton || isExistingItem(action, exchange)) return undefined;
    const id = idOfMade(action, exchange, jsonIn(exchange.call.body));
    if (id === undefined) this.#unidentified.add(action.operation.id);
    return id !== undefined && this.existed(action, path, id) ? undefined : this.#add({ role: action, id, path });
  }

  #add(item: CreatedItem): CreatedItem {
    const { role: action, id, path } = item;
    this.#deleted.delete(getKey(action, id, path));
    if (id !== undefined) {
      const place = {
        above: getParentIds(action, path),
        path: action.operation.path,
        isOfAction: action.kind === 'act',
      };
      this.#created.add(action.resource, id, place);
    }
    return item;
  }

  /** The action of a request; undefined if it has another method than its operation. */
  #roleOf(operation: Operation, { method }: Call): ResourceAction | undefined {
    return method === operation.method ? this.#resources.action(operation.id) : undefined;
  }
}

/** Parses the path values of a request. */
export function pathIn(operation: Operation, { sent }: Call): Values {
  return operation.parameterReader.read(sent).values.path;
}

function getKey(action: ResourceAction, id: unknown, path: Values): string {
  return JSON.stringify([action.resource.name, String(id), getParentIds(action, path)]);
}

function getListedKey({ name, schema }: Resource, id: unknown): string {
  return JSON.stringify([schema?.pointer ?? name, String(id)]);
}

/** The values of the parents in a path, outermost first. */
function getParentIds({ parents }: ResourceAction, path: Values): readonly string[] {
  return parents.flatMap(({ parameter }) => (path[parameter] === undefined ? [] : [String(path[parameter])]));
}

/** Whether the effect of a request is unknown: after a redirect, or a server error. */
function isInconclusive(status: number): boolean {
  return status < 400 || status === 500 || status === 502 || status === 504;
}

/** Whether a create response returns an existing item: 200, if the document also declares 201. */
function isExistingItem(
  { kind: deed, operation: { responses } }: ResourceAction,
  { answer: { status } }: Answered,
): boolean {
  return (
    deed === 'create' &&
    status === 200 &&
    responses.all.some(({ key }) => key === '200') &&
    responses.all.some(({ key }) => key === '201')
  );
}

/** Whether an action on an item has created another: the response contains another id. */
function isCopyAction(action: ResourceAction, path: Values, exchange: Answered): boolean {
  const { kind: deed, parameter } = action;
  if (deed !== 'act' || parameter === undefined || exchange.answer.status !== 201) return false;
  const id = idOfMade(action, exchange, undefined);
  return id !== undefined && String(id) !== String(path[parameter]);
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

function idsInList({ resource, responsePath: shown }: ResourceAction, { read }: Answered): readonly unknown[] {
  const place = resource.id?.path;
  const items = getAtPath(read.value, shown ?? []);
  return place && Array.isArray(items) ? items.map((item) => getAtPath(item, place)) : [];
}
