// Constraints on members of objects and items of lists.

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { Part } from '../../references.ts';
import { type SchemaPiece, subschemasBelow } from './located.ts';

/** The constraints of one schema object on members: named ones and all others. */
export interface MemberConstraints {
  readonly at: string;
  readonly named: ReadonlyMap<string, Part<unknown>>;
  /** By pattern of the name. */
  readonly byPattern: ReadonlyMap<string, Part<unknown>>;
  /** Undefined for any. */
  readonly others: Part<unknown> | undefined;
}

/** The constraints of one schema object on list items. */
export interface ElementConstraints {
  readonly first: readonly Part<unknown>[];
  readonly others: Part<unknown> | undefined;
}

export function readMembers({ value, pointer }: SchemaPiece): MemberConstraints | undefined {
  const { properties, patternProperties, additionalProperties } = value;
  if (!isRecord(properties) && !isRecord(patternProperties) && additionalProperties === undefined) return undefined;
  const partsIn = (keyword: string, container: unknown) =>
    new Map(
      Object.entries(isRecord(container) ? container : {}).map(([name, one]) => [
        name,
        { value: one as unknown, pointer: childPointer(pointer, keyword, name) },
      ]),
    );
  return {
    at: pointer,
    named: partsIn('properties', properties),
    byPattern: partsIn('patternProperties', patternProperties),
    others:
      additionalProperties === undefined
        ? undefined
        : { value: additionalProperties, pointer: childPointer(pointer, 'additionalProperties') },
  };
}

/** The number of combinations of named members and schemas that do not name them. */
export function countMemberLimits(members: readonly MemberConstraints[]): number {
  const named = members.reduce((sum, one) => sum + one.named.size, 0);
  return members.filter(limitsOthers).length * named;
}

/** Whether a schema constrains members that it does not name. Those with patterns may name them. */
export function limitsOthers({ others, byPattern }: MemberConstraints): boolean {
  return others !== undefined && others.value !== true && byPattern.size === 0;
}

export function readElements(piece: SchemaPiece): ElementConstraints | undefined {
  const { items, additionalItems } = piece.value;
  const others = Array.isArray(items) ? additionalItems : items;
  const keyword = Array.isArray(items) ? 'additionalItems' : 'items';
  const first = Array.isArray(items) ? subschemasBelow(piece, 'items') : subschemasBelow(piece, 'prefixItems');
  if (first.length === 0 && others === undefined) return undefined;
  return {
    first,
    others: others === undefined ? undefined : { value: others, pointer: childPointer(piece.pointer, keyword) },
  };
}
