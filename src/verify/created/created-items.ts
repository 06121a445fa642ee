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
  has(resource: Resource, id: unknown, above: readonly string[]): boolean {
    return this.of(resource, id).some((one) => isWithin(one.above, above) || isWithin(above, one.above));
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
  expect(operation: Operation, call: Call): void {
    const role = this.#roleOf(operation, call);
    if (role?.parameter !== undefined && role.isUpsert) {
      const path = pathIn(operation, call);
      const name = nameOf(role, path[role.parameter], path);
      // Another client may create it, too: the next request needs a new check.
      if (this.#absent.delete(name)) this.#expected.add(name);
    }
    if (role?.kind !== 'create' && role?.kind !== 'createMany') return;
    const before = this.#changed.get(role.resource) ?? [];
    this.#changed.set(role.resource, [...before, aboveIn(role, pathIn(operation, call))]);
  }

  /** Registers a response. @returns the created item, if there is one */
  observe(operation: Operation, exchange: Answered): CreatedItem | undefined {
    const role = this.#roleOf(operation, exchange.call);
    if (!role) return undefined;
    const path = pathIn(operation, exchange.call);
    const { status } = exchange.answer;
    if (status >= 300 && saysNothing(status)) this.lose(operation, exchange.call);
    if (status < 300) {
      if (role.kind === 'list' || role.kind === 'search') this.#list(role, path, exchange);
      if (role.kind === 'create' || isCopying(role, path, exchange)) return this.#create(role, path, exchange);
    }
    if (role.parameter === undefined || role.part.length > 0 || role.resource.isSingleton) return undefined;
    const id = path[role.parameter];
    const name = nameOf(role, id, path);
    if (role.kind === 'delete' && status < 300) this.#deleted.add(name);
    if (role.kind === 'read') {
      if (status === 404 || status === 410) this.#absent.add(name);
      if (status < 300) this.#absent.delete(name);
    }
    if (!role.isUpsert || !this.#expected.delete(name) || status >= 300 || !isId(id)) return undefined;
    return this.#add({ role, id, path });
  }

  /** Registers an item of a contract as created by the run. */
  claim(resource: Resource, id: unknown, above: readonly string[]): void {
    this.#created.add(resource, id, { above, path: undefined });
  }

  /** The locations of created items with this id. */
  created(resource: Resource, id: unknown): readonly ItemPlace[] {
    return this.#created.of(resource, id);
  }

  /** Whether a list contained an item before the run created any. Some servers respond to POST with an existing item. */
  existed(role: ResourceAction, path: Values, id: unknown): boolean {
    return this.#existing.has(role.resource, id, aboveIn(role, path));
  }

  /** Whether the last read of a path, or of an id there, returned not found, so that PUT creates the item. */
  isAbsent(
    role: ResourceAction,
    path: Values,
    id: unknown = role.parameter === undefined ? undefined : path[role.parameter],
  ): boolean {
    return this.#absent.has(nameOf(role, id, path));
  }

  /** Whether any list contained an item with this id before the run created any there. */
  wasShown(resource: Resource, id: unknown): boolean {
    return this.#shown.has(shownName(resource, id));
  }

  /** Counts a create request without a conclusive response. */
  lose(operation: Operation, call: Call): void {
    const role = this.#roleOf(operation, call);
    if (role?.kind === 'create') this.#lost.set(role, (this.#lost.get(role) ?? 0) + 1);
  }

  /** Number of requests that may have created an unknown item, by operation. */
  get lost(): ReadonlyMap<ResourceAction, number> {
    return this.#lost;
  }

  /** Whether the run has deleted an item. Another client may have reused the id. */
  isDeleted({ role, id, path }: CreatedItem): boolean {
    return this.#deleted.has(nameOf(role, id, path));
  }

  /** Whether an operation has created an item with an unknown id. */
  hasUnidentified({ id }: Operation): boolean {
    return this.#unidentified.has(id);
  }

  #list(role: ResourceAction, path: Values, exchange: Answered): void {
    const above = aboveIn(role, path);
    const changed = this.#changed.get(role.resource) ?? [];
    if (changed.some((one) => isWithin(one, above) || isWithin(above, one))) return;
    for (const id of idsInList(role, exchange)) {
      this.#existing.add(role.resource, id, { above, path: undefined });
      this.#shown.add(shownName(role.resource, id));
    }
  }

  #create(role: ResourceAction, path: Values, exchange: Answered): CreatedItem | undefined {
    if (role.resource.isSingleton || isFound(role, exchange)) return undefined;
    const id = idOfMade(role, exchange, jsonIn(exchange.call.body));
    if (id === undefined) this.#unidentified.add(role.operation.id);
    return id !== undefined && this.existed(role, path, id) ? undefined : this.#add({ role, id, path });
  }

  #add(item: CreatedItem): CreatedItem {
    const { role, id, path } = item;
    this.#deleted.delete(nameOf(role, id, path));
    if (id !== undefined) {
      const place = { above: aboveIn(role, path), path: role.operation.path, isOfAction: role.kind === 'act' };
      this.#created.add(role.resource, id, place);
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

function nameOf(role: ResourceAction, id: unknown, path: Values): string {
  return JSON.stringify([role.resource.name, String(id), aboveIn(role, path)]);
}

function shownName({ name, schema }: Resource, id: unknown): string {
  return JSON.stringify([schema?.pointer ?? name, String(id)]);
}

/** The values of the parents in a path, outermost first. */
function aboveIn({ parents }: ResourceAction, path: Values): readonly string[] {
  return parents.flatMap(({ parameter }) => (path[parameter] === undefined ? [] : [String(path[parameter])]));
}

/** Whether the effect of a request is unknown: after a redirect, or a server error. */
function saysNothing(status: number): boolean {
  return status < 400 || status === 500 || status === 502 || status === 504;
}

/** Whether a create response returns an existing item: 200, if the document also declares 201. */
function isFound(
  { kind: deed, operation: { responses: answers } }: ResourceAction,
  { answer: { status } }: Answered,
): boolean {
  return (
    deed === 'create' &&
    status === 200 &&
    answers.all.some(({ key }) => key === '200') &&
    answers.all.some(({ key }) => key === '201')
  );
}

/** Whether an action on an item has created another: the response contains another id. */
function isCopying(role: ResourceAction, path: Values, exchange: Answered): boolean {
  const { kind: deed, parameter } = role;
  if (deed !== 'act' || parameter === undefined || exchange.answer.status !== 201) return false;
  const id = idOfMade(role, exchange, undefined);
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
