// Rewriting of a schema into the form that Ajv compiles.

import { isRecord } from '../../../schema/is-record.ts';
import { isInteger, isJsonNumber } from '../../../schema/json/exact-number.ts';
import { childPointer, lastName } from '../../../schema/json-pointer.ts';
import { NUMERIC_TYPE } from '../../../schema/number-keywords.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { findFormat } from '../../../schema/schema-formats.ts';
import { shortValue } from '../../../schema/short-value.ts';
import { resolveContradictions } from '../contradictions.ts';
import { isJsonText } from '../json-text.ts';
import { bothExempt, type Exempt, NOTHING_EXEMPT, type SupersededParts, withoutExempt } from '../superseded-parts.ts';
import { type Dialect, type KeywordKind, keywordsOf } from './dialect.ts';
import { findLargeKeywords, LARGE_KEYWORDS, splitLargeKeywords } from './split-large-keywords.ts';

/** Whether a schema describes request or response data. */
export type SchemaDirection = 'request' | 'response';

/**
 * The direction of validated data. An event is a response whose texts with `contentMediaType` JSON contain a value of
 * their `contentSchema`; elsewhere these keywords are annotations.
 */
export type ValidationDirection = SchemaDirection | 'event';

/** The context of rewriting a schema. */
export interface RewriteContext {
  readonly dialect: Dialect;
  readonly direction: ValidationDirection;
  /** Maximum schemas that are rewritten in one piece; others become references. */
  readonly maxSchemas: number;
  /** Maximum subschemas, values or names of a keyword, before they are validated one by one. */
  readonly maxBelowKeyword: number;
  /** The replacement of a reference; undefined if it is unresolved. */
  resolveReference(
    keyword: string,
    reference: string,
    pointer: string,
    exempt: ReadonlySet<string>,
  ): object | undefined;
  /** The reference to a subschema that is compiled on its own. */
  separate(pointer: string, exempt: ReadonlySet<string>): object;
  /** The id of the schema of the value in a JSON text. */
  contentId(pointer: string): string;
  /** The properties that the whole schema does not constrain. */
  readonly exempt: ReadonlySet<string>;
  /** The values that the parts of a schema do not constrain. */
  supersededIn(schema: SchemaObject, pointer: string): SupersededParts;
  /** Whether no value satisfies a schema. */
  isImpossible(schema: unknown, pointer: string): boolean;
  /** Whether a subschema must be compiled on its own: it is another resource, or has another dialect. */
  mustSeparate(schema: object): boolean;
  /**
   * The replacement of alternatives, or of the whole schema, where a discriminator selects one; undefined otherwise.
   */
  chooseByDiscriminator(pointer: string): object | undefined;
  /** The properties that a schema, or those it is composed of, marks with a keyword. */
  marked(schema: object, word: 'readOnly' | 'writeOnly'): ReadonlySet<string>;
  /** Records a constraint that is not enforced. @param rule - of the finding. Default: `not-enforced` */
  reportUnenforced(pointer: string, reason: string, rule?: UnenforcedRule): void;
}

/** Why a constraint is not enforced, where the schema is wrong: no schema may say so, or no value can satisfy it. */
export type UnenforcedRule = 'not-compiled' | 'invalid-schema' | 'contradictory-schema';

type SchemaObject = Readonly<Record<string, unknown>>;
type Rewritten = Record<string, unknown>;

/** One keyword of a schema. */
interface Keyword {
  readonly keyword: string;
  readonly pointer: string;
  /** The schema that contains it. */
  readonly schema: SchemaObject;
  /** The schema that this one is composed into by `allOf`. */
  readonly whole: object;
  readonly context: RewriteContext;
  /** The values that each member of an `allOf` does not constrain. */
  readonly exempt: readonly Exempt[];
  /** Rewrites a subschema. */
  inner(value: unknown, step?: string | number, part?: SchemaPart): object | boolean;
  /** Reports an invalid value of the keyword, and omits it. @param isValid - whether only the mock server lacks it */
  omit(reason: string, isValid?: boolean): Rewritten;
}

/** A member of an `allOf`. */
interface SchemaPart {
  readonly whole: object;
  readonly exempt: Exempt;
}

