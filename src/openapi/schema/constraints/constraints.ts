// Normalized constraints of schemas: references resolved, `allOf` merged, `nullable` and types unified.

import { childPointer, schemaNameAt } from '../../../schema/json-pointer.ts';
import type { Part, References } from '../../references.ts';
import { stringsIn } from '../composed-schemas.ts';
import { createSchemaIndex, type SchemaIndex } from '../schema-index.ts';
import { type Alternatives, discriminatorPropertyIn, isSingleAlternative, readAlternatives } from './alternatives.ts';
import { mergeBounds, type SchemaBounds } from './bounds.ts';
import { type CollectedPieces, collectPieces } from './collect-pieces.ts';
import { readConditions, type SchemaCondition } from './conditions.ts';
import { collectTexts, EMPTY_MAP, type Located, type LocatedSchemas } from './located.ts';
import {
  countMemberLimits,
  type ElementConstraints,
  type MemberConstraints,
  readElements,
  readMembers,
} from './members.ts';
import { allowsNull, allowsOnlyNull } from './null.ts';
import { mergeEnums, mergeTypes } from './values.ts';

/** The merged constraints of some schemas on values other than `null`, and whether `null` is allowed. */
export interface Constraints {
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
  readonly allowsNull: boolean;
  /** Whether no value is valid. */
  readonly isUnsatisfiable: boolean;
  /** Whether a limit was reached and some schemas were skipped. */
  readonly isTruncated: boolean;
  /** Without `null`; `integer` is omitted next to `number`. Undefined for any. */
  readonly types: Located<ReadonlySet<string>> | undefined;
  /** Allowed values by JSON text, without `null`. Undefined for any. */
  readonly values: Located<ReadonlyMap<string, unknown>> | undefined;
  readonly bounds: SchemaBounds;
  readonly patterns: ReadonlyMap<string, string>;
  readonly formats: ReadonlyMap<string, string>;
  /** Required names, each with its pointer. */
  readonly required: ReadonlyMap<string, string>;
  readonly members: readonly MemberConstraints[];
  readonly elements: readonly ElementConstraints[];
  readonly alternatives: readonly Alternatives[];
  readonly conditions: readonly SchemaCondition[];
  /** The discriminator property of the alternatives. */
  readonly discriminator: Located<string> | undefined;
  /**
   * Annotations that do not constrain values: `default`, `readOnly`, `deprecated` and others; of the nearest schema.
   */
  readonly annotations: ReadonlyMap<string, Located<unknown>>;
}

export interface ConstraintReader {
  /** Merges the constraints of schemas; each may be a reference, or a boolean. */
  of(schemas: readonly Part<unknown>[]): Constraints;
  /** The total size of all constraints so far, each counted once. */
  readonly effort: number;
}

/** Maximum combinations of named properties and schemas that constrain them without naming them. */
const MAX_LIMITS = 100_000;

/** @param version - of OpenAPI, such as `3.0.3` */
export function createConstraintReader(references: References, version: string): ConstraintReader {
  const schemaIndex = createSchemaIndex(references, version);
  const byPointers = new Map<string, Constraints>();
  const byPieces = new Map<string, Constraints>();
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
      const pieces = collectPieces(schemas, schemaIndex);
      const texts = pieces.pieces.map(({ pointer, isExtended }) => (isExtended ? pointer : `${pointer}!`));
      texts.unshift(String(pieces.isUnsatisfiable));
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
  { pieces, isUnsatisfiable, isTruncated, seen }: CollectedPieces,
  schemaIndex: SchemaIndex,
): Constraints {
  const located: LocatedSchemas = pieces.map(({ value, pointer }) => ({ value, at: pointer }));
  const types = mergeTypes(
    located,
    pieces.find((piece) => allowsOnlyNull(piece, schemaIndex)),
  );
  const required = located.flatMap(({ value, at }) =>
    stringsIn(value.required).map((name) => [name, childPointer(at, 'required')] as const),
  );
  const members = pieces.flatMap((piece) => readMembers(piece) ?? []);
  const elements = pieces.flatMap((piece) => readElements(piece) ?? []);
  const alternatives = pieces.flatMap((piece) =>
    readAlternatives(piece, schemaIndex).filter((alternative) => !isSingleAlternative(alternative, piece)),
  );
  const conditions = located.flatMap(readConditions);
  const limits = countMemberLimits(members);
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
    allowsNull: schemas.every((schema) => allowsNull(schema, schemaIndex)),
    isUnsatisfiable,
    isTruncated: isTruncated || limits > MAX_LIMITS,
    types,
    values: mergeEnums(located),
    bounds: mergeBounds(located, types !== undefined && [...types.value].every((type) => type === 'integer')),
    patterns: collectTexts(located, 'pattern'),
    formats: collectTexts(located, 'format'),
    required: new Map(required),
    members,
    elements,
    alternatives,
    conditions,
    discriminator: located.flatMap(({ value, at }) => discriminatorPropertyIn(value, at) ?? [])[0],
    annotations: readAnnotations(located),
  };
}

function sum<T>(all: readonly T[], sizeOf: (one: T) => number): number {
  return all.reduce((so, one) => so + sizeOf(one), 0);
}

const ANNOTATION_KEYWORDS = [
  'default',
  'readOnly',
  'writeOnly',
  'deprecated',
  'x-sunset',
  'x-extensible-enum',
  'xml',
  'contentEncoding',
  'contentMediaType',
];

/** Annotation keywords of schemas, which do not constrain values. */
function readAnnotations(schemas: LocatedSchemas): ReadonlyMap<string, Located<unknown>> {
  let annotations: Map<string, Located<unknown>> | undefined;
  for (const { value, at } of schemas)
    for (const keyword of ANNOTATION_KEYWORDS)
      if (value[keyword] !== undefined && !annotations?.has(keyword)) {
        annotations ??= new Map();
        annotations.set(keyword, { value: value[keyword], at: childPointer(at, keyword) });
      }
  return annotations ?? EMPTY_MAP;
}
