// Query parameters: single pairs, repeated pairs, or the whole query string.

import { jsonIn, readForm } from './form.ts';
import { isForm } from './form-field.ts';
import { type KnownParameter, type ReadableParameter, readOne } from './known-parameter.ts';
import { type Meaning, mayBeScalar } from './meaning.ts';
import { decodeQuery, type Pair, readDeepObject } from './query.ts';
import { readText } from './text.ts';

/** Raw texts by name. */
export type Texts = ReadonlyMap<string, readonly string[]>;

export function groupByName(pairs: readonly Pair[]): Texts {
  const byName = new Map<string, string[]>();
  for (const { name, text } of pairs) {
    const texts = byName.get(name);
    if (texts) texts.push(text);
    else byName.set(name, [text]);
  }
  return byName;
}

/** The value of a parameter that is the whole query string. A `+` is a space in forms only. */
export function readWholeQuery(query: string, one: KnownParameter): unknown {
  const { content } = one.parameter;
  if (!content || !isForm(content.type)) return readOne(query, one, decodeURIComponent);
  return readForm(query, one.meaning, content.encoding);
}

/** Whether a parameter may be sent without a value. For strings, empty text is a value. */
export function mayBeEmpty(
  { in: location, isWholeQuery, allowEmptyValue }: ReadableParameter,
  { types }: Meaning,
): boolean {
  return location === 'query' && !isWholeQuery && allowEmptyValue && types !== undefined && !types.has('string');
}

export function isSentEmpty({ parameter, key, meaning: view }: KnownParameter, byName: Texts): boolean {
  if (!mayBeEmpty(parameter, view)) return false;
  const texts = byName.get(key);
  return texts?.length === 1 && texts[0] === '';
}

/** Reads a parameter from the query; undefined if it was not sent. */
export function readFromQuery(
  one: KnownParameter,
  pairs: readonly Pair[],
  byName: Texts,
  ownNames: ReadonlySet<string>,
): unknown {
  const { parameter, key, meaning: view, isSpread } = one;
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
  return explode && isList ? readText(decodeQuery(first), view) : readOne(first, one, decodeQuery);
}

/**
 * Reads a list item. OpenAPI defines no serialization of objects in lists (3.0.3, section 4.7.12.4); clients send
 * JSON.
 */
function readListItem(text: string, view: Meaning): unknown {
  return (view.types?.has('object') ? jsonIn(text) : undefined) ?? readText(text, view);
}

/** An object whose members are pairs of the query; undefined if there is none. */
function readSpread(
  { meaning: view }: KnownParameter,
  byName: Texts,
  ownNames: ReadonlySet<string>,
): object | undefined {
  const { names, isOpen = names.length === 0 } = view;
  const others = isOpen ? [...byName.keys()].filter((name) => !ownNames.has(name)) : [];
  const entries = [...names, ...others].flatMap((name): [string, unknown][] => {
    const texts = byName.get(name);
    if (!texts) return [];
    const property = view.property(name);
    const isList = property.types?.has('array') ?? false;
    const read = isList
      ? texts.map((text, index) => readText(decodeQuery(text), property.item(index)))
      : readText(decodeQuery(texts[0] ?? ''), property);
    return [[name, read]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
