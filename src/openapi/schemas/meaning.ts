// What schemas say together, in one form for all dialects: references followed, `allOf` merged, `nullable` and lists of types told as one thing.

import { isRecord } from '../is-record.ts';
import { child, schemaNameAt } from '../pointer.ts';
import type { Part, References } from '../references.ts';
import { type Bounds, boundsIn } from './meaning-bounds.ts';
import { nullFits } from './meaning-null.ts';
import { textsIn } from './pieces.ts';
import { createSchemaPlaces, type SchemaObject, type SchemaPlaces } from './schema-places.ts';

/** Something that is said, and where. */
export interface Said<T> {
  readonly value: T;
  /** JSON pointer (RFC 6901) into the document. */
  readonly at: string;
}

/** What one schema object says of the members of objects: those it names, and all others. */
export interface Members {
  readonly at: string;
  readonly named: ReadonlyMap<string, Part<unknown>>;
  /** By the patterns of their names. */
  readonly byPattern: ReadonlyMap<string, Part<unknown>>;
  /** Undefined where nothing is said of them. */
  readonly others: Part<unknown> | undefined;
}

/** What one schema object says of the elements of lists. */
export interface Elements {
  readonly first: readonly Part<unknown>[];
  readonly others: Part<unknown> | undefined;
}

/** Schemas of which a value fits one, or some. Those that only `null` fits are left out. */
export interface Alternatives {
  readonly keyword: 'oneOf' | 'anyOf';
  readonly at: string;
  readonly branches: readonly Part<unknown>[];
  /** The value of the discriminator that means a branch, by its place among the branches. */
  readonly values: ReadonlyMap<number, readonly string[]>;
}

/** A condition that is held against another one as a whole: `not`, `if`, `contains` … */
export interface Condition {
  readonly keyword: string;
  readonly at: string;
  /** The schemas in it, by their steps. */
  readonly schemas: ReadonlyMap<string, Part<unknown>>;
  /** All else in it. */
  readonly text: string;
}

/** What some schemas say together of a value that is not `null`, and whether `null` fits them. */
export interface Meaning {
  /** The same for the same schemas. */
  readonly key: string;
  /** The schemas themselves. */
  readonly schemas: readonly Part<unknown>[];
  /** Where the first of them is written. */
  readonly at: string;
  /** What the first of them is called among the schemas of the document. */
  readonly name: string | undefined;
  readonly fitsNull: boolean;
  /** Whether no value fits. */
  readonly isNever: boolean;
  /** Whether so much is said that not all of it was looked at. */
  readonly isCut: boolean;
  /** Without `null`; `number` is told without `integer` beside it. Undefined where any will do. */
  readonly types: Said<ReadonlySet<string>> | undefined;
  /** By their JSON text, without `null`. Undefined where any will do. */
  readonly values: Said<ReadonlyMap<string, unknown>> | undefined;
  readonly bounds: Bounds;
  readonly patterns: ReadonlyMap<string, string>;
  readonly formats: ReadonlyMap<string, string>;
  /** Names, and where each is said to be required. */
  readonly required: ReadonlyMap<string, string>;
  readonly members: readonly Members[];
  readonly elements: readonly Elements[];
  readonly alternatives: readonly Alternatives[];
  readonly conditions: readonly Condition[];
  /** The property that tells one alternative from the other. */
  readonly discriminator: Said<string> | undefined;
  /** Said of the value and not of what fits: `default`, `readOnly`, `deprecated`, extensions …; of the nearest schema that says it. */
  readonly notes: ReadonlyMap<string, Said<unknown>>;
}

export interface Meanings {
  /** What schemas say together. Each may be a reference, and be true or false. */
  of(schemas: readonly Part<unknown>[]): Meaning;
  /** How much has been read so far: schema objects that say something of a value, once for each such value, with their members and alternatives. */
  readonly effort: number;
}

/** How many schema objects may say something of one value. */
const MOST_PIECES = 2000;

