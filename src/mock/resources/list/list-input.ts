// Inputs of a list: query parameters and body fields with their paths.

import type { Operation, RequestParts } from '../../../openapi/document.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { toDouble } from '../../../schema/json/exact-number.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { PropertyPath } from '../resource.ts';

/** A value that a request may contain. */
export interface ListInput {
  /** The path in the request: `query` and a parameter name, or `body` and property names. */
  readonly path: PropertyPath;
  /** The declared name with the names around it: `filter[status]`, `paging.limit`. */
  readonly name: string;
  /** The normalised innermost name: `status` of `filter[status]`. */
  readonly normalName: string;
  /** The normalised name around it; empty for most inputs. */
  readonly prefix: string;
  readonly description: string | undefined;
  readonly schema: Part<Schema> | undefined;
  readonly types: ReadonlySet<string>;
  readonly isDate: boolean;
  /** Whether it is an enum. */
  readonly isChoice: boolean;
}

/** Maximum depth of body fields. */
const MAX_DEPTH = 3;
/** Maximum number of inputs. */
const MAX_INPUTS = 300;

/** @param withBody - whether to include the fields of the body */
export function findListInputs(operation: Operation, withBody: boolean): readonly ListInput[] {
  const { references } = operation;
  const found: ListInput[] = [];
  const add = (path: PropertyPath, schema: Part<Schema> | undefined, names: readonly string[], text?: unknown) => {
    if (found.length === MAX_INPUTS) return;
    const shape = getSchemaShape(schema, references);
    if (shape?.isObject && path.length <= MAX_DEPTH + 1) {
      for (const [name, property] of shape.properties) add([...path, name], property, [...names, name]);
      if (shape.properties.size > 0) return;
    }
    const last = names.at(-1) ?? '';
    found.push(inputOf(path, names.join('.'), last, names.at(-2) ?? '', schema, references, text));
  };
  for (const { name, in: where, schema, part, required } of operation.parameters) {
    if (where !== 'query' || isCredential(name, part.value.description)) continue;
    // A token that the first request requires is no cursor.
    if (required && /^token$/i.test(name)) continue;
    const path = ['query', name];
    // `filter[status]`, `filter[created][gte]`, `ids[]`.
    const [inner, around] = /^[^[\]]+(\[[^[\]]+\])+(\[\])?$/.test(name) ? bracketed(name) : [];
    if (around !== undefined && inner !== undefined) found.push(inputOf(path, name, inner, around, schema, references));
    else add(path, schema, [name], part.value.description);
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

/** Whether a parameter is a credential. */
function isCredential(name: string, description: unknown): boolean {
  if (/^(api_?key|access_?token|oauth_?token|auth_?token)$/i.test(name)) return true;
  return typeof description === 'string' && /\b(api[ -]?key|(access|oauth|auth) token)\b/i.test(description);
}

function inputOf(
  path: PropertyPath,
  name: string,
  own: string,
  around: string,
  schema: Part<Schema> | undefined,
  references: References,
  text?: unknown,
): ListInput {
  const shape = getSchemaShape(schema, references);
  const format = shape?.keywordValue('format');
  const description = text ?? shape?.keywordValue('description');
  return {
    path,
    name,
    normalName: normalizeName(own),
    prefix: normalizeName(around),
    description: typeof description === 'string' ? description : undefined,
    schema,
    types: shape?.types ?? new Set(),
    isDate: format === 'date' || format === 'date-time',
    isChoice: Array.isArray(shape?.keywordValue('enum')),
  };
}

/** The sent value of an input; undefined without one. */
export function getInputValue({ path }: ListInput, parts: RequestParts): unknown {
  let found: unknown = parts;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found === null || found === '' ? undefined : found;
}

/** Whether an input was sent with another value than its default. */
export function isInputSent(input: ListInput, parts: RequestParts, references: References): boolean {
  const value = getInputValue(input, parts);
  const usual = getSchemaShape(input.schema, references)?.keywordValue('default');
  return value !== undefined && stringifyJson(value) !== stringifyJson(usual);
}

/** The sent number of an input; undefined without one. */
export function getInputNumber(input: ListInput | undefined, parts: RequestParts): number | undefined {
  const sent = input && getInputValue(input, parts);
  const number = typeof sent === 'string' && /^\d+$/.test(sent) ? Number(sent) : sent;
  const double = toDouble(number);
  return double !== undefined && Number.isFinite(double) ? Math.trunc(double) : undefined;
}
