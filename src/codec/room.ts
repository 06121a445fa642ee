// How much room a schema leaves: the lists whose length it bounds, and where they stand.

import type { Schema } from '../engine/openapi.ts';
import { isObject } from '../protobuf/document-part.ts';

/** A value in which lists are bounded, itself or further down. */
export interface Room {
  /** The most items that it may have if it is a list. */
  readonly most: number;
  readonly item: Room | undefined;
  /** Of an object, those members in which something is bounded. */
  readonly members: ReadonlyMap<string, Room>;
}

const known = new WeakMap<Schema, Room | undefined>();

/** The room in a value with this schema, references resolved; undefined when it bounds no list, or none before it contains itself. */
export function roomOf(schema: Schema | undefined): Room | undefined {
  if (!isObject(schema)) return undefined;
  if (!known.has(schema)) {
    known.set(schema, undefined);
    known.set(schema, createRoom(schema));
  }
  return known.get(schema);
}

function createRoom({ maxItems, items, properties = {}, allOf = [] }: Schema): Room | undefined {
  const parts = allOf.flatMap((part) => roomOf(part) ?? []);
  const own = Object.entries(properties).map(([name, property]) => [name, roomOf(property)] as const);
  const room: Room = {
    most: Math.min(maxItems ?? Number.POSITIVE_INFINITY, ...parts.map(({ most }) => most)),
    item: roomOf(items) ?? parts.find(({ item }) => item)?.item,
    members: new Map([
      ...parts.flatMap(({ members }) => [...members]),
      ...own.flatMap(([name, inner]) => (inner ? [[name, inner] as const] : [])),
    ]),
  };
  return room.most < Number.POSITIVE_INFINITY || room.item || room.members.size > 0 ? room : undefined;
}