/** @param version - of OpenAPI, such as `3.0.3` */
export function createMeanings(references: References, version: string): Meanings {
  const places = createSchemaPlaces(references, version);
  const byPlaces = new Map<string, Meaning>();
  let effort = 0;
  return {
    of(schemas) {
      const given = schemas.map(({ pointer }) => pointer).join(' ');
      let meaning = byPlaces.get(given);
      if (!meaning) {
        const pieces = piecesOf(schemas, places);
        meaning = meaningOf(schemas, pieces, places);
        effort += effortOf(meaning, pieces);
        byPlaces.set(given, meaning);
      }
      return meaning;
    },
    get effort() {
      return effort;
    },
  };
}

/** A schema object that says something of a value. */
interface Piece extends Part<SchemaObject> {
  /** Whether others extend it here: among those who do, its discriminator has chosen. */
  readonly isExtended: boolean;
}

function effortOf({ members, alternatives }: Meaning, { seen }: Pieces): number {
  const named = members.reduce((sum, one) => sum + one.named.size, 0);
  return 1 + seen + named + alternatives.reduce((sum, { branches }) => sum + branches.length, 0);
}

function meaningOf(
  schemas: readonly Part<unknown>[],
  { pieces, isNever, isCut }: Pieces,
  places: SchemaPlaces,
): Meaning {
  const values = pieces.map(({ value, pointer }) => ({ value, at: pointer }));
  const types = typesIn(
    values,
    pieces.find((piece) => isOnlyNull(piece, places)),
  );
  const alternatives = pieces.flatMap((piece) =>
    alternativesIn(piece, places).filter(({ branches }) => branches.length > 1),
  );
  const [first = schemas[0]] = pieces;
  return {
    key: `${isNever} ${pieces
      .map(({ pointer, isExtended }) => (isExtended ? pointer : `${pointer}!`))
      .sort()
      .join(' ')}`,
    schemas,
    at: first?.pointer ?? '',
    name: first && schemaNameAt(first.pointer),
    fitsNull: schemas.every((schema) => nullFits(schema, places)),
    isNever,
    isCut,
    types,
    values: valuesIn(values),
    bounds: boundsIn(values, types !== undefined && [...types.value].every((type) => type === 'integer')),
    patterns: textsOf(values, 'pattern'),
    formats: textsOf(values, 'format'),
    required: new Map(
      values.flatMap(({ value, at }) => textsIn(value.required).map((name) => [name, child(at, 'required')] as const)),
    ),
    members: pieces.flatMap((piece) => membersIn(piece) ?? []),
    elements: pieces.flatMap((piece) => elementsIn(piece) ?? []),
    alternatives,
    conditions: values.flatMap(conditionsIn),
    discriminator: values.flatMap(({ value, at }) => discriminatorIn(value, at) ?? [])[0],
    notes: notesIn(values),
  };
}

interface Pieces {
  readonly pieces: readonly Piece[];
  readonly isNever: boolean;
  readonly isCut: boolean;
  /** How many schema objects were looked at. */
  readonly seen: number;
}

/** The schema objects that say something of one value: what references lead to, what `allOf` names, and the one alternative that there is. */
function piecesOf(schemas: readonly Part<unknown>[], places: SchemaPlaces): Pieces {
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
      for (const { branches } of alternativesIn({ ...schema, isExtended }, places))
        if (branches.length === 1) more.push(...branches.map((one) => ({ part: one, isExtended })));
    }
    open.push(...more.reverse());
  }
  return { pieces: [...pieces.values()], isNever, isCut, seen: seen.size };
}

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef', 'description', 'summary']);

function listIn({ value, pointer }: Part<SchemaObject>, keyword: string): readonly Part<unknown>[] {
  const list = value[keyword];
  return Array.isArray(list) ? list.map((one, index) => ({ value: one, pointer: child(pointer, keyword, index) })) : [];
}

