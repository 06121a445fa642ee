// Keywords of one schema that no value can satisfy together, and the schema without them.

import { isRecord } from '../../schema/is-record.ts';
import { isInteger, isJsonNumber, parseNumber } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { textLengths } from '../../schema/lookaround/text-lengths.ts';
import { parseDelimitedPattern } from '../../schema/pattern.ts';

export type SchemaObject = Readonly<Record<string, unknown>>;

/** A keyword that is not enforced. */
export interface Contradiction {
  readonly keyword: string;
  /** A clause. */
  readonly reason: string;
}

/** A schema that some value may satisfy. */
export interface ConsistentSchema {
  readonly schema: SchemaObject;
  readonly contradictions: readonly Contradiction[];
}

const cache = new WeakMap<SchemaObject, ConsistentSchema>();

/**
 * A schema without its plain contradictions: the document has a mistake, and otherwise no value would be valid. Only
 * keywords of the schema itself are compared. Cached.
 */
export function resolveContradictions(schema: SchemaObject): ConsistentSchema {
  const known = cache.get(schema);
  if (known) return known;
  const contradictions: Contradiction[] = [];
  let consistent = schema;
  for (const find of RULES) {
    const found = find(consistent);
    if (!found) continue;
    const { without = [], replacement = {}, ...contradiction } = found;
    contradictions.push(contradiction);
    const remaining = Object.entries(consistent).filter(([keyword]) => !without.includes(keyword));
    consistent = { ...Object.fromEntries(remaining), ...replacement };
  }
  const result = { schema: consistent, contradictions };
  cache.set(schema, result);
  return result;
}

interface Found extends Contradiction {
  /** The keywords to leave out. */
  readonly without?: readonly string[];
  /** Keywords with other values. */
  readonly replacement?: SchemaObject;
}

type Rule = (schema: SchemaObject) => Found | undefined;

/** Lower and upper bounds that must not cross. */
function crossing(low: string, high: string): Rule {
  return (schema) => {
    const [least, most] = [numberAt(schema, low), numberAt(schema, high)];
    if (least === undefined || most === undefined || least <= most) return undefined;
    return { keyword: high, without: [low, high], reason: `is less than ${low} ${least}; neither is enforced` };
  };
}

/** Bounds of numbers that no number is between, with those that are excluded. */
const emptyRange: Rule = (schema) => {
  const least = Math.max(numberAt(schema, 'minimum') ?? -Infinity, numberAt(schema, 'exclusiveMinimum') ?? -Infinity);
  const most = Math.min(numberAt(schema, 'maximum') ?? Infinity, numberAt(schema, 'exclusiveMaximum') ?? Infinity);
  const isOpen = ['exclusiveMinimum', 'exclusiveMaximum'].some(
    (keyword) => schema[keyword] === true || schema[keyword] === least,
  );
  if (least < most || (least === most && !isOpen)) return undefined;
  const keyword = 'maximum' in schema ? 'maximum' : 'exclusiveMaximum';
  const without = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
  return { keyword, without, reason: `allows no number above the minimum ${least}; neither is enforced` };
};

/** Listed values of which none has the type, as YAML makes of `enum: [1, 2]` and `enum: [yes, no]` beside a string. */
const otherTypes: Rule = ({ type, enum: listed, const: constant }) => {
  const keyword = Array.isArray(listed) ? 'enum' : 'const';
  const values: readonly unknown[] = (Array.isArray(listed) ? listed : [constant]).filter(
    (value) => value !== null && value !== undefined,
  );
  const types = [type].flat().filter((one) => typeof one === 'string');
  if (values.length === 0 || types.length === 0 || values.some((value) => types.some((one) => hasType(value, one))))
    return undefined;
  const [wanted = ''] = types.filter((one) => one !== 'null');
  const converted = values.map((value) => convert(value, wanted));
  if (converted.includes(undefined))
    return { keyword: 'type', without: ['type'], reason: `is the type of no value of ${keyword}, and is not enforced` };
  const all = Array.isArray(listed) ? listed.map((value) => (value === null ? null : convert(value, wanted))) : [];
  const replacement = keyword === 'enum' ? { enum: all } : { const: converted[0] };
  return { keyword, replacement, reason: `has no value of type ${wanted}; its values are converted` };
};

function hasType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'integer') return isInteger(value);
  if (type === 'number') return isJsonNumber(value);
  return typeof value === type || !TYPES.has(type);
}

const TYPES: ReadonlySet<string> = new Set(['string', 'boolean', 'null']);

function convert(value: unknown, type: string): unknown {
  if (type === 'string' && typeof value !== 'object') return String(value);
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
  const isText = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  const number = isText ? parseNumber(value) : undefined;
  return type === 'number' || (type === 'integer' && isInteger(number)) ? number : undefined;
}

/** Characters of texts in some formats. */
const FORMAT_LENGTHS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  uuid: [36, 36],
  date: [10, 10],
  'date-time': [20, Number.POSITIVE_INFINITY],
  email: [3, Number.POSITIVE_INFINITY],
  ipv4: [7, 15],
  ipv6: [2, 45],
};

