// Query parameters: single pairs, repeated pairs, or the whole query string.

import { isUrlEncodedForm } from './form-fields.ts';
import { parseForm, parseJsonContainer } from './parse-form.ts';
import { parseScalar } from './parse-scalar.ts';
import { type PreparedParameter, type ReadableParameter, readParameterText } from './prepared-parameter.ts';
import { decodeQuery, type QueryPair, readDeepObject } from './query-pairs.ts';
import { mayBeScalar, type SchemaView } from './schema-view.ts';

/** Raw texts by name. */
export type TextsByName = ReadonlyMap<string, readonly string[]>;

export function groupByName(pairs: readonly QueryPair[]): TextsByName {
  const byName = new Map<string, string[]>();
  for (const { name, text } of pairs) {
    const texts = byName.get(name);
    if (texts) texts.push(text);
    else byName.set(name, [text]);
  }
  return byName;
}

/** The value of a parameter that is the whole query string. A `+` is a space in forms only. */
export function readWholeQuery(query: string, one: PreparedParameter): unknown {
  const { content } = one.parameter;
  if (!content || !isUrlEncodedForm(content.type)) return readParameterText(query, one, decodeURIComponent);
  return parseForm(query, one.view, content.encoding);
}

/** Whether a parameter may be sent without a value. For strings, empty text is a value. */
export function allowsEmptyValue(
  { in: location, isWholeQuery, allowEmptyValue }: ReadableParameter,
  { types }: SchemaView,
): boolean {
  return (
    location === 'query' && !isWholeQuery && allowEmptyValue === true && types !== undefined && !types.has('string')
  );
}

export function isSentEmpty({ parameter, key, view }: PreparedParameter, byName: TextsByName): boolean {
  if (!allowsEmptyValue(parameter, view)) return false;
  const texts = byName.get(key);
  return texts?.length === 1 && texts[0] === '';
}

/** Whether a parameter was sent without a value, although the document forbids that (`allowEmptyValue: false`). */
export function isWronglyEmpty({ parameter, key }: PreparedParameter, byName: TextsByName): boolean {
  return parameter.allowEmptyValue === false && byName.get(key)?.includes('') === true;
}

/** Reads a parameter from the query; undefined if it was not sent. */
export function readQueryParameter(
  one: PreparedParameter,
  pairs: readonly QueryPair[],
  byName: TextsByName,
  ownNames: ReadonlySet<string>,
): unknown {
  const { parameter, key, view, isSpread } = one;
  const { style, explode, content } = parameter;
  if (isSpread) return readSpread(one, byName, ownNames);
  if (style === 'deepObject' && !content) {
    const own = pairs.filter(({ name }) => name === key || !ownNames.has(name));
    return readDeepObject(key, own, view);
  }
  const texts = byName.get(key);
  const [first] = texts ?? [];
  if (texts === undefined || first === undefined) return undefined;
  const { types } = view;
  const isList = types?.has('array') === true && !content;
  // A scalar with several texts takes the first one.
  if (isList && (texts.length > 1 || (explode && !mayBeScalar(view))))
    return texts.map((text, index) => readListItem(decodeQuery(text), view.item(index)));
  return explode && isList ? parseScalar(decodeQuery(first), view) : readParameterText(first, one, decodeQuery);
}

/**
 * Reads a list item. OpenAPI defines no serialization of objects in lists (3.0.3, section 4.7.12.4); clients send
 * JSON.
 */
function readListItem(text: string, view: SchemaView): unknown {
  return (view.types?.has('object') ? parseJsonContainer(text) : undefined) ?? parseScalar(text, view);
}

/** An object whose members are pairs of the query; undefined if there is none. */
function readSpread(
  { view }: PreparedParameter,
  byName: TextsByName,
  ownNames: ReadonlySet<string>,
): object | undefined {
  const { propertyNames: names, allowsOtherProperties: isOpen = names.length === 0 } = view;
  const others = isOpen ? [...byName.keys()].filter((name) => !ownNames.has(name)) : [];
  const entries = [...names, ...others].flatMap((name): [string, unknown][] => {
    const texts = byName.get(name);
    if (!texts) return [];
    const property = view.property(name);
    const isList = property.types?.has('array') ?? false;
    const read = isList
      ? texts.map((text, index) => parseScalar(decodeQuery(text), property.item(index)))
      : parseScalar(decodeQuery(texts[0] ?? ''), property);
    return [[name, read]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
