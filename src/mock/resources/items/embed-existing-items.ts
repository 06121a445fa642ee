// Objects of a new item that show existing items of another resource.

import { normalizeName } from '../../../openapi/name-words.ts';
import { singular } from '../../../openapi/singular.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { isStringOrNumber } from '../../../schema/json/exact-number.ts';
import type { ItemProperty } from '../item-properties.ts';
import { getAtPath } from '../property-path.ts';
import type { Resource, StoredItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { embedItems, findEmbeddedResource } from '../seed/embedded-items.ts';
import { findItemsById } from './read-items.ts';
import { hasState } from './soft-delete.ts';

/** Maximum number of items from which some are chosen. */
const MAX_CHOICES = 20;

/**
 * The items whose ids the client sent beside a property: `assignee` for `assignee_id`, `labels` for `label_ids`.
 *
 * @returns undefined without such ids, or if an item does not exist
 */
export function showReferredItems(call: ResourceCall, member: ItemProperty, sent: Readonly<Record<string, unknown>>) {
  const resource = findEmbeddedResource(member, call.resource, call.inferred);
  const ids = resource && findSentIds(member, sent);
  if (!resource || !ids) return undefined;
  const items = ids.map((id) => [...findItemsById(call, resource, id)].find(({ gone }) => !gone));
  if (!items.every((item) => item !== undefined) || items.length === 0) return undefined;
  const sampled = getAtPath(sampleOf(call), [member.name]);
  const [first] = Array.isArray(sampled) ? sampled : [sampled];
  if (!isRecord(first)) return undefined;
  return embedItems(member.type === 'array' ? items.map(() => first) : first, resource, items, 0, call.inferred);
}

/** A generated value with existing items in place of its objects; undefined if it has none, or no item exists. */
export function showExistingItems(call: ResourceCall, member: ItemProperty, value: unknown, start: number): unknown {
  const resource = findEmbeddedResource(member, call.resource, call.inferred);
  const items = resource ? someItems(call, resource) : [];
  return resource && items.length > 0 ? embedItems(value, resource, items, start, call.inferred) : undefined;
}

function findSentIds({ name, type }: ItemProperty, sent: Readonly<Record<string, unknown>>): string[] | undefined {
  const [whole, one] = [normalizeName(name), singular(normalizeName(name))];
  const wanted = type === 'array' ? [`${one}ids`, `${whole}ids`] : [`${whole}id`];
  const [, value] = Object.entries(sent).find(([property]) => wanted.includes(normalizeName(property))) ?? [];
  const ids = [value].flat();
  return value !== undefined && ids.every(isStringOrNumber) ? ids.map(String) : undefined;
}

function sampleOf({ inferred, resource }: ResourceCall): unknown {
  return resource.schema && inferred.sample(resource.schema, `${resource.name} shown`, { name: resource.name });
}

function someItems(call: ResourceCall, resource: Resource): readonly StoredItem[] {
  const items: StoredItem[] = [];
  for (const item of call.collection(resource).values()) {
    if (items.length === MAX_CHOICES) break;
    if (!item.gone && !resource.softDeletes.some((softDelete) => hasState(softDelete, item.item))) items.push(item);
  }
  return items;
}
