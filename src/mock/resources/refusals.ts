// Errors of resource operations, with the status that the document declares.

import type { Finding } from '../../openapi/finding.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { toComparableText } from '../../schema/comparable-text.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import { ApiError } from '../../server/pipeline/errors/failure.ts';
import { invalidInput } from '../../server/pipeline/errors/refusal.ts';
import type { Collection } from '../../store/collection.ts';
import type { Index } from '../../store/groups.ts';
import type { Items } from './items/items.ts';
import { groupBelow, keyOf, scopeIn } from './items/key.ts';
import { numbered } from './items/numbered.ts';
import { isThere, wasDeleted } from './items/read-items.ts';
import { valueAt, withValue } from './place.ts';
import { isOwnId } from './referred-to.ts';
import type { KeptItem } from './resource.ts';
import { type ResourceCall, scopeOf } from './resource-call.ts';
import { tagOf, visible } from './shown.ts';

/** The error for a missing item: 410 if the document declares it without 404. */
export function notThere({ resource, request, id }: ResourceCall): ApiError {
  const { all } = request.operation.responses;
  const names = (status: string) => all.some(({ key }) => key === status);
  const message = id === undefined ? `${resource.name} not found` : `${resource.name}/${shownId(id)} not found`;
  return new ApiError('not_found', message, names('410') && !names('404') ? { status: 410 } : {});
}

/**
 * @param items - the draft of a change, so that nothing is created below an item that is deleted concurrently. Default:
 * the store
 * @throws ApiError `not_found` for a missing parent
 */
export function requireParents(call: ResourceCall, items?: Items): void {
  const { above } = call;
  above.forEach(([{ resource }, value], index) => {
    if (!resource || resource.single || resource === call.resource) return;
    // `/connections/{api}/{service}/config` is below one connection, which has two path parameters.
    if (above.slice(index + 1).some(([inner]) => inner.resource === resource)) return;
    const parentIds = scopeOf(resource, above.slice(0, index));
    // A virtual item stays deleted.
    const isMissing = resource.open
      ? parentIds !== undefined && wasDeleted(call, resource, keyOf(parentIds, value), items)
      : !isThere(call, resource, parentIds, value, items);
    if (isMissing) throw new ApiError('not_found', `${resource.name}/${shownId(value)} not found`);
  });
}

/**
 * @throws ApiError `not_found` for a path id beyond the safe integers: it was rounded, and would match another item;
 * `invalid_argument` if the operation would create the item
 */
export function requireExactPath({ resource, role: action, request }: ResourceCall): void {
  for (const [name, value] of Object.entries(request.parts.path)) {
    if (typeof value !== 'number' || request.isExact(value)) continue;
    if (action.makes && name === action.parameter) throw inexact('path', childPointer('', name));
    throw new ApiError('not_found', `${name} cannot be matched exactly in ${resource.name}: ${ROUNDED}`);
  }
  const id = action.named === undefined ? undefined : valueAt(request.parts.body, [action.named]);
  if (typeof id === 'number' && !request.isExact(id)) throw inexact('body', childPointer('', action.named ?? ''));
}

/** Whether an id in the body or query was rounded when it was parsed. */
export function isRounded({ request }: ResourceCall, id: unknown): boolean {
  return typeof id === 'number' && !request.isExact(id);
}

const ROUNDED = `whole numbers beyond ${Number.MAX_SAFE_INTEGER} are rounded`;

/** The error for a rounded id. */
export function inexact(part: Finding['part'], pointer: string): ApiError {
  const message = `must have fewer digits: ${ROUNDED}`;
  return invalidInput([{ part, pointer, keyword: 'exact', params: {}, message }]);
}

/** @throws ApiError `failed_precondition` (412) if `If-Match` or `If-None-Match` fails (RFC 9110, section 13.1) */
export function requireKnown({ request }: ResourceCall, stored: KeptItem | undefined): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
  const is = (tags: string) => {
    const named: readonly string[] = tags.match(/"[^"]*"/g) ?? [];
    // Ignore values without entity tags: some documents use the header for other purposes.
    if (tags.trim() !== '*' && named.length === 0) return undefined;
    return stored !== undefined && (tags.trim() === '*' || named.includes(tagOf(stored)));
  };
  if (match !== undefined && is(match) === false)
    throw new ApiError('failed_precondition', 'If-Match does not match the current ETag; fetch the item again', {
      status: 412,
    });
  if (noneMatch !== undefined && is(noneMatch) === true)
    throw new ApiError('failed_precondition', 'If-None-Match matches the current ETag', { status: 412 });
}