/** Rewrites a schema to the keywords of its dialect that Ajv supports. Omitted keywords are reported. */
export function rewriteSchema(schema: unknown, pointer: string, context: RewriteContext): object | boolean {
  const kinds = keywordsOf(context.dialect);
  let left = context.maxSchemas;

  const one = (value: unknown, at: string, part?: SchemaPart, isOneOfMany = false): object | boolean => {
    const exempt = part?.exempt ?? (at === pointer ? context.exempt : NOTHING_EXEMPT);
    if (exempt === 'all') return true;
    if (typeof value === 'boolean') return value;
    if (!isRecord(value)) {
      context.reportUnenforced(at, `${lastName(at)} ${shortValue(value)} is not a schema`, 'invalid-schema');
      return true;
    }
    if (isOneOfMany) return context.separate(at, exempt);
    left -= 1;
    if (at !== pointer && (left < 0 || context.mustSeparate(value))) return context.separate(at, exempt);
    const superseded = context.supersededIn(value, at);
    const references = referencesIn(value, at, context, bothExempt(exempt, superseded.reference));
    // Siblings of a reference are ignored (OpenAPI 3.0.3, section 4.7.23; draft 7, section 8.3).
    if (isOld(context.dialect) && typeof value.$ref === 'string') return references[0] ?? {};

    const rewritten: Rewritten = {};
    if (superseded.reason !== undefined)
      context.reportUnenforced(childPointer(at, 'allOf'), `allOf ${superseded.reason}`, 'contradictory-schema');
    const constraining = withoutExempt(value, new Set([...exempt, ...superseded.own]));
    const { schema, contradictions } = resolveContradictions(constraining);
    for (const { keyword, reason } of contradictions)
      context.reportUnenforced(
        childPointer(at, keyword),
        `${named(keyword, constraining[keyword])} ${reason}`,
        'contradictory-schema',
      );
    const large = findLargeKeywords(schema, context.maxBelowKeyword);
    for (const [keyword, given] of Object.entries(schema)) {
      const kind = kinds.get(keyword);
      if (!kind) continue;
      const place = childPointer(at, keyword);
      const inner: Keyword['inner'] = (value, step, part) =>
        one(value, step === undefined ? place : childPointer(place, step), part, large.has(keyword));
      const omit = (reason: string, isValid = false) => {
        const message = isValid ? reason : `${keyword} ${shortValue(given)} ${reason}`;
        context.reportUnenforced(place, message, isValid ? undefined : 'invalid-schema');
        return {};
      };
      const read = KINDS[kind];
      add(
        rewritten,
        read(given, {
          keyword,
          pointer: place,
          schema,
          whole: part?.whole ?? value,
          exempt: superseded.allOf.map((one) => bothExempt(one, exempt)),
          context,
          inner,
          omit,
        }),
      );
    }
    if (context.direction === 'event' && isJsonText(value)) {
      const { contentSchema } = value;
      rewritten.jsonContent = contentSchema === undefined ? '' : context.contentId(childPointer(at, 'contentSchema'));
    }
    const choice = isRecord(value.discriminator) ? context.chooseByDiscriminator(at) : undefined;
    return combine(value, rewritten, large, references, choice);
  };

  /** Combines the keywords of a schema with its references and the choice of its discriminator. */
  const combine = (
    value: SchemaObject,
    rewritten: Rewritten,
    large: ReadonlySet<string>,
    references: object[],
    choice: object | undefined,
  ): object => {
    // Ajv skips an `if` without `then` and `else`, although it counts for evaluated properties.
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    if (rewritten.if !== undefined && rewritten.then === undefined) rewritten.then = { not: false };
    if (choice && !value.oneOf && !value.anyOf) return choice;
    if (choice) delete rewritten[value.oneOf ? 'oneOf' : 'anyOf'];
    const parts = [...((rewritten.allOf as object[] | undefined) ?? []), ...references, ...(choice ? [choice] : [])];
    if (parts.length > 0) rewritten.allOf = parts;
    const split = splitLargeKeywords(rewritten, large, context.maxBelowKeyword);
    return isNullable(value, context.dialect) ? orNull(split) : split;
  };

  return one(schema, pointer);
}

function isNullable(schema: SchemaObject, dialect: Dialect): boolean {
  return dialect === 'openapi-3.0' && schema.nullable === true;
}

function isOld(dialect: Dialect): boolean {
  return dialect === 'openapi-3.0' || dialect === 'draft-07';
}

function referencesIn(schema: SchemaObject, pointer: string, context: RewriteContext, exempt: Exempt): object[] {
  if (exempt === 'all') return [];
  return ['$ref', '$dynamicRef', '$recursiveRef']
    .filter((keyword) => typeof schema[keyword] === 'string')
    .map((keyword) => context.resolveReference(keyword, schema[keyword] as string, pointer, exempt))
    .filter((target) => target !== undefined);
}

