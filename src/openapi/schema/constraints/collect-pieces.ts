// Collection of all schema objects that constrain one value.

import { isRecord } from '../../../schema/is-record.ts';
import type { Part } from '../../references.ts';
import type { SchemaIndex, SchemaObject } from '../schema-index.ts';
import { isSingleAlternative, readAlternatives } from './alternatives.ts';
import { type SchemaPiece, subschemasBelow } from './located.ts';

/** Maximum schema objects for one value. */
const MAX_PIECES = 2000;

export interface CollectedPieces {
  readonly pieces: readonly SchemaPiece[];
  readonly isUnsatisfiable: boolean;
  readonly isTruncated: boolean;
  /** The number of visited schema objects. */
  readonly seen: number;
}

/** Collects the schema objects for one value: reference targets, `allOf` members, and single alternatives. */
export function collectPieces(schemas: readonly Part<unknown>[], schemaIndex: SchemaIndex): CollectedPieces {
  const pieces = new Map<string, SchemaPiece>();
  const open = schemas.map((part) => ({ part, isExtended: false })).reverse();
  const seen = new Set<string>();
  let [isUnsatisfiable, isTruncated] = [false, false];
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, isExtended } = next;
    if (part.value === false) isUnsatisfiable = true;
    if (!isRecord(part.value) || seen.has(part.pointer)) continue;
    if (seen.size >= MAX_PIECES) {
      isTruncated = true;
      break;
    }
    seen.add(part.pointer);
    const schema = part as Part<SchemaObject>;
    const targets = schemaIndex.referenced(schema);
    const more = targets.map((target) => ({ part: target as Part<unknown>, isExtended }));
    if (!schemaIndex.isOnlyReference(schema)) {
      if (Object.keys(schema.value).some((key) => !REFERENCES.has(key)))
        pieces.set(part.pointer, { ...schema, isExtended });
      more.push(...subschemasBelow(schema, 'allOf').map((one) => ({ part: one, isExtended: true })));
      const piece = { ...schema, isExtended };
      for (const alternative of readAlternatives(piece, schemaIndex))
        if (isSingleAlternative(alternative, piece))
          more.push(...alternative.branches.map((one) => ({ part: one, isExtended })));
    }
    open.push(...more.reverse());
  }
  return { pieces: [...pieces.values()], isUnsatisfiable, isTruncated, seen: seen.size };
}

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef', 'description', 'summary']);
