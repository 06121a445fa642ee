// The lists whose length a schema bounds, and where they stand.

import { isRecord } from '../openapi/is-record.ts';
import type { Schema } from '../openapi/objects.ts';
import type { References } from '../openapi/references.ts';

/** A value in which lists are bounded, itself or further down. */
export interface ListBounds {
  /** The most items that it may have if it is a list. */
  readonly most: number;
  readonly item: ListBounds | undefined;
  /** Of an object, those members in which something is bounded. */
  readonly members: readonly Member[];
}

interface Member {
  /** In UTF-8, as JSON has it between quotes. */
  readonly name: Uint8Array;
  readonly bounds: ListBounds;
}

const known = new WeakMap<Schema, ListBounds | undefined>();

/** The bounds of lists in a value with this schema; undefined when there are none, or none before the schema contains itself. */
export function listBoundsOf(schema: Schema | undefined, references: References): ListBounds | undefined {
  const meant = references.follow(schema);
  if (!isRecord(meant)) return undefined;
  if (!known.has(meant)) {
    known.set(meant, undefined);
    known.set(meant, createListBounds(meant, references));
  }
  return known.get(meant);
}

function createListBounds(schema: Schema, references: References): ListBounds | undefined {
  const { maxItems, items, properties = {}, allOf = [] } = schema;
  const parts = allOf.flatMap((part) => listBoundsOf(part, references) ?? []);
  const own = Object.entries(properties).flatMap(([name, property]): Member[] => {
    const bounds = listBoundsOf(property, references);
    return bounds ? [{ name: Buffer.from(JSON.stringify(name).slice(1, -1)), bounds }] : [];
  });
  const most = Math.min(maxItems ?? Number.POSITIVE_INFINITY, ...parts.map((part) => part.most));
  const item = listBoundsOf(items, references) ?? parts.find((part) => part.item)?.item;
  const members = [...own, ...parts.flatMap((part) => part.members)];
  return most < Number.POSITIVE_INFINITY || item || members.length > 0 ? { most, item, members } : undefined;
}