/** The error for a taken id or unique value. */
export function taken({ resource }: Pick<ResourceCall, 'resource'>, property: string, value: unknown): ApiError {
  return new ApiError('already_exists', `An item in ${resource.name} with ${property} ${quoted(value)} already exists`);
}

/** An id in a message: unquoted as in a path, unless it is long or has spaces. */
export function shownId(value: unknown): string {
  const text = String(value);
  return /^[^\s"]{1,60}$/.test(text) ? text : quoted(value);
}

/** A client value in a message: JSON, shortened. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** @throws ApiError `already_exists` if another item with the same parents has the value of a unique property */
export function requireUnique(
  call: Pick<ResourceCall, 'resource'>,
  items: Collection<KeptItem>,
  stored: KeptItem,
): void {
  const { resource } = call;
  for (const property of resource.unique) {
    const value = valueAt(stored.item, [property]);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const index = uniqueIndex(property);
    for (const other of items.group(index, String(value), parentText(stored.id)).values()) {
      if (other.id !== stored.id) throw taken(call, property, value);
    }
  }
}

/** Changes generated values that are not unique among items with the same parents. */
export function madeUnique(
  { resource }: ResourceCall,
  items: Collection<KeptItem>,
  stored: KeptItem,
  sent: unknown,
): KeptItem {
  let { item } = stored;
  for (const property of resource.unique) {
    const value = valueAt(item, [property]);
    if (typeof value !== 'string' || valueAt(sent, [property]) !== undefined) continue;
    if (items.group(uniqueIndex(property), value, parentText(stored.id)).size === 0) continue;
    item = withValue(item, [property], numbered(value, stored.number));
  }
  return { ...stored, item };
}

const cache = new Map<string, Index<KeptItem>>();

/** Items by the value of a property and their parents; one index per property. */
function uniqueIndex(property: string): Index<KeptItem> {
  const index = cache.get(property) ?? {
    group: ({ id, item }: KeptItem) => [toComparableText(valueAt(item, [property]) ?? ''), parentText(id)],
  };
  cache.set(property, index);
  return index;
}

function parentText(key: string): string {
  return groupBelow(scopeIn(key));
}

/**
 * @throws ApiError `invalid_argument` (400, or 422 if only that is declared) for a reference to a missing item. Any
 * reference is accepted if the document declares neither
 */
export function requireReferences(call: ResourceCall, items: Items, sent: unknown): void {
  const { all } = call.request.operation.responses;
  if (!isRecord(sent) || !all.some(({ key }) => key === '400' || key === '422')) return;
  const [own] = call.resource.id?.place ?? [];
  for (const [name, value] of Object.entries(sent)) {
    // The own id of a new item is no reference.
    const resource = name === own ? undefined : call.inferred.referredTo(name);
    if (!resource || resource.open || isOwnId(call.role, resource, name)) continue;
    for (const id of [value].flat()) {
      if (typeof id !== 'string' && typeof id !== 'number') continue;
      if (!isRounded(call, id) && isThere(call, resource, undefined, String(id), items)) continue;
      const message = `must be the id of an item in ${resource.name}; ${quoted(id)} not found`;
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
export function requireAllowed(call: ResourceCall, item: unknown, names?: readonly string[]): void {
  const { resource, inferred, role: action } = call;
  if (!resource.schema || names?.length === 0) return;
  const findings = inferred.document.validate(resource.schema, visible(call, item), 'response');
  const isRelevant = ({ pointer, params }: Finding) => {
    const [name = params.missingProperty] = pointerSegments(pointer).slice(action.part.length);
    return !names || names.some((one) => one === name);
  };
  const [first, ...rest] = findings.filter(isRelevant).map((finding) => ({ ...finding, part: 'body' as const }));
  if (first) throw invalidInput([first, ...rest]);
}
