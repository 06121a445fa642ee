// Adds all optional parts to a request body.

import { getAtPath } from '../../mock/resources/property-path.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Part } from '../../openapi/references.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import { demandsAt, isReadOnly, MOST_VALUES, replaced, type Varying } from './varying.ts';

/** Maximum depth of filled objects. */
const MOST_FILLED_LEVELS = 3;

/** Adds all properties that the schema declares, as long as the value stays valid. */
export function filledOut(schema: Part, value: unknown, varying: Varying): unknown {
  const { document } = varying;
  let whole = value;
  const fill = (parts: readonly Part[], pointer: string, level: number): void => {
    const here = getAtPath(whole, pointerSegments(pointer));
    const demands = demandsAt(parts, here, varying);
    if (Array.isArray(here) && here.length === 0) {
      const [part] = demands.item;
      const item = part && varying.sample(part);
      if (item !== undefined) put(pointer, [item]);
    }
    if (!isRecord(here) || level === MOST_FILLED_LEVELS) return;
    for (const [name, [part]] of [...demands.properties].slice(0, MOST_VALUES)) {
      const at = childPointer(pointer, name);
      if (isReadOnly(demands.properties.get(name), varying)) continue;
      if (!Object.hasOwn(here, name)) put(at, part && varying.sample(part));
      if (part) fill(demands.properties.get(name) ?? [], at, level + 1);
    }
  };
  const put = (pointer: string, more: unknown): void => {
    const next = more === undefined ? whole : replaced(whole, pointer, more);
    if (next !== whole && document.validate(schema as Part<object>, next, 'request').length === 0) whole = next;
  };
  fill([schema], '', 0);
  return whole;
}
