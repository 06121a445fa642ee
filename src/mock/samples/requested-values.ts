// Values of a request that its response repeats: id, filters, body.

import type { Operation, RequestParts } from '../../openapi/document.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part, References } from '../../openapi/references.ts';
import { flattenSchema } from '../../openapi/schema/flat-schema.ts';
import { singular } from '../../openapi/singular.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer, pointerSegments, valueAtPointer } from '../../schema/json-pointer.ts';
import { propertyWords } from './generate/property-words.ts';
import { isEntryTime, timeInRange } from './time-range.ts';

/** Maximum depth for path and query values: an envelope, a list, an item. */
const DEEPEST = 3;

/** The wanted values of a response body, by JSON Pointer. */
export function requestedValues(
  { path, references }: Pick<Operation, 'path' | 'references'>,
  parts: RequestParts,
  schema: Part<Schema> | undefined,
): (pointer: string) => unknown {
  const id = schema && idIn(path, parts.path, schema, references);
  const byName = new Map<string, unknown>();
  for (const values of [parts.query, parts.path]) {
    for (const [name, value] of Object.entries(values))
      if (isShown(value)) byName.set(propertyWords(name), first(value));
  }
  const sent = isRecord(parts.body) ? parts.body : undefined;
  return (pointer) => {
    if (pointer === '') return undefined;
    if (pointer === id?.pointer) return id.value;
    const steps = pointerSegments(pointer);
    const own =
      sent &&
      (sentAt(sent, pointer) ?? (steps.length === 2 ? sentAt(sent, childPointer('', steps[1] ?? '')) : undefined));
    if (own !== undefined) return own;
    const isNear = steps.length <= DEEPEST && steps.slice(0, -1).filter((step) => !/^\d+$/.test(step)).length <= 1;
    const name = steps.at(-1) ?? '';
    if (!isNear || byName.has(propertyWords(name)) || !isEntryTime(name))
      return byName.get(isNear ? propertyWords(name) : '');
    return timeInRange(parts.query, Number(steps.findLast((step) => /^\d+$/.test(step)) ?? 0));
  };
}

function isShown(value: unknown): boolean {
  return first(value) !== undefined && typeof first(value) !== 'object';
}

/** A filter with several values applies one to each item. */
function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function sentAt(sent: object, pointer: string): unknown {
  const value = valueAtPointer(sent, pointer);
  return value instanceof Uint8Array || value instanceof Blob ? undefined : value;
}

/** Names that an id has where it has not that of its parameter, the commonest first. */
const IDS = ['id', 'uuid', 'key', 'code', 'slug', 'sid', 'guid'];
const ENVELOPES = ['data', 'result', 'item', 'resource', 'response', 'attributes'];

/** The pointer and value of the id in the response of `/things/{thingId}`. */
function idIn(
  path: string,
  values: RequestParts['path'],
  schema: Part<Schema>,
  references: References,
): { readonly pointer: string; readonly value: unknown } | undefined {
  const [, segment = '', parameter = ''] = /([^/{}]*)\/\{([^{}]+)\}(?:\/[^/{}]+)?\/?$/.exec(path) ?? [];
  const value = Object.hasOwn(values, parameter) ? values[parameter] : undefined;
  if (!isShown(value)) return undefined;
  const words = propertyWords(parameter);
  const noun = singular(propertyWords(segment));
  const short = words.startsWith(`${noun} `) ? words.slice(noun.length + 1) : words;
  const wanted = [...new Set([words, short, ...IDS, ...(typeof value === 'string' ? ['name'] : [])])];
  const isId = /\b(id|key|code|slug|name|uuid|number|sid|guid)$/.test(words) || words === noun;
  const { properties } = flattenSchema(schema.value, references);
  const at = (own: object, base: string): string | undefined => {
    const names = Object.keys(own);
    const name = (isId ? wanted : [words])
      .map((one) => names.find((name) => propertyWords(name) === one))
      .find((one) => one !== undefined);
    return name === undefined ? undefined : childPointer(base, name);
  };
  const direct = at(properties, '');
  if (direct !== undefined) return { pointer: direct, value };
  for (const name of Object.keys(properties)) {
    if (!ENVELOPES.includes(name) && singular(propertyWords(name)) !== noun) continue;
    const inner = at(flattenSchema(properties[name], references).properties, childPointer('', name));
    if (inner !== undefined) return { pointer: inner, value };
  }
  return undefined;
}
