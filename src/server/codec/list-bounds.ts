// Finds the lists with a maximum length in a schema.

import type { Schema } from '../../openapi/objects.ts';
import type { References } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';

/** A value in which lists are bounded, itself or further down. */
export interface ListBounds {
  /** The most items that it may have if it is a list. */
  readonly most: number;
  readonly item: ListBounds | undefined;
  /** The members of an object with limits. */
  readonly members: readonly Member[];
}

interface Member {
  /** In UTF-8, as JSON has it between quotes. */
  readonly name: Uint8Array;
  readonly bounds: ListBounds;
}

const known = new WeakMap<Schema, ListBounds | undefined>();

/** The list limits in a value of this schema; undefined if there are none, or none outside recursion. */
export function listBoundsOf(schema: Schema | undefined, references: References): ListBounds | undefined {
  const meant = references.resolveValue(schema);
  if (!isRecord(meant)) return undefined;
  findBounds(meant, references);
  return known.get(meant);
}

/** Finds the limits of a schema after those of its parts. Schemas may be nested deeper than the call stack. */
function findBounds(schema: Schema, references: References): void {
  const open = [schema];
  const begun = new Set<Schema>();
  for (let last = open.at(-1); last; last = open.at(-1)) {
    if (known.has(last)) {
      open.pop();
      if (begun.delete(last)) known.set(last, createListBounds(last, references));
      continue;
    }
    known.set(last, undefined);
    begun.add(last);
    for (const part of partsOf(last)) {
      const meant = references.resolveValue(part);
      if (isRecord(meant) && !known.has(meant)) open.push(meant);
    }
  }
}

function partsOf({ items, properties = {}, allOf = [] }: Schema): readonly (Schema | undefined)[] {
  return [...allOf, ...Object.values(properties), items];
}

function createListBounds(schema: Schema, references: References): ListBounds | undefined {
  const { maxItems, items, properties = {}, allOf = [] } = schema;
  const boundsOf = (part: Schema | undefined) => known.get(references.resolveValue(part) as Schema);
  const parts = allOf.flatMap((part) => boundsOf(part) ?? []);
  const own = Object.entries(properties).flatMap(([name, property]): Member[] => {
    const bounds = boundsOf(property);
    return bounds ? [{ name: Buffer.from(JSON.stringify(name).slice(1, -1)), bounds }] : [];
  });
  const most = Math.min(maxItems ?? Number.POSITIVE_INFINITY, ...parts.map((part) => part.most));
  const item = boundsOf(items) ?? parts.find((part) => part.item)?.item;
  const members = [...own, ...parts.flatMap((part) => part.members)];
  return most < Number.POSITIVE_INFINITY || item || members.length > 0 ? { most, item, members } : undefined;
}