function add(rewritten: Rewritten, more: Rewritten): void {
  const { patternProperties: known = {} } = rewritten;
  Object.assign(rewritten, more);
  if (more.patternProperties) rewritten.patternProperties = Object.assign({}, known, more.patternProperties);
}

/** Rewriting by the type of the keyword's value. */
const KINDS: Readonly<Record<KeywordKind, (given: unknown, keyword: Keyword) => Rewritten>> = {
  schema: (given, { keyword, inner }) => ({ [keyword]: inner(given) }),
  schemas(given, { keyword, pointer, schema, whole, exempt, context, inner, omit }) {
    if (!Array.isArray(given) || given.length === 0) return omit('must be a list of schemas');
    if (keyword === 'oneOf' && !schema.discriminator)
      return { oneOf: possibleBranches(given, pointer, context, inner) };
    const partOf = (index: number) =>
      keyword === 'allOf' ? { whole, exempt: exempt[index] ?? NOTHING_EXEMPT } : undefined;
    return { [keyword]: given.map((item, index) => inner(item, index, partOf(index))) };
  },
  items: (given, { keyword, inner }) => ({
    [keyword]: Array.isArray(given) ? given.map((item, index) => inner(item, index)) : inner(given),
  }),
  'named schemas'(given, place) {
    if (!isRecord(given)) return place.omit('must map names to schemas');
    if (place.keyword === 'properties') return properties(given, place);
    if (place.keyword === 'patternProperties') return patternProperties(given, place);
    return { [place.keyword]: byName(given, (value, name) => place.inner(value, name)) };
  },
  'named names': (given, { keyword, omit }) =>
    isRecord(given) && Object.values(given).every(areNames)
      ? { [keyword]: byName(given, (names) => [...new Set(names as string[])]) }
      : omit('must map names to lists of names'),
  dependencies: (given, { keyword, inner, omit }) =>
    isRecord(given) && Object.values(given).every((value) => !Array.isArray(value) || areNames(value))
      ? { [keyword]: byName(given, (value, name) => (Array.isArray(value) ? [...new Set(value)] : inner(value, name))) }
      : omit('must map names to schemas or lists of names'),
  names(given, { whole, context, omit }) {
    if (!areNames(given)) return omit('must be a list of names');
    const exempt = context.marked(whole, context.direction === 'request' ? 'readOnly' : 'writeOnly');
    const names = [...new Set(given)].filter((name) => !exempt.has(name));
    const inherited = names.filter(isInherited);
    const others = names.filter((name) => !isInherited(name));
    return { ...(others.length > 0 && { required: others }), ...(inherited.length > 0 && { requiredOwn: inherited }) };
  },
  number: (given, { keyword, omit }) => (isJsonNumber(given) ? { [keyword]: given } : omit('must be a number')),
  'positive number': (given, { keyword, omit }) =>
    isJsonNumber(given) && given > 0 ? { [keyword]: given } : omit('must be a number greater than 0'),
  /** A boolean exclusive bound of OpenAPI 3.0 modifies the bound; a number is read as in later dialects. */
  bound(given, { keyword, schema, omit }) {
    if (isJsonNumber(given)) return { [keyword]: given };
    if (typeof given !== 'boolean') return omit('must be true or false');
    const bound = schema[keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'];
    return given && isJsonNumber(bound) ? { [keyword]: bound } : {};
  },
  count: (given, { keyword, omit }) =>
    isInteger(given) && given >= 0 ? { [keyword]: Number(given) } : omit('must be a whole number of at least 0'),
  flag: (given, { keyword, omit }) =>
    typeof given === 'boolean' ? { [keyword]: given } : omit('must be true or false'),
  values(given, { keyword, schema, context, omit }) {
    if (!Array.isArray(given)) return omit('must be a list of values');
    if (given.length > context.maxBelowKeyword)
      return { [LARGE_KEYWORDS.enum]: isNullable(schema, context.dialect) ? [...given, null] : given };
    if (given.length > 0) return { [keyword]: given };
    // An empty list matches nothing. Older dialects require at least one value.
    return isOld(context.dialect) ? omit('must have a value') : { not: {} };
  },
  value: (given, { keyword }) => ({ [keyword]: given }),
  type(given, { keyword, schema, omit }) {
    const types = [given].flat();
    if (types.length === 0 || !types.every((type) => TYPES.has(type))) return omit('is unknown; any value is accepted');
    if (given === 'string' && schema.format === 'binary') return { textOrBytes: true };
    return { [types.some((type) => NUMBERS.has(type)) ? NUMERIC_TYPE : keyword]: given };
  },
  format(given, { keyword, omit }) {
    if (typeof given !== 'string') return omit('must be a string');
    return findFormat(given) ? { [keyword]: given } : omit(`format ${JSON.stringify(given)} is not supported`, true);
  },
  pattern(given, { keyword, omit }) {
    if (typeof given !== 'string') return omit('must be a string');
    const { notEnforced, isInvalid } = createPattern(given);
    if (notEnforced !== undefined) omit(notEnforced, !isInvalid);
    return { [keyword]: given };
  },
};

/** A keyword and its value, which is left out where it is schemas. */
function named(keyword: string, value: unknown): string {
  return Array.isArray(value) && value.some(isRecord) ? keyword : `${keyword} ${shortValue(value)}`;
}

/** A branch that no value satisfies counts as not matching: without its contradiction, it would match values of others. */
function possibleBranches(
  branches: readonly unknown[],
  pointer: string,
  context: RewriteContext,
  inner: Keyword['inner'],
): (object | boolean)[] {
  const isImpossible = branches.map((branch, index) => context.isImpossible(branch, childPointer(pointer, index)));
  return branches.map((branch, index) => {
    if (!isImpossible[index] || !isImpossible.includes(false)) return inner(branch, index);
    if (branch !== false)
      context.reportUnenforced(childPointer(pointer, index), `oneOf/${index} matches no value`, 'contradictory-schema');
    return false;
  });
}

const TYPES: ReadonlySet<unknown> = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

const NUMBERS: ReadonlySet<unknown> = new Set(['number', 'integer']);

function areNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function byName(given: SchemaObject, make: (value: unknown, name: string) => unknown): Rewritten {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, make(value, name)]));
}

