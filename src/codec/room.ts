// How much room a schema leaves: the lists whose length it bounds, and where they stand.

import type { Schema } from '../engine/openapi.ts';
import { isObject } from '../protobuf/document-part.ts';

/** A value in which lists are bounded, itself or further down. */
export interface Room {
  /** The most items that it may have if it is a list. */
  readonly most: number;
  readonly item: Room | undefined;
  /** Of an object, those members in which something is bounded. */
  readonly members: readonly Member[];
}

interface Member {
  /** In UTF-8, as JSON has it between quotes. */
  readonly name: Uint8Array;
  readonly room: Room;
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
  const own = Object.entries(properties).flatMap(([name, property]): Member[] => {
    const room = roomOf(property);
    return room ? [{ name: Buffer.from(JSON.stringify(name).slice(1, -1)), room }] : [];
  });
  const most = Math.min(maxItems ?? Number.POSITIVE_INFINITY, ...parts.map((part) => part.most));
  const item = roomOf(items) ?? parts.find((part) => part.item)?.item;
  const members = [...own, ...parts.flatMap((part) => part.members)];
  return most < Number.POSITIVE_INFINITY || item || members.length > 0 ? { most, item, members } : undefined;
}
