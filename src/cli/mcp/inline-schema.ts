// Writes a schema of a document without references, for agents.

import type { References } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';

/** Keywords that cost much text and say little to a caller. */
const LEFT_OUT = new Set(['example', 'examples', 'xml', 'externalDocs', 'discriminator']);
/** Keywords whose value is a map of schemas, so that its keys are names. */
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);

/**
 * A schema with its references resolved, as JSON Schema 2020-12.
 *
 * @param depth - levels of objects and lists; deeper schemas become `{}`, which allows any value
 */
export function inlineSchema(
  schema: unknown,
  references: References,
  depth: number,
): Readonly<Record<string, unknown>> {
  const target = isRecord(schema) ? references.resolveValue(schema) : undefined;
  if (!isRecord(target) || depth < 0) return {};
  const entries = Object.entries(target).flatMap(([keyword, value]): (readonly [string, unknown])[] => {
    if (LEFT_OUT.has(keyword) || keyword.startsWith('x-')) return [];
    return [[keyword, inlineKeyword(keyword, value, references, depth)]];
  });
  return fromOpenApi30(Object.fromEntries(entries));
}

function inlineKeyword(keyword: string, value: unknown, references: References, depth: number): unknown {
  if (MAPS.has(keyword) && isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, inlineSchema(one, references, depth - 1)]),
    );
  if (keyword === 'items' || keyword === 'additionalProperties')
    return isRecord(value) ? inlineSchema(value, references, depth - 1) : value;
  if (keyword === 'not') return inlineSchema(value, references, depth);
  if (Array.isArray(value) && ['allOf', 'anyOf', 'oneOf'].includes(keyword))
    return value.map((one) => inlineSchema(one, references, depth));
  return value;
}

/** `nullable` and boolean bounds of OpenAPI 3.0, as later versions write them. */
function fromOpenApi30({
  nullable,
  exclusiveMinimum,
  exclusiveMaximum,
  ...schema
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { minimum, maximum, ...others } = schema;
  const low = exclusiveMinimum === true ? { exclusiveMinimum: minimum } : defined({ minimum, exclusiveMinimum });
  const high = exclusiveMaximum === true ? { exclusiveMaximum: maximum } : defined({ maximum, exclusiveMaximum });
  const bounded = { ...others, ...low, ...high };
  return nullable === true && typeof schema.type === 'string' ? { ...bounded, type: [schema.type, 'null'] } : bounded;
}

function defined(bounds: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(bounds).filter(([, value]) => typeof value === 'number'));
}
