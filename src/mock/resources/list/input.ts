// What a list can be asked for: the values of the query, and the fields of a body, each with its place in a request.

import type { Operation, RequestParts } from '../../../openapi/document.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { plain } from '../inference/word.ts';
import type { Place } from '../resource.ts';

/** A value that a request may have. */
export interface Input {
  /** In the parts of a request: `query`, then the name of a parameter; `body`, then the names of fields. */
  readonly place: Place;
  /** As the document has it, with the names around it: `filter[status]`, `paging.limit`. */
  readonly name: string;
  /** The letters and digits of its own name, in lower case: `status` of `filter[status]`. */
  readonly plain: string;
  /** What stands around it; empty for most. */
  readonly around: string;
  readonly schema: Part<Schema> | undefined;
  readonly types: ReadonlySet<string>;
  readonly isDate: boolean;
  /** Whether there are but a few values that it may have. */
  readonly isChoice: boolean;
}

/** How deep the fields of a body are looked for. */
const DEEPEST = 3;
/** How many values of a request are looked at. */
const MOST_INPUTS = 300;

/** @param withBody - whether the fields of the body are asked as well */
export function inputsOf(operation: Operation, withBody: boolean): readonly Input[] {
  const { references } = operation;
  const found: Input[] = [];
  const add = (place: Place, schema: Part<Schema> | undefined, names: readonly string[]) => {
    if (found.length === MOST_INPUTS) return;
    const shape = getSchemaShape(schema, references);
    if (shape?.isObject && place.length <= DEEPEST + 1) {
      for (const [name, property] of shape.properties) add([...place, name], property, [...names, name]);
      if (shape.properties.size > 0) return;
    }
    const last = names.at(-1) ?? '';
    found.push(inputOf(place, names.join('.'), last, names.at(-2) ?? '', schema, references));
  };
  for (const { name, in: where, schema, part, required } of operation.parameters) {
    if (where !== 'query' || isCredential(name, part.value.description)) continue;
    // What the first request has too is no mark that an answer has told.
    if (required && /^token$/i.test(name)) continue;
    const place = ['query', name];
    // `filter[status]`, `filter[created][gte]`, `ids[]`.
    const [inner, around] = /^[^[\]]+(\[[^[\]]+\])+(\[\])?$/.test(name) ? bracketed(name) : [];
    if (around !== undefined && inner !== undefined)
      found.push(inputOf(place, name, inner, around, schema, references));
    else add(place, schema, [name]);
  }
  if (withBody) {
    const shape = getSchemaShape(operation.requestSchema, references);
    for (const [name, property] of shape?.properties ?? []) add(['body', name], property, [name]);
  }
  return found;
}

/** The names in brackets and before them, the innermost first. */
function bracketed(name: string): readonly string[] {
  return name
    .split(/[[\]]+/)
    .filter((one) => one !== '')
    .toReversed();
}

/** Whether a parameter says who is asking, not what for. */
function isCredential(name: string, description: unknown): boolean {
  if (/^(api_?key|access_?token|oauth_?token|auth_?token)$/i.test(name)) return true;
  return typeof description === 'string' && /\b(api[ -]?key|(access|oauth|auth) token)\b/i.test(description);
}

function inputOf(
  place: Place,
  name: string,
  own: string,
  around: string,
  schema: Part<Schema> | undefined,
  references: References,
): Input {
  const shape = getSchemaShape(schema, references);
  const format = shape?.keywordValue('format');
  return {
    place,
    name,
    plain: plain(own),
    around: plain(around),
    schema,
    types: shape?.types ?? new Set(),
    isDate: format === 'date' || format === 'date-time',
    isChoice: Array.isArray(shape?.keywordValue('enum')),
  };
}

/** What a request says; undefined when it does not. */
export function sentFor({ place }: Input, parts: RequestParts): unknown {
  let found: unknown = parts;
  for (const name of place) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found === null || found === '' ? undefined : found;
}

/** The number that a request says; undefined when it says none. */
export function numberFor(input: Input | undefined, parts: RequestParts): number | undefined {
  const sent = input && sentFor(input, parts);
  const number = typeof sent === 'string' && /^\d+$/.test(sent) ? Number(sent) : sent;
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : undefined;
}
