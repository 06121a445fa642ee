// Errors of resource operations, with the status that the document declares.

import type { Finding } from '../../openapi/finding.ts';
import { toComparableText } from '../../schema/equality.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isStringOrNumber } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import { ApiError } from '../../server/pipeline/errors/api-error.ts';
import { invalidInput } from '../../server/pipeline/errors/describe-error.ts';
import type { Collection } from '../../store/collection.ts';
import type { Index } from '../../store/groups.ts';
import { listAllProperties } from './item-properties.ts';
import { createEtag, withoutWriteOnly } from './item-response.ts';
import { appendNumber } from './items/append-number.ts';
import { buildItemKey, getParentGroup, getParentIds } from './items/item-key.ts';
import type { ItemsDraft } from './items/items-draft.ts';
import { hasItem, wasDeleted } from './items/read-items.ts';
import { isDeleted } from './items/soft-delete.ts';
import { resolveParentIds } from './path-scope.ts';
import { getAtPath, setAtPath } from './property-path.ts';
import { isOwnId } from './reference-resolver.ts';
import type { StoredItem } from './resource.ts';
import type { ResourceCall } from './resource-call.ts';

/** The error for a missing item: 410 if the document declares it without 404. */
export function createNotFoundError({ resource, request, id }: ResourceCall): ApiError {
  const { all } = request.operation.responses;
  const names = (status: string) => all.some(({ key }) => key === status);
  const message = id === undefined ? `${resource.name} not found` : `${resource.name}/${formatId(id)} not found`;
  return new ApiError('not_found', message, names('410') && !names('404') ? { status: 410 } : {});
}

/**
 * @param items - the draft of a change, so that nothing is created below an item that is deleted concurrently. Default:
 * the store
 * @throws ApiError `not_found` for a missing parent
 */
export function requireParents(call: ResourceCall, items?: ItemsDraft): void {
  const { parents: above } = call;
  above.forEach(([{ resource }, value], index) => {
    if (!resource || resource.isSingleton || resource === call.resource) return;
    // `/connections/{api}/{service}/config` is below one connection, which has two path parameters.
    if (above.slice(index + 1).some(([inner]) => inner.resource === resource)) return;
    const parentIds = resolveParentIds(resource, above.slice(0, index));
    // A virtual item stays deleted.
    const isMissing = resource.isVirtual
      ? parentIds !== undefined && wasDeleted(call, resource, buildItemKey(parentIds, value), items)
      : !hasItem(call, resource, parentIds, value, items);
    if (isMissing) throw new ApiError('not_found', `${resource.name}/${formatId(value)} not found`);
  });
}

/** @throws ApiError `failed_precondition` (412) if `If-Match` or `If-None-Match` fails (RFC 9110, section 13.1) */
export function requirePreconditions({ request }: ResourceCall, stored: StoredItem | undefined): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
  const is = (tags: string) => {
    const named: readonly string[] = tags.match(/"[^"]*"/g) ?? [];
    // Ignore values without entity tags: some documents use the header for other purposes.
    if (tags.trim() !== '*' && named.length === 0) return undefined;
    return stored !== undefined && (tags.trim() === '*' || named.includes(createEtag(stored)));
  };
  if (match !== undefined && is(match) === false)
    throw new ApiError('failed_precondition', 'If-Match does not match the current ETag; fetch the item again', {
      status: 412,
    });
  if (noneMatch !== undefined && is(noneMatch) === true)
    throw new ApiError('failed_precondition', 'If-None-Match matches the current ETag', { status: 412 });
}

/** The error for a taken id or unique value. */
export function createExistsError(
  { resource }: Pick<ResourceCall, 'resource'>,
  property: string,
  value: unknown,
): ApiError {
  return new ApiError(
    'already_exists',
    `An item in ${resource.name} with ${property} ${quoteValue(value)} already exists`,
  );
}