/** Names that every JavaScript object inherits: Ajv would treat them as properties of each value, or skip them. */
function isInherited(name: string): boolean {
  return name in Object.prototype;
}

function properties(given: SchemaObject, { inner, context }: Keyword): Rewritten {
  const excluded = context.direction === 'request' ? NONE : context.marked({ properties: given }, 'writeOnly');
  const all = Object.entries(given).map(
    ([name, value]) => [name, excluded.has(name) ? { hidden: true } : inner(value, name)] as const,
  );
  const inherited = all.filter(([name]) => isInherited(name)).map(([name, value]) => [`^${name}$`, value] as const);
  return {
    properties: Object.fromEntries(all.filter(([name]) => !isInherited(name))),
    ...(inherited.length > 0 && { patternProperties: Object.fromEntries(inherited) }),
  };
}

function patternProperties(given: SchemaObject, { inner, context, pointer }: Keyword): Rewritten {
  const schemas = byName(given, (value, pattern) => {
    const { notEnforced, isInvalid } = createPattern(pattern);
    if (notEnforced === undefined) return inner(value, pattern);
    const message = isInvalid ? `${shortValue(pattern)} ${notEnforced}` : notEnforced;
    context.reportUnenforced(childPointer(pointer, pattern), message, isInvalid ? 'invalid-schema' : undefined);
    // No name that the pattern might match counts as additional.
    return true;
  });
  return { patternProperties: schemas };
}

const NONE: ReadonlySet<string> = new Set();

/** A schema that also allows null. See docs/decisions/0007. */
function orNull(schema: Rewritten): object {
  const { type, [NUMERIC_TYPE]: numericType, enum: values, ...others } = schema;
  if (Object.keys(others).some((keyword) => MAY_EXCLUDE_NULL.has(keyword))) return { orNull: schema };
  return {
    ...others,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(numericType !== undefined && { [NUMERIC_TYPE]: [...new Set([numericType, 'null'].flat())] }),
    ...(Array.isArray(values) && { enum: values.includes(null) ? values : [...values, null] }),
  };
}

/** Keywords besides `type` and `enum` that may exclude null. */
const MAY_EXCLUDE_NULL: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'const',
  'if',
  'then',
  'else',
  'textOrBytes',
  LARGE_KEYWORDS.oneOf,
  LARGE_KEYWORDS.anyOf,
  LARGE_KEYWORDS.all,
]);