const formatOfOtherLength: Rule = (schema) => {
  const { format } = schema;
  if (typeof format !== 'string' || !Object.hasOwn(FORMAT_LENGTHS, format)) return undefined;
  const [least, most] = FORMAT_LENGTHS[format] ?? ANY_LENGTH;
  const [fewest, largest] = patternLengths(schema) ?? ANY_LENGTH;
  const reason =
    outside(schema, [least, most]) ??
    (least > largest || most < fewest ? 'another length than those of the pattern' : undefined);
  return reason
    ? { keyword: 'format', without: ['format'], reason: `has texts of ${reason}; it is not enforced` }
    : undefined;
};

const patternOfOtherLength: Rule = (schema) => {
  const lengths = patternLengths(schema);
  const reason = lengths && outside(schema, lengths);
  return reason
    ? {
        keyword: 'pattern',
        without: ['minLength', 'maxLength'],
        reason: `has texts of ${reason}, which is not enforced`,
      }
    : undefined;
};

const ANY_LENGTH = [0, Number.POSITIVE_INFINITY] as const;

function patternLengths({ pattern }: SchemaObject): readonly [number, number] | undefined {
  return typeof pattern === 'string' ? textLengths(parseDelimitedPattern(pattern).inner) : undefined;
}

/** Why no text has one of some lengths. */
function outside(schema: SchemaObject, [least, most]: readonly [number, number]): string | undefined {
  const [low, high] = [numberAt(schema, 'minLength') ?? 0, numberAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY];
  if (least > high) return `at least ${least} characters, more than maxLength ${high}`;
  return most < low ? `at most ${most} characters, less than minLength ${low}` : undefined;
}

/** Required properties that the schema forbids. */
const requiredForbidden: Rule = ({ required, properties, patternProperties, additionalProperties }) => {
  if (!Array.isArray(required) || additionalProperties !== false || isRecord(patternProperties)) return undefined;
  const known = isRecord(properties) ? properties : {};
  const [missing, ...others] = required.filter((name) => typeof name === 'string' && !Object.hasOwn(known, name));
  if (missing === undefined) return undefined;
  const names = [missing, ...others].map((name) => stringifyJson(name)).join(', ');
  const possible = required.filter((name) => ![missing, ...others].includes(name));
  const reason = `names ${names}, which additionalProperties forbids; that is not required`;
  return possible.length > 0
    ? { keyword: 'required', replacement: { required: possible }, reason }
    : { keyword: 'required', without: ['required'], reason };
};

/** More required properties than allowed ones. */
const tooManyRequired: Rule = (schema) => {
  const most = numberAt(schema, 'maxProperties');
  const { required } = schema;
  if (most === undefined || !Array.isArray(required) || required.length <= most) return undefined;
  const reason = `is less than the ${required.length} required properties; it is not enforced`;
  return { keyword: 'maxProperties', without: ['maxProperties'], reason };
};

/** More properties than a closed object can have. */
const tooFewNames: Rule = (schema) => {
  const least = numberAt(schema, 'minProperties') ?? 0;
  const { properties, patternProperties, additionalProperties } = schema;
  const count = isRecord(properties) ? Object.keys(properties).length : 0;
  if (additionalProperties !== false || isRecord(patternProperties) || least <= count) return undefined;
  const reason = `is more than the ${count} allowed properties; it is not enforced`;
  return { keyword: 'minProperties', without: ['minProperties'], reason };
};

/** More items than a list can have, because it is closed, or because few values are different. */
const tooFewItems: Rule = (schema) => {
  const least = numberAt(schema, 'minItems') ?? 0;
  const { items, prefixItems, additionalItems, uniqueItems } = schema;
  const isClosed = Array.isArray(items) ? additionalItems === false : items === false;
  const first = Array.isArray(items) ? items : Array.isArray(prefixItems) ? prefixItems : [];
  const { enum: values, type } = isRecord(items) ? items : {};
  const different = Array.isArray(values) ? values.length : type === 'boolean' ? 2 : Number.POSITIVE_INFINITY;
  const most = isClosed ? first.length : uniqueItems === true ? first.length + different : Number.POSITIVE_INFINITY;
  if (least <= most) return undefined;
  const reason = `is more than the ${most} ${isClosed ? 'allowed' : 'different'} items; it is not enforced`;
  return { keyword: 'minItems', without: ['minItems'], reason };
};

/** Equal branches of a `oneOf`: a value of one is a value of the other, so it would match two. */
const equalBranches: Rule = ({ oneOf, discriminator }) => {
  if (!Array.isArray(oneOf) || oneOf.length > MAX_BRANCHES || discriminator !== undefined) return undefined;
  const texts = oneOf.map((branch) => (isRecord(branch) ? stringifyJson(branch) : undefined));
  const isRepeated = texts.map((text, index) => text !== undefined && texts.indexOf(text) < index);
  if (!isRepeated.includes(true)) return undefined;
  const replacement = { oneOf: oneOf.map((branch, index) => (isRepeated[index] ? false : branch)) };
  return { keyword: 'oneOf', replacement, reason: 'has equal schemas, which are compared once' };
};

const MAX_BRANCHES = 100;

const RULES: readonly Rule[] = [
  emptyRange,
  crossing('minLength', 'maxLength'),
  crossing('minItems', 'maxItems'),
  crossing('minProperties', 'maxProperties'),
  otherTypes,
  formatOfOtherLength,
  patternOfOtherLength,
  requiredForbidden,
  tooManyRequired,
  tooFewNames,
  tooFewItems,
  equalBranches,
];

function numberAt(schema: SchemaObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}
