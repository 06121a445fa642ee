// KnownItems items: those of the seed data, and those created since.

import { getIdFromKey, getParentIds } from '../../src/mock/resources/items/item-key.ts';
import { isJsonPatch } from '../../src/mock/resources/json-patch.ts';
import { getListRule } from '../../src/mock/resources/list/input-roles.ts';
import { findSameParent } from '../../src/mock/resources/path-scope.ts';
import { deleteAtPath, getAtPath, setAtPath } from '../../src/mock/resources/property-path.ts';
import type { Parent, Resource, StoredItem } from '../../src/mock/resources/resource.ts';
import type { InferredModel } from '../../src/mock/resources/resource-call.ts';
import type { Document, Operation } from '../../src/openapi/document.ts';
import { normalizeName } from '../../src/openapi/name-words.ts';
import { isRecord } from '../../src/schema/is-record.ts';
import { Untestable } from './create-request.ts';

export interface KnownItems {
  /** The path values of existing items; unknown parameters are omitted. */
  valuesFor(operation: Operation): Readonly<Record<string, string>>;
  /** A body with references to existing items, and with the ids of an existing item for bulk operations. */
  related(body: unknown, operation: Operation): unknown;
  /** A body that differs from all existing items, with other texts where they must be unique. */
  unlike(body: unknown, operation: Operation): unknown;
  /** The operation that creates a singleton which does not exist at the start; undefined if it exists. */
  makerOf(operation: Operation): Operation | undefined;
  /** All item paths (`…/{id}`), and whether an operation there belongs to a resource. */
  itemPaths(document: Document): readonly (readonly [path: string, belongs: boolean])[];
}

