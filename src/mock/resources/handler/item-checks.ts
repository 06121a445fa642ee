// Validation of the arguments of `call.items`, with suggestions for typos.

import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { toComparableText } from '../../../schema/equality.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { isStringOrNumber } from '../../../schema/json/exact-number.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { Properties } from '../../../server/pipeline/api/items.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { handlerError } from '../../../server/pipeline/handler-call.ts';
import { requestItemSchema } from '../describe-items.ts';
import { listAllProperties } from '../item-properties.ts';
import { getWritableNames } from '../items/build-item.ts';
import { findUnknownProperty, formatFindings } from '../items/set-properties.ts';
import { getAtPath } from '../property-path.ts';
import type { Resource, StoredItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';

/** The parent ids in an object, as text. */
export function pickParents({ parents }: Resource, ids: Properties = {}): Readonly<Record<string, string>> {
  const named = parents.flatMap(({ key }) => {
    const value = Object.hasOwn(ids, key) ? ids[key] : undefined;
    return value === undefined ? [] : [[key, toComparableText(value)] as const];
  });
  return Object.fromEntries(named);
}

/** All parent ids of a new item: from the second argument, else from the properties of the item. */
export function requireAllParents(
  resource: Resource,
  item: Properties,
  ids: Properties | undefined,
): Readonly<Record<string, string>> {
  const { name, parents } = resource;
  const inItem = parents.flatMap(({ key, path }) => {
    const value = path && getAtPath(item, path);
    return value === undefined || value === null ? [] : [[key, value] as const];
  });
  const all = pickParents(resource, { ...Object.fromEntries(inItem), ...ids });
  const missing = parents.filter(({ key }) => !Object.hasOwn(all, key));
  if (missing.length === 0) return all;
  const example = parents.map(({ key }) => `${key}: …`).join(', ');
  throw handlerError(`items.${name}.create needs ${missing[0]?.key}: items.${name}.create(item, { ${example} })`);
}

/** The only item with an id; undefined without one. @throws handler error for several */
export function requireOne(
  { name, parents }: Resource,
  found: readonly StoredItem[],
  id: unknown,
): StoredItem | undefined {
  if (found.length < 2) return found[0];
  const keys = parents.map(({ key }) => key).join(', ');
  throw handlerError(
    `${found.length} items of ${name} have the id ${toComparableText(id)}: pass ${keys} as the last argument`,
  );
}

export function requireId({ name, isSingleton }: Resource, id: unknown): void {
  if (isSingleton || (isStringOrNumber(id) && id !== '')) return;
  throw handlerError(`the id of an item of ${name} must be a string or a number, not ${stringifyJson(id)}`);
}

/** Rejects a query with an unknown property. */
export function requireQuery(resource: Resource, query: Properties, references: References): void {
  const keys = new Set(resource.parents.map(({ key }) => key));
  const values = Object.fromEntries(Object.entries(query).filter(([name]) => !keys.has(name)));
  const unknown = findUnknownProperty(resource, values, references);
  if (unknown) throw handlerError(`items.${resource.name}.list: ${unknown.message}`);
}

/** Whether an item matches a query. */
export function matchesQuery({ parents }: Resource, item: unknown, query: Properties): boolean {
  return Object.entries(query).every(([name, value]) => {
    if (value === undefined || parents.some(({ key }) => key === name)) return true;
    return isDeepStrictEqual(getAtPath(item, [name]), value);
  });
}

/** Rejects a new item that a client could not send, except for its read-only properties. */
export function requireItem(call: ResourceCall, item: unknown): asserts item is Properties {
  requireChange(call, item);
  const { resource, inferred, request } = call;
  const { references } = request.operation;
  const schema = schemaOfNew(call);
  if (!schema) return;
  const sendable = getWritableNames(call);
  const members = new Set(listAllProperties(resource.schema, references).map(({ name }) => name));
  const sent = Object.entries(item).filter(([name]) => sendable.has(name) || !members.has(name));
  const findings = inferred.document.validate(schema, Object.fromEntries(sent), 'request');
  if (findings.length === 0) return;
  const inBody = findings.map((finding) => ({ ...finding, part: 'body' as const }));
  throw new ApiError('invalid_argument', `invalid item of ${resource.name}: ${formatFindings(findings)}`, {
    findings: inBody,
  });
}

/** The schema of an item in the body of the create operation; undefined without one. */
function schemaOfNew({ action, request, inferred }: ResourceCall): Part<Schema> | undefined {
  const isCreated = inferred.resources.action(request.operation.id)?.kind === 'create';
  return isCreated ? requestItemSchema(action) : undefined;
}

/** Rejects a value that is not an object or has a property that looks misspelt. */
export function requireChange({ resource, request }: ResourceCall, values: unknown): asserts values is Properties {
  if (!isRecord(values))
    throw handlerError(`an item of ${resource.name} must be an object, not ${stringifyJson(values)}`);
  const unknown = findUnknownProperty(resource, values, request.operation.references);
  if (unknown?.meant !== undefined) throw new ApiError('invalid_argument', unknown.message);
}
