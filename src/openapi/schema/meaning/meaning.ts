// Normalized constraints of schemas: references resolved, `allOf` merged, `nullable` and types unified.

import { child, schemaNameAt } from '../../pointer.ts';
import type { Part, References } from '../../references.ts';
import { textsIn } from '../pieces.ts';
import { createSchemaPlaces, type SchemaPlaces } from '../schema-places.ts';
import { type Alternatives, alternativesIn, discriminatorIn, isNoChoice } from './alternatives.ts';
import { type Bounds, boundsIn } from './bounds.ts';
import { type Condition, conditionsIn } from './conditions.ts';
import { type Elements, elementsIn, limitsIn, type Members, membersIn } from './members.ts';
import { notesIn } from './notes.ts';
import { isOnlyNull, nullFits } from './null.ts';
import { type Said, type Sayings, textsOf } from './said.ts';
import { typesIn, valuesIn } from './values.ts';
import { type Pieces, piecesOf } from './walk.ts';

/** The merged constraints of some schemas on values other than `null`, and whether `null` is allowed. */
export interface Meaning {
  /** Equal for the same schemas, regardless of references and order. */
  readonly key: number;
  /** Some schemas with these constraints. */
  readonly schemas: readonly Part<unknown>[];
  /** The pointer of the first one. */
  readonly at: string;
  /** The component name of the first one. */
  readonly name: string | undefined;
  /** The effort of reading it: schema objects, members, values, alternatives and so on. */
  readonly size: number;
  readonly fitsNull: boolean;
  /** Whether no value is valid. */
  readonly isNever: boolean;
  /** Whether a limit was reached and some schemas were skipped. */
  readonly isCut: boolean;
  /** Without `null`; `integer` is omitted next to `number`. Undefined for any. */
  readonly types: Said<ReadonlySet<string>> | undefined;
  /** Allowed values by JSON text, without `null`. Undefined for any. */
  readonly values: Said<ReadonlyMap<string, unknown>> | undefined;
  readonly bounds: Bounds;
  readonly patterns: ReadonlyMap<string, string>;
  readonly formats: ReadonlyMap<string, string>;
  /** Required names, each with its pointer. */
  readonly required: ReadonlyMap<string, string>;
  readonly members: readonly Members[];
  readonly elements: readonly Elements[];
  readonly alternatives: readonly Alternatives[];
  readonly conditions: readonly Condition[];
  /** The discriminator property of the alternatives. */
  readonly discriminator: Said<string> | undefined;
  /**
   * Annotations that do not constrain values: `default`, `readOnly`, `deprecated` and others; of the nearest schema.
   */
  readonly notes: ReadonlyMap<string, Said<unknown>>;
}

export interface Meanings {
  /** Merges the constraints of schemas; each may be a reference, or a boolean. */
  of(schemas: readonly Part<unknown>[]): Meaning;
  /** The total size of all constraints so far, each counted once. */
  readonly effort: number;
}

/** Maximum combinations of named properties and schemas that constrain them without naming them. */
const MAX_LIMITS = 100_000;

/** @param version - of OpenAPI, such as `3.0.3` */
export function createMeanings(references: References, version: string): Meanings {
  const schemaIndex = createSchemaPlaces(references, version);
  const byPointers = new Map<string, Meaning>();
  const byPieces = new Map<string, Meaning>();
  const keys = new Map<string, number>();
  let effort = 0;
  const keyOf = (texts: readonly string[]): number => {
    const text = texts.toSorted().join(' ');
    const key = keys.get(text) ?? keys.size;
    keys.set(text, key);
    return key;
  };
  return {
    of(schemas) {
      const pointersText = schemas.map(({ pointer }) => pointer).join(' ');
      const known = byPointers.get(pointersText);
      if (known) return known;
      const pieces = piecesOf(schemas, schemaIndex);
      const texts = pieces.pieces.map(({ pointer, isExtended }) => (isExtended ? pointer : `${pointer}!`));
      texts.unshift(String(pieces.isNever));
      // Without constraints, the pointers still identify the schemas.
      const text = texts.length > 1 ? texts.join(' ') : pointersText;
      const constraints = byPieces.get(text) ?? mergeConstraints(keyOf(texts), schemas, pieces, schemaIndex);
      if (!byPieces.has(text)) effort += constraints.size;
      byPieces.set(text, constraints);
      byPointers.set(pointersText, constraints);
      return constraints;
    },
    get effort() {
      return effort;
    },
  };
}

function mergeConstraints(
  key: number,
  schemas: readonly Part<unknown>[],
  { pieces, isNever: isUnsatisfiable, isCut: isTruncated, seen }: Pieces,
  schemaIndex: SchemaPlaces,
): Meaning {
  const located: Sayings = pieces.map(({ value, pointer }) => ({ value, at: pointer }));
  const types = typesIn(
    located,
    pieces.find((piece) => isOnlyNull(piece, schemaIndex)),
  );
  const required = located.flatMap(({ value, at }) =>
    textsIn(value.required).map((name) => [name, child(at, 'required')] as const),
  );
  const members = pieces.flatMap((piece) => membersIn(piece) ?? []);
  const elements = pieces.flatMap((piece) => elementsIn(piece) ?? []);
  const alternatives = pieces.flatMap((piece) =>
    alternativesIn(piece, schemaIndex).filter((said) => !isNoChoice(said, piece)),
  );
  const conditions = located.flatMap(conditionsIn);
  const limits = limitsIn(members);
  const [first = schemas[0]] = pieces;
  return {
    key,
    schemas,
    at: first?.pointer ?? '',
    name: first && schemaNameAt(first.pointer),
    size:
      1 +
      seen +
      sum(members, ({ named, byPattern }) => named.size + byPattern.size) +
      sum(elements, (one) => one.first.length) +
      sum(alternatives, ({ branches }) => branches.length) +
      sum(located, ({ value }) => (Array.isArray(value.enum) ? value.enum.length : 0)) +
      required.length +
      conditions.length +
      Math.min(limits, MAX_LIMITS),
    fitsNull: schemas.every((schema) => nullFits(schema, schemaIndex)),
    isNever: isUnsatisfiable,
    isCut: isTruncated || limits > MAX_LIMITS,
    types,
    values: valuesIn(located),
    bounds: boundsIn(located, types !== undefined && [...types.value].every((type) => type === 'integer')),
    patterns: textsOf(located, 'pattern'),
    formats: textsOf(located, 'format'),
    required: new Map(required),
    members,
    elements,
    alternatives,
    conditions,
    discriminator: located.flatMap(({ value, at }) => discriminatorIn(value, at) ?? [])[0],
    notes: notesIn(located),
  };
}

function sum<T>(all: readonly T[], sizeOf: (one: T) => number): number {
  return all.reduce((so, one) => so + sizeOf(one), 0);
}
