// Writes a schema of a document without references, for agents.

import type { References } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';

/** Keywords that cost much text and say little to a caller. */
const LEFT_OUT = new Set(['example', 'examples', 'xml', 'externalDocs', 'discriminator', '$defs', 'definitions']);
/** Keywords whose value is a map of schemas, so that its keys are names. */
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/** Keywords of one schema, and of lists of schemas. */
const SINGLE = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
/** Keywords that are one level deeper, for values inside of the value. */
const DEEPER = new Set([...MAPS, 'items', 'additionalProperties', 'prefixItems', 'contains']);

/** How much of a schema is written. Deeper and further schemas become `{}`, which allows any value. */
export interface InlineBounds {
  /** Levels of objects and lists. */
  readonly depth: number;
  /** Schemas in all: agents pay for each. Default 300. */
  readonly most?: number;
}

/** Writes one schema as JSON Schema 2020-12, with its references resolved. */
export function inlineSchema(
  schema: unknown,
  references: References,
  bounds: InlineBounds,
): Readonly<Record<string, unknown>> {
  const written = createInliner(references, bounds)(schema);
  return isRecord(written) ? written : {};
}

/** Writes schemas that share the bounds, such as those of one operation. */
export function createInliner(
  references: References,
  { depth, most = 300 }: InlineBounds,
): (schema: unknown) => unknown {
  let left = most;
  const open = new Set<object>();

  const write = (schema: unknown, level: number): unknown => {
    if (typeof schema === 'boolean') return schema;
    const target = isRecord(schema) ? references.resolveValue(schema) : undefined;
    if (!isRecord(target) || level < 0 || left <= 0 || open.has(target)) return {};
    left -= 1;
    open.add(target);
    const entries = Object.entries(target).flatMap(([keyword, value]): (readonly [string, unknown])[] => {
      if (LEFT_OUT.has(keyword) || keyword.startsWith('x-')) return [];
      return [[keyword, writeKeyword(keyword, value, DEEPER.has(keyword) ? level - 1 : level)]];
    });
    open.delete(target);
    return fromOpenApi30(Object.fromEntries(entries));
  };

  const writeKeyword = (keyword: string, value: unknown, level: number): unknown => {
    if (MAPS.has(keyword) && isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, write(one, level)]));
    if (LISTS.has(keyword) && Array.isArray(value)) return value.map((one) => write(one, level));
    return SINGLE.has(keyword) ? write(value, level) : value;
  };

  return (schema) => write(schema, depth);
}

/** `nullable` and boolean bounds of OpenAPI 3.0, as later versions write them. */
function fromOpenApi30({
  nullable,
  exclusiveMinimum,
  exclusiveMaximum,
  ...schema
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { minimum, maximum, ...others } = schema;
  const low = exclusiveMinimum === true ? { exclusiveMinimum: minimum } : numbers({ minimum, exclusiveMinimum });
  const high = exclusiveMaximum === true ? { exclusiveMaximum: maximum } : numbers({ maximum, exclusiveMaximum });
  const bounded = { ...others, ...low, ...high };
  return nullable === true && typeof schema.type === 'string' ? { ...bounded, type: [schema.type, 'null'] } : bounded;
}

function numbers(bounds: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(bounds).filter(([, value]) => value !== undefined && typeof value !== 'boolean'),
  );
}
