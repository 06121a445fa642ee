// Adds all optional properties to a request body, or removes them.

import { deleteAtPath, getAtPath } from '../../mock/resources/property-path.ts';
import type { Document } from '../../openapi/document.ts';
import type { Part } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import type { RequestInput } from './serialize-request.ts';
import { collectConstraints, isReadOnly, MAX_VALUES, replaceAt, type VariationContext } from './variation-context.ts';

/** Maximum depth of filled objects. */
const MAX_FILLED_LEVELS = 3;

/** Adds all properties that the schema declares, as long as the value stays valid. */
export function fillOptionalProperties(schema: Part, value: unknown, variationContext: VariationContext): unknown {
  const { document } = variationContext;
  let filled = value;
  const fill = (parts: readonly Part[], pointer: string, level: number): void => {
    const current = getAtPath(filled, pointerSegments(pointer));
    const constraints = collectConstraints(parts, current, variationContext);
    if (Array.isArray(current) && current.length === 0) {
      const [part] = constraints.item;
      const item = part && variationContext.sample(part);
      if (item !== undefined) put(pointer, [item]);
    }
    if (!isRecord(current) || level === MAX_FILLED_LEVELS) return;
    for (const [name, [part]] of [...constraints.properties].slice(0, MAX_VALUES)) {
      const at = childPointer(pointer, name);
      if (isReadOnly(constraints.properties.get(name), variationContext)) continue;
      if (!Object.hasOwn(current, name)) put(at, part && variationContext.sample(part));
      if (part) fill(constraints.properties.get(name) ?? [], at, level + 1);
    }
  };
  const put = (pointer: string, more: unknown): void => {
    const next = more === undefined ? filled : replaceAt(filled, pointer, more);
    if (next !== filled && document.validate(schema as Part<object>, next, 'request').length === 0) filled = next;
  };
  fill([schema], '', 0);
  return filled;
}

/** Removes the optional properties for which the document gives no value, as long as the value stays valid. */
export function removeInventedProperties(schema: Part, value: unknown, variationContext: VariationContext): unknown {
  const { document } = variationContext;
  let rest = value;
  const reduce = (parts: readonly Part[], pointer: string, level: number): void => {
    const current = getAtPath(rest, pointerSegments(pointer));
    const constraints = collectConstraints(parts, current, variationContext);
    // An example of the whole object has its properties, too.
    if (!isRecord(current) || level === MAX_FILLED_LEVELS || constraints.examples.some(isRecord)) return;
    for (const name of Object.keys(current)) {
      const own = constraints.properties.get(name) ?? constraints.others;
      const at = childPointer(pointer, name);
      if (!hasOwnValue(own, current[name], variationContext, level)) {
        const less = replaceAt(rest, at, undefined);
        if (document.validate(schema as Part<object>, less, 'request').length === 0) rest = less;
      }
      reduce(own, at, level + 1);
    }
  };
  reduce([schema], '', 0);
  return rest;
}

/** Whether the document gives a value, or a part of it: by an example, or a default. */
function hasOwnValue(
  parts: readonly Part[],
  current: unknown,
  variationContext: VariationContext,
  level: number,
): boolean {
  const { examples, defaults, properties, item } = collectConstraints(parts, current, variationContext);
  if (examples.length + defaults.length > 0) return true;
  if (level === MAX_FILLED_LEVELS) return false;
  if (Array.isArray(current)) return item.length > 0 && hasOwnValue(item, current[0], variationContext, level + 1);
  return [...properties].some(
    ([name, inner]) => isRecord(current) && hasOwnValue(inner, current[name], variationContext, level + 1),
  );
}

/** Removes optional properties: in search requests, they are filters and pages. */
export function removeOptionalProperties(input: RequestInput, document: Document): RequestInput {
  const { type, body } = input;
  const schema = type?.schema;
  if (!schema || !isRecord(body)) return input;
  const isAllowed = (value: unknown) => document.validate(schema, value, 'request').length === 0;
  if (isAllowed({})) return { ...input, body: {} };
  const reduced = Object.keys(body).reduce<unknown>((so, name) => {
    const smaller = deleteAtPath(so, [name]);
    return isAllowed(smaller) ? smaller : so;
  }, body);
  return { ...input, body: reduced };
}
