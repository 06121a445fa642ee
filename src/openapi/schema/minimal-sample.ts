// Generates a minimal value of a schema, with required properties only. It may be invalid.

import { isJsonNumber, toDouble } from '../../schema/json/exact-number.ts';
import type { References } from '../references.ts';
import { type FlatSchema, flattenSchema } from './flat-schema.ts';
import { samplePattern } from './sample-pattern.ts';

/** Maximum nesting: a schema that requires itself has no finite value. */
const MAX_DEPTH = 12;
/** Maximum values in one. */
const MAX_VALUES = 10_000;

/** Remaining values. */
interface Budget {
  left: number;
}

/** Generates a minimal value; deterministic. */
export function createMinimalSample(schema: unknown, references: References): unknown {
  return createFlatSample(flattenSchema(schema, references), references);
}

/** As `createMinimalSample`, for a flattened schema. */
export function createFlatSample(flat: FlatSchema, references: References): unknown {
  return sampleAtDepth(flat, references, 0, { left: MAX_VALUES });
}

function sampleAtDepth(flat: FlatSchema, references: References, depth: number, budget: Budget): unknown {
  budget.left -= 1;
  if (Object.hasOwn(flat, 'const')) return flat.const;
  if (Array.isArray(flat.enum) && flat.enum.length > 0) return flat.enum[0];
  for (const given of [flat.default, flat.example, Array.isArray(flat.examples) ? flat.examples[0] : undefined]) {
    if (given !== undefined) return given;
  }
  const isFull = depth > MAX_DEPTH || budget.left <= 0;
  const sampleNested = (schema: unknown) =>
    sampleAtDepth(flattenSchema(schema, references), references, depth + 1, budget);
  switch (sampleTypeOf(flat)) {
    case 'string':
      return sampleString(flat);
    case 'integer':
    case 'number':
      return sampleNumber(flat);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array':
      return isFull ? [] : sampleList(flat, sampleNested);
    default:
      return isFull ? {} : sampleObject(flat, sampleNested);
  }
}

/** The type of value to generate: the first that is not null, else the one that other keywords imply. */
export function sampleTypeOf({ type, properties, ...flat }: FlatSchema): string | undefined {
  const named = Array.isArray(type) ? (type.find((one) => one !== 'null') ?? type[0]) : type;
  if (typeof named === 'string') return named;
  if (Object.keys(properties).length > 0 || flat.required.length > 0 || 'additionalProperties' in flat) return 'object';
  if ('items' in flat || 'prefixItems' in flat) return 'array';
  return 'pattern' in flat || 'format' in flat || 'maxLength' in flat ? 'string' : undefined;
}

/** Generates a nested value. */
type SampleNested = (schema: unknown) => unknown;

function sampleObject({ properties, required }: FlatSchema, sampleNested: SampleNested): object {
  const names = required.map((name) => [name, sampleNested(properties[name] ?? {})] as const);
  return Object.fromEntries(names);
}

function sampleList({ items, prefixItems, minItems }: FlatSchema, sampleNested: SampleNested): unknown[] {
  const first = Array.isArray(prefixItems) ? prefixItems : [];
  const length = Math.min(count(minItems), 100);
  return Array.from({ length }, (_, index) => sampleNested(first[index] ?? items ?? {}));
}

/** Example texts of formats that require one. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'PT0S',
  'google-datetime': '2026-01-01T00:00:00Z',
  'google-duration': '0s',
  email: 'somebody@example.com',
  'idn-email': 'somebody@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  iri: 'https://example.com/',
  'uri-reference': '/',
  'iri-reference': '/',
  'uri-template': '/',
  uuid: '00000000-0000-4000-8000-000000000000',
  byte: '',
  int32: '0',
  int64: '0',
  uint32: '0',
  uint64: '0',
  regex: '.*',
  'json-pointer': '',
  'relative-json-pointer': '0',
};

function sampleString({ format, pattern, minLength, maxLength }: FlatSchema): string {
  if (typeof format === 'string' && Object.hasOwn(FORMATS, format)) return FORMATS[format] ?? '';
  if (typeof pattern === 'string') return samplePattern(pattern, count(minLength)) ?? '';
  const text = 'text'.slice(0, maxLength === undefined ? 4 : count(maxLength));
  return text.padEnd(Math.min(count(minLength), 10_000), 'x');
}

/** Zero, or the nearest allowed number. */
function sampleNumber({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: FlatSchema): number {
  const given = toDouble(multipleOf) ?? 1;
  const step = given > 0 ? given : 1;
  // In OpenAPI 3.0 an exclusive bound is a boolean next to the bound.
  const low = toDouble(exclusiveMinimum) ?? toDouble(minimum) ?? Number.NEGATIVE_INFINITY;
  const high = toDouble(exclusiveMaximum) ?? toDouble(maximum) ?? Number.POSITIVE_INFINITY;
  const above = exclusiveMinimum === true || isJsonNumber(exclusiveMinimum);
  const below = exclusiveMaximum === true || isJsonNumber(exclusiveMaximum);
  if ((low < 0 || (low === 0 && !above)) && (high > 0 || (high === 0 && !below))) return 0;
  if (low >= 0) {
    const next = Math.ceil(low / step) * step;
    const sample = above && next <= low ? next + step : next;
    return sample > high || (below && sample >= high) ? between(low, high, type) : sample;
  }
  const next = Math.floor(high / step) * step;
  return below && next >= high ? next - step : next;
}

function between(low: number, high: number, type: unknown): number {
  return type === 'integer' ? Math.round((low + high) / 2) : (low + high) / 2;
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.floor(value) : 0;
}
