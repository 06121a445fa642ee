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
        : othersAt(additionalProperties, childPointer(pointer, 'additionalProperties')),
  };
}

/** The number of combinations of named members with patterns, and with schemas that do not name them. */
export function countMemberLimits(members: readonly MemberConstraints[]): number {
  const named = members.reduce((sum, one) => sum + one.named.size, 0);
  return members.reduce((sum, one) => sum + one.byPattern.size + Number(limitsOthers(one)), 0) * named;
}

function limitsOthers({ others }: MemberConstraints): boolean {
  return others !== undefined && others.value !== true;
}

export function readElements(piece: SchemaPiece): ElementConstraints | undefined {
  const { items, additionalItems } = piece.value;
  const others = Array.isArray(items) ? additionalItems : items;
  const keyword = Array.isArray(items) ? 'additionalItems' : 'items';
  const first = Array.isArray(items) ? subschemasBelow(piece, 'items') : subschemasBelow(piece, 'prefixItems');
  if (first.length === 0 && others === undefined) return undefined;
  return {
    first,
    others: others === undefined ? undefined : othersAt(others, childPointer(piece.pointer, keyword)),
  };
}

/** The schema of others; `true` if it only describes them. */
function othersAt(value: unknown, pointer: string): Part<unknown> {
  const isDescription = isRecord(value) && Object.keys(value).every((keyword) => DESCRIPTIONS.has(keyword));
  return { value: isDescription ? true : value, pointer };
}

const DESCRIPTIONS = new Set(['title', 'description', 'example', 'examples', '$comment']);