function alternativesIn(piece: Piece, places: SchemaPlaces): readonly Alternatives[] {
  const { oneOf, anyOf } = piece.value;
  if (!oneOf && !anyOf && piece.isExtended) return [];
  const choice = piece.value.discriminator === undefined ? undefined : places.choiceOf(piece);
  const said = (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const all = listIn(piece, keyword);
    const branches = all.filter((branch) => !isOnlyNull(branch, places));
    return all.length === 0 || branches.length === 0 ? [] : [{ keyword, at: child(piece.pointer, keyword), branches }];
  });
  const byTarget = new Map<string, string[]>();
  for (const [value, pointer] of choice?.byValue ?? []) {
    const known = byTarget.get(pointer);
    if (known) known.push(value);
    else byTarget.set(pointer, [value]);
  }
  if (said.length === 0 && choice && !piece.isExtended) {
    const branches = [...byTarget.keys()].flatMap((pointer) => places.at(pointer) ?? []);
    const values = new Map(branches.map(({ pointer }, index) => [index, byTarget.get(pointer) ?? []]));
    return [{ keyword: 'oneOf', at: child(piece.pointer, 'discriminator'), branches, values }];
  }
  return said.map((one, index) => ({
    ...one,
    values: index === 0 ? valuesOf(one.branches, byTarget, places) : new Map(),
  }));
}

function valuesOf(branches: readonly Part<unknown>[], byTarget: ReadonlyMap<string, string[]>, places: SchemaPlaces) {
  return new Map(
    branches.flatMap((branch, index) => {
      const [target] = isRecord(branch.value) ? places.referred(branch as Part<SchemaObject>) : [];
      const values = byTarget.get(target?.pointer ?? branch.pointer);
      return values ? [[index, values] as const] : [];
    }),
  );
}

/** How many alternatives may stand inside of one another where only `null` fits. */
const MOST_NULLS = 10;

/** Whether no other value than `null` fits, as far as one can see. */
function isOnlyNull({ value, pointer }: Part<unknown>, places: SchemaPlaces, depth = 0): boolean {
  if (!isRecord(value) || depth > MOST_NULLS) return false;
  const [target = { value, pointer }] = places.referred({ value, pointer });
  const { type, enum: choice, const: only } = target.value;
  const types = [type].flat();
  if (types.length === 1 && types[0] === 'null') return true;
  if (only === null || (Array.isArray(choice) && choice.length === 1 && choice[0] === null)) return true;
  return ['oneOf', 'anyOf'].some((keyword) => {
    const branches = listIn(target, keyword);
    return branches.length > 0 && branches.every((branch) => isOnlyNull(branch, places, depth + 1));
  });
}

type Sayings = readonly Said<SchemaObject>[];

/** @param none - what only `null` fits, if anything is so */
function typesIn(sayings: Sayings, none: Part<unknown> | undefined): Meaning['types'] {
  let found: Meaning['types'] = none && { value: new Set(), at: none.pointer };
  for (const { value, at } of sayings) {
    if (value.type === undefined) continue;
    const said = new Set(textsIn([value.type].flat()).filter((type) => type !== 'null'));
    if (said.has('number')) said.delete('integer');
    found = { value: found ? bothOf(found.value, said) : said, at: child(at, 'type') };
  }
  return found;
}

function bothOf(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  const both = [...one].filter((type) => other.has(type));
  if ((one.has('integer') && other.has('number')) || (one.has('number') && other.has('integer'))) both.push('integer');
  return new Set(both);
}

function valuesIn(sayings: Sayings): Meaning['values'] {
  let found: Meaning['values'];
  for (const { value, at } of sayings) {
    for (const [keyword, said] of [
      ['enum', value.enum],
      ['const', Object.hasOwn(value, 'const') ? [value.const] : undefined],
    ] as const) {
      if (!Array.isArray(said)) continue;
      const all = new Map(said.filter((one) => one !== null).map((one) => [canonical(one), one as unknown]));
      const value = found ? new Map([...found.value].filter(([text]) => all.has(text))) : all;
      found = { value, at: child(at, keyword) };
    }
  }
  return found;
}

