// What a resource refuses, in plain words and with the status that the document has for it.

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

/** The refusal of what is not there: 410 where the document has only that for it. */
export function notThere({ resource, request, id }: ResourceCall): ApiError {
  const { all } = request.operation.responses;
  const names = (status: string) => all.some(({ key }) => key === status);
  const message = id === undefined ? `${resource.name} not found` : `${resource.name}/${shownId(id)} not found`;
  return new ApiError('not_found', message, names('410') && !names('404') ? { status: 410 } : {});
}

/**
 * @param items - inside a change, so that nothing is made below what goes at the same time. Default: what is there
 * @throws ApiError `not_found` when something that the path is below is not there
 */
export function requireParents(call: ResourceCall, items?: Items): void {
  const { above } = call;
  above.forEach(([{ resource }, value], index) => {
    if (!resource || resource.single || resource === call.resource) return;
    // `/connections/{api}/{service}/config` is below one connection, which has two values.
    if (above.slice(index + 1).some(([inner]) => inner.resource === resource)) return;
    const scope = scopeOf(resource, above.slice(0, index));
    // What is there for the asking is not there any more once it was deleted.
    const isGone = resource.open
      ? scope !== undefined && wasDeleted(call, resource, keyOf(scope, value), items)
      : !isThere(call, resource, scope, value, items);
    if (isGone) throw new ApiError('not_found', `${resource.name}/${shownId(value)} not found`);
  });
}

/**
 * @throws ApiError `not_found` when a whole number in the path is one of those that are rounded when they are read: another item than the one that is meant
 * would be found; `invalid_argument` where the item would be made
 */
export function requireExactPath({ resource, role, request }: ResourceCall): void {
  for (const [name, value] of Object.entries(request.parts.path)) {
    if (typeof value !== 'number' || request.isExact(value)) continue;
    if (role.makes && name === role.parameter) throw inexact('path', childPointer('', name));
    throw new ApiError('not_found', `${name} cannot be matched exactly in ${resource.name}: ${ROUNDED}`);
  }
  const id = role.named === undefined ? undefined : valueAt(request.parts.body, [role.named]);
  if (typeof id === 'number' && !request.isExact(id)) throw inexact('body', childPointer('', role.named ?? ''));
}

/** Whether an id in a body or in the query is one that was rounded when it was read. */
export function isRounded({ request }: ResourceCall, id: unknown): boolean {
  return typeof id === 'number' && !request.isExact(id);
}

const ROUNDED = `whole numbers beyond ${Number.MAX_SAFE_INTEGER} are rounded`;

/** The refusal of an id that is not what was sent. */
export function inexact(part: Finding['part'], pointer: string): ApiError {
  const message = `must have fewer digits: ${ROUNDED}`;
  return invalidInput([{ part, pointer, keyword: 'exact', params: {}, message }]);
}

/** @throws ApiError `failed_precondition` (412) when an item is not as its client knows it (RFC 9110, section 13.1) */
export function requireKnown({ request }: ResourceCall, kept: KeptItem | undefined): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
  const is = (tags: string) => {
    const named: readonly string[] = tags.match(/"[^"]*"/g) ?? [];
    // What is no list of entity tags is held against nobody: documents call other things by this name.
    if (tags.trim() !== '*' && named.length === 0) return undefined;
    return kept !== undefined && (tags.trim() === '*' || named.includes(tagOf(kept)));
  };
  if (match !== undefined && is(match) === false)
    throw new ApiError('failed_precondition', 'If-Match does not match the current ETag; fetch the item again', {
      status: 412,
    });
  if (noneMatch !== undefined && is(noneMatch) === true)
    throw new ApiError('failed_precondition', 'If-None-Match matches the current ETag', { status: 412 });
}

/** The refusal of what is there already. */
export function taken({ resource }: Pick<ResourceCall, 'resource'>, property: string, value: unknown): ApiError {
  return new ApiError('already_exists', `An item in ${resource.name} with ${property} ${quoted(value)} already exists`);
}

/** An id as it stands in a path, within messages: without quotes, unless it has spaces or is long. */
export function shownId(value: unknown): string {
  const text = String(value);
  return /^[^\s"]{1,60}$/.test(text) ? text : quoted(value);
}

/** A value of a client in a message: short, and as JSON, so that one sees where it ends. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** @throws ApiError `already_exists` if another item below the same has the value of a property that is unique */
export function requireUnique(call: Pick<ResourceCall, 'resource'>, items: Collection<KeptItem>, kept: KeptItem): void {
  const { resource } = call;
  for (const property of resource.unique) {
    const value = valueAt(kept.item, [property]);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const index = uniqueIndex(property);
    for (const other of items.group(index, String(value), scopeText(kept.id)).values()) {
      if (other.id !== kept.id) throw taken(call, property, value);
    }
  }
}

/** An item in which nothing that the server has said itself is what another item below the same has. */
export function madeUnique(
  { resource }: ResourceCall,
  items: Collection<KeptItem>,
  kept: KeptItem,
  sent: unknown,
): KeptItem {
  let { item } = kept;
  for (const property of resource.unique) {
    const value = valueAt(item, [property]);
    if (typeof value !== 'string' || valueAt(sent, [property]) !== undefined) continue;
    if (items.group(uniqueIndex(property), value, scopeText(kept.id)).size === 0) continue;
    item = withValue(item, [property], numbered(value, kept.number));
  }
  return { ...kept, item };
}

const indexes = new Map<string, Index<KeptItem>>();

/** The items that have a value, by the property; one index for each property. */
function uniqueIndex(property: string): Index<KeptItem> {
  const index = indexes.get(property) ?? {
    group: ({ id, item }: KeptItem) => [toComparableText(valueAt(item, [property]) ?? ''), scopeText(id)],
  };
  indexes.set(property, index);
  return index;
}

function scopeText(key: string): string {
  return groupBelow(scopeIn(key));
}

/**
 * @throws ApiError `invalid_argument` (400, or 422 where the document has only that) when what was sent refers to an item that is not there. Where the
 * document has neither, anything is referred to.
 */
export function requireReferences(call: ResourceCall, items: Items, sent: unknown): void {
  const { all } = call.request.operation.responses;
  if (!isRecord(sent) || !all.some(({ key }) => key === '400' || key === '422')) return;
  const [own] = call.resource.id?.place ?? [];
  for (const [name, value] of Object.entries(sent)) {
    // Whoever names a new item refers to nothing.
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
 * @param names - of the properties that are looked at, those that no schema of a body has described. Default: all
 * @throws ApiError `invalid_argument` when an item would not be what the document has, by a patch that could not be looked at before
 */
export function requireAllowed(call: ResourceCall, item: unknown, names?: readonly string[]): void {
  const { resource, inferred, role } = call;
  if (!resource.schema || names?.length === 0) return;
  const findings = inferred.document.validate(resource.schema, visible(call, item), 'response');
  const isMeant = ({ pointer, params }: Finding) => {
    const [name = params.missingProperty] = pointerSegments(pointer).slice(role.part.length);
    return !names || names.some((one) => one === name);
  };
  const [first, ...rest] = findings.filter(isMeant).map((finding) => ({ ...finding, part: 'body' as const }));
  if (first) throw invalidInput([first, ...rest]);
}