export function createKnownItems(inferred: InferredModel): KnownItems {
  const { resources } = inferred;
  const allOf = (resource: Resource) => inferred.seedData().of(resource);
  const firstOf = (resource: Resource): StoredItem | undefined => allOf(resource)[0];
  const place = (
    values: Record<string, string>,
    resource: Resource,
    stored: StoredItem,
    parents: readonly Parent[],
  ) => {
    const scope = getParentIds(stored.id);
    for (const parent of parents) {
      const own = findSameParent(parent, resource.parents, (one) => one);
      const value = own && scope[resource.parents.indexOf(own)];
      if (value !== undefined) values[parent.parameter] ??= value;
    }
  };
  /** Whether an operation accepts a value in its path: paths of one resource may require different forms of its id. */
  const accepts = (operation: Operation, name: string, value: string) => {
    const schema = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
    if (!schema) return true;
    const forms = [Number(value), [value], [Number(value)]].filter((one) => !Number.isNaN([one].flat()[0]));
    return [value, ...forms].some((form) => inferred.document.validate(schema, form, 'request').length === 0);
  };
  /** The path values of an item: its id, and its parents. */
  const pathValuesOf = (
    stored: StoredItem,
    parameter: string | undefined,
    resource: Resource,
    parents: readonly Parent[],
  ) => {
    const message: Record<string, string> = parameter === undefined ? {} : { [parameter]: getIdFromKey(stored.id) };
    place(message, resource, stored, parents);
    return message;
  };
  /** The items that fit the path of an operation. @throws Untestable if none of the existing ones fits */
  const acceptedItems = (
    operation: Operation,
    parameter: string | undefined,
    resource: Resource,
    parents: readonly Parent[],
  ) => {
    const taken = allOf(resource).filter((stored) =>
      Object.entries(pathValuesOf(stored, parameter, resource, parents)).every(([name, value]) =>
        accepts(operation, name, value),
      ),
    );
    if (taken.length > 0 || allOf(resource).length === 0) return taken;
    throw new Untestable(`the path accepts no id that ${resource.name}, or what they are below, have elsewhere`);
  };
  /** One below the given parents, else the first. */
  const fittingOf = (
    all: readonly StoredItem[],
    resource: Resource,
    values: Readonly<Record<string, string>>,
    parents: readonly Parent[],
  ) => {
    const isBelow = (stored: StoredItem) =>
      Object.entries(pathValuesOf(stored, undefined, resource, parents)).every(
        ([name, value]) => values[name] === undefined || values[name] === value,
      );
    return all.find(isBelow) ?? all[0];
  };
  return {
    valuesFor(operation) {
      const role = resources.action(operation.id);
      const values: Record<string, string> = {};
      if (!role) return values;
      const [stored] = acceptedItems(operation, role.parameter, role.resource, role.parents);
      if (stored) Object.assign(values, pathValuesOf(stored, role.parameter, role.resource, role.parents));
      for (const [index, parent] of [...role.parents.entries()].reverse()) {
        if (values[parent.parameter] !== undefined || !parent.resource) continue;
        const outer = role.parents.slice(0, index);
        const all = acceptedItems(operation, parent.parameter, parent.resource, outer);
        const above = fittingOf(all, parent.resource, values, outer);
        if (!above) continue;
        values[parent.parameter] = getIdFromKey(above.id);
        place(values, parent.resource, above, role.parents.slice(0, index));
      }
      return values;
    },
    related(body, operation) {
      if (isJsonPatch(body)) return [];
      const role = resources.action(operation.id);
      const place = role?.resource.id?.path;
      let message = body;
      /** A valid request must remain valid. */
      const put = (changed: unknown) => {
        const worse = findingsIn(operation, changed);
        if (worse === 0 || worse <= findingsIn(operation, message)) message = changed;
      };
      const stored = role && firstOf(role.resource);
      // A client does not make up cursors.
      const paging = role?.kind === 'search' ? getListRule(role).paging : undefined;
      for (const input of [paging?.after, paging?.before])
        if (input?.path[0] === 'body') put(deleteAtPath(message, input.path.slice(1)));
      if (role && stored && (role.kind === 'changeMany' || role.kind === 'deleteMany') && role.requestPath) {
        const list = getAtPath(body, role.requestPath);
        const [one] = Array.isArray(list) ? list : [];
        const shown = place && getAtPath(stored.item, place);
        const id = shown ?? getIdFromKey(stored.id);
        const named = isRecord(one)
          ? place && getAtPath(one, place) !== undefined
            ? setAtPath(one, place, id)
            : one
          : id;
        if (one !== undefined) put(setAtPath(message, role.requestPath, [named]));
      }
      for (const [steps, name, value] of membersIn(message, 0, [])) {
        const resource = name === place?.[0] ? undefined : inferred.resolveReference(name);
        // A created item is new; a changed one is the item of the path.
        if (
          name === place?.[0] &&
          stored &&
          role?.kind !== 'create' &&
          role?.kind !== 'createMany' &&
          role?.requestPath?.length === steps.length - 1
        ) {
          put(
            setAtPath(
              message,
              steps,
              typeof value === 'number' ? Number(getIdFromKey(stored.id)) : getIdFromKey(stored.id),
            ),
          );
          continue;
        }
        // But a parent of the same kind exists: `parent_folder_id`.
        const isItself =
          resource?.name.replaceAll('-', '').startsWith(normalizeName(name).replace(/ids?$/, '')) ?? false;
        const isMade = role?.kind === 'create' || role?.kind === 'createMany';
        const isOwn = resource === role?.resource && isMade && isItself;
        const other = isOwn ? undefined : resource && firstOf(resource);
        if (!other || (typeof value === 'object' && !Array.isArray(value))) continue;
        const [one] = [value].flat();
        if (typeof one !== 'string' && typeof one !== 'number') continue;
        const id = typeof one === 'number' ? Number(getIdFromKey(other.id)) : getIdFromKey(other.id);
        put(setAtPath(message, steps, Array.isArray(value) ? [id] : id));
      }
      return message;
    },
    unlike(body, operation) {
      return (resources.action(operation.id)?.resource.unique ?? []).reduce((message, name) => {
        const value = getAtPath(message, [name]);
        const other = typeof value === 'string' ? setAtPath(message, [name], value.replace(/(?=@|$)/, '-2')) : message;
        return findingsIn(operation, other) > findingsIn(operation, message) ? message : other;
      }, body);
    },
    makerOf(operation) {
      const own = resources.action(operation.id);
      if (!own?.resource.isSingleton || own.resource.isVirtual || own.isUpsert) return undefined;
      return [...inferred.document.operations.values()].find(({ id }) => {
        const role = resources.action(id);
        return role?.isUpsert && role.resource === own.resource;
      });
    },
    itemPaths(document) {
      const byPath = Map.groupBy(document.operations.values(), ({ path }) => path);
      return [...byPath].flatMap(([path, operations]) => {
        if (path.includes('#') || !/[^}/]\/\{[^{}]+\}(\.json)?\/?$/.test(path)) return [];
        return [[path, operations.some(({ id }) => resources.action(id) !== undefined)] as const];
      });
    },
  };
}

function findingsIn(operation: Operation, body: unknown): number {
  const parts = { path: {}, query: {}, header: {}, cookie: {}, body };
  return operation.validateRequest(parts).filter(({ part }) => part === 'body').length;
}

/** All named values in a body, also in lists and objects in it. */
function membersIn(
  value: unknown,
  depth: number,
  steps: readonly string[],
): readonly (readonly [steps: readonly string[], name: string, value: unknown])[] {
  if (depth > 3 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const at = [...steps, name];
    return [...(Array.isArray(value) ? [] : [[at, name, one] as const]), ...membersIn(one, depth + 1, at)];
  });
}