function textsOf(sayings: Sayings, keyword: string): ReadonlyMap<string, string> {
  return new Map(
    sayings.flatMap(({ value, at }) => {
      const text = value[keyword];
      return typeof text === 'string' ? [[text, child(at, keyword)] as const] : [];
    }),
  );
}

function membersIn({ value, pointer }: Piece): Members | undefined {
  const { properties, patternProperties, additionalProperties } = value;
  if (!isRecord(properties) && !isRecord(patternProperties) && additionalProperties === undefined) return undefined;
  const partsIn = (keyword: string, holder: unknown) =>
    new Map(
      Object.entries(isRecord(holder) ? holder : {}).map(([name, one]) => [
        name,
        { value: one as unknown, pointer: child(pointer, keyword, name) },
      ]),
    );
  return {
    at: pointer,
    named: partsIn('properties', properties),
    byPattern: partsIn('patternProperties', patternProperties),
    others:
      additionalProperties === undefined
        ? undefined
        : { value: additionalProperties, pointer: child(pointer, 'additionalProperties') },
  };
}

function elementsIn(piece: Piece): Elements | undefined {
  const { items, additionalItems } = piece.value;
  const others = Array.isArray(items) ? additionalItems : items;
  const keyword = Array.isArray(items) ? 'additionalItems' : 'items';
  const first = Array.isArray(items) ? listIn(piece, 'items') : listIn(piece, 'prefixItems');
  if (first.length === 0 && others === undefined) return undefined;
  return {
    first,
    others: others === undefined ? undefined : { value: others, pointer: child(piece.pointer, keyword) },
  };
}

/** Keywords that are held against one another as a whole, with those that mean something only beside them. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  not: [],
  if: ['then', 'else'],
  contains: ['minContains', 'maxContains'],
  propertyNames: [],
  dependentRequired: [],
  dependentSchemas: [],
  dependencies: [],
  unevaluatedItems: [],
  unevaluatedProperties: [],
};

function conditionsIn({ value, at }: Said<SchemaObject>): readonly Condition[] {
  return Object.entries(CONDITIONS).flatMap(([keyword, beside]) => {
    if (value[keyword] === undefined) return [];
    const schemas = new Map<string, Part<unknown>>();
    const texts: string[] = [];
    for (const key of [keyword, ...beside]) {
      const said = value[key];
      if (said === undefined) continue;
      if (key.startsWith('depend') && isRecord(said))
        for (const [name, one] of Object.entries(said)) {
          if (Array.isArray(one)) texts.push(`${key}/${name} ${canonical([...one].sort())}`);
          else schemas.set(`${key}/${name}`, { value: one, pointer: child(at, key, name) });
        }
      else if (isRecord(said)) schemas.set(key, { value: said, pointer: child(at, key) });
      else texts.push(`${key} ${canonical(said)}`);
    }
    return [{ keyword, at: child(at, keyword), schemas, text: texts.sort().join('\n') }];
  });
}

function discriminatorIn({ discriminator }: SchemaObject, at: string): Said<string> | undefined {
  if (!isRecord(discriminator) || typeof discriminator.propertyName !== 'string') return undefined;
  return { value: discriminator.propertyName, at: child(at, 'discriminator') };
}

const NOTES = [
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

function notesIn(sayings: Sayings): Meaning['notes'] {
  const notes = new Map<string, Said<unknown>>();
  for (const { value, at } of sayings)
    for (const keyword of NOTES)
      if (value[keyword] !== undefined && !notes.has(keyword))
        notes.set(keyword, { value: value[keyword], at: child(at, keyword) });
  return notes;
}

/** A value of JSON as a text that is the same for the same value, however its members are ordered. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
}