/** An id in a message: unquoted as in a path, unless it is long or has spaces. */
export function formatId(value: unknown): string {
  const text = String(value);
  return /^[^\s"]{1,60}$/.test(text) ? text : quoteValue(value);
}

/** A client value in a message: JSON, shortened. */
function quoteValue(value: unknown): string {
  const text = stringifyJson(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** @throws ApiError `already_exists` if another item with the same parents has the value of a unique property */
export function requireUnique(
  call: Pick<ResourceCall, 'resource'>,
  items: Collection<StoredItem>,
  stored: StoredItem,
): void {
  const { resource } = call;
  if (isDeleted(resource, stored.item)) return;
  for (const property of resource.unique) {
    const value = getAtPath(stored.item, [property]);
    if (!isStringOrNumber(value)) continue;
    const index = uniqueIndex(property);
    for (const other of items.group(index, String(value), parentText(stored.id)).values()) {
      if (other.id !== stored.id && !isDeleted(resource, other.item)) throw createExistsError(call, property, value);
    }
  }
}

/** Changes generated values that are not unique among items with the same parents. */
export function makeUnique(
  { resource }: ResourceCall,
  items: Collection<StoredItem>,
  stored: StoredItem,
  sent: unknown,
): StoredItem {
  let { item } = stored;
  for (const property of resource.unique) {
    const value = getAtPath(item, [property]);
    if (typeof value !== 'string' || getAtPath(sent, [property]) !== undefined) continue;
    if (items.group(uniqueIndex(property), value, parentText(stored.id)).size === 0) continue;
    item = setAtPath(item, [property], appendNumber(value, stored.number));
  }
  return { ...stored, item };
}

const cache = new Map<string, Index<StoredItem>>();

/** Items by the value of a property and their parents; one index per property. */
function uniqueIndex(property: string): Index<StoredItem> {
  const index = cache.get(property) ?? {
    group: ({ id, item }: StoredItem) => [toComparableText(getAtPath(item, [property]) ?? ''), parentText(id)],
  };
  cache.set(property, index);
  return index;
}

function parentText(key: string): string {
  return getParentGroup(getParentIds(key));
}

/**
 * @throws ApiError `invalid_argument` (400, or 422 if only that is declared) for a reference to a missing item. Any
 * reference is accepted if the document declares neither
 */
export function requireReferences(call: ResourceCall, items: ItemsDraft, sent: unknown): void {
  const { all } = call.request.operation.responses;
  if (!isRecord(sent) || !all.some(({ key }) => key === '400' || key === '422')) return;
  const [own] = call.resource.id?.path ?? [];
  const { references } = call.request.operation;
  const members = new Map(listAllProperties(call.resource.schema, references).map((member) => [member.name, member]));
  for (const [name, value] of Object.entries(sent)) {
    // The own id of a new item is no reference.
    const resource = name === own ? undefined : call.inferred.resolveReference(name, members.get(name)?.schema);
    if (!resource || resource.isVirtual || isOwnId(call.action, resource, name)) continue;
    for (const id of [value].flat()) {
      if (!isStringOrNumber(id)) continue;
      if (hasItem(call, resource, undefined, String(id), items)) continue;
      const message = `must be the id of an item in ${resource.name}; ${quoteValue(id)} not found`;
      throw invalidInput([
        {
          part: 'body',
          pointer: childPointer('', name),
          keyword: 'reference',
          params: { resource: resource.name },
          message,
        },
      ]);
    }
  }
}

/**
 * @param names - limits the check to properties that no request schema declares. Default: all
 * @throws ApiError `invalid_argument` if a patched item violates its schema
 */
export function requireValidItem(call: ResourceCall, item: unknown, names?: readonly string[]): void {
  const { resource, inferred, action } = call;
  if (!resource.schema || names?.length === 0) return;
  const findings = inferred.document.validate(resource.schema, withoutWriteOnly(call, item), 'response');
  const isRelevant = ({ pointer, params }: Finding) => {
    const [name = params.missingProperty] = pointerSegments(pointer).slice(action.part.length);
    return !names || names.some((one) => one === name);
  };
  const [first, ...rest] = findings.filter(isRelevant).map((finding) => ({ ...finding, part: 'body' as const }));
  if (first) throw invalidInput([first, ...rest]);
}
