// Collection of all schema objects that constrain one value.

import { isRecord } from '../../is-record.ts';
import type { Part } from '../../references.ts';
import type { SchemaObject, SchemaPlaces } from '../schema-places.ts';
import { alternativesIn, isNoChoice } from './alternatives.ts';
import { listIn, type Piece } from './said.ts';

/** Maximum schema objects for one value. */
const MOST_PIECES = 2000;

export interface Pieces {
  readonly pieces: readonly Piece[];
  readonly isNever: boolean;
  readonly isCut: boolean;
  /** The number of visited schema objects. */
  readonly seen: number;
}

/** Collects the schema objects for one value: reference targets, `allOf` members, and single alternatives. */
export function piecesOf(schemas: readonly Part<unknown>[], places: SchemaPlaces): Pieces {
  const pieces = new Map<string, Piece>();
  const open = schemas.map((part) => ({ part, isExtended: false })).reverse();
  const seen = new Set<string>();
  let [isNever, isCut] = [false, false];
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, isExtended } = next;
    if (part.value === false) isNever = true;
    if (!isRecord(part.value) || seen.has(part.pointer)) continue;
    if (seen.size >= MOST_PIECES) {
      isCut = true;
      break;
    }
    seen.add(part.pointer);
    const schema = part as Part<SchemaObject>;
    const targets = places.referred(schema);
    const more = targets.map((target) => ({ part: target as Part<unknown>, isExtended }));
    if (!places.isOnlyReference(schema)) {
      if (Object.keys(schema.value).some((key) => !REFERENCES.has(key)))
        pieces.set(part.pointer, { ...schema, isExtended });
      more.push(...listIn(schema, 'allOf').map((one) => ({ part: one, isExtended: true })));
      const piece = { ...schema, isExtended };
      for (const said of alternativesIn(piece, places))
        if (isNoChoice(said, piece)) more.push(...said.branches.map((one) => ({ part: one, isExtended })));
    }
    open.push(...more.reverse());
  }
  return { pieces: [...pieces.values()], isNever, isCut, seen: seen.size };
}

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef', 'description', 'summary']);
