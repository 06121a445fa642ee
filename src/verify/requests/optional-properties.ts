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
