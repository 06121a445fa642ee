// Encoded forms in bodies and queries (WHATWG URL Standard, section 5; OpenAPI 3.0.3, section 4.7.14.2).

import { parseJson } from '../../schema/json/parse-json.ts';
import { cachedMediaType, isJson } from '../media-type.ts';
import type { EncodingObject } from '../objects.ts';
import { groupFieldsByProperty, type NamedFields } from './form-fields.ts';
import { parseScalar } from './parse-scalar.ts';
import { decodeQuery, parseQueryPairs, type QueryPair, readDeepObject } from './query-pairs.ts';
import { readStyled } from './read-styled.ts';
import type { SchemaView } from './schema-view.ts';

/**
 * Parses a form to an object; returns its text if the schema allows no object.
 *
 * @param encoding - encodings of the properties, by name
 * @throws URIError for invalid percent-encoding
 * @throws SyntaxError if the prefix of a field's style is missing
 */
export function parseForm(
  text: string,
  view: SchemaView,
  encoding: Readonly<Record<string, EncodingObject>>,
): Readonly<Record<string, unknown>> | string {
  if (view.types && !view.types.has('object')) return text;
  const spread = spreadProperties(view, encoding);
  const fields = groupFieldsByProperty(parseQueryPairs(text), new Set([...view.propertyNames, ...spread.keys()]));
  const values = new Map<string, unknown>();
  for (const [name, named] of fields) {
    const owner = spread.get(name);
    const property = owner === undefined ? view.property(name) : view.property(owner).property(name);
    const value = parseField(name, named, property, owner === undefined ? encoding[name] : undefined);
    values.set(
      owner ?? name,
      owner === undefined ? value : { ...(values.get(owner) as object | undefined), [name]: value },
    );
  }
  return Object.fromEntries(values);
}

/** The owners of fields that are members of an exploded object, by name: `form` has no name of its own for it. */
function spreadProperties(
  view: SchemaView,
  encoding: Readonly<Record<string, EncodingObject>>,
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [name, { style, explode }] of Object.entries(encoding)) {
    const isSpread = style === 'form' ? explode !== false : style === undefined && explode === true;
    const property = view.property(name);
    if (!isSpread || !property.types?.has('object') || property.types.has('array')) continue;
    for (const member of property.propertyNames) if (!view.propertyNames.includes(member)) owners.set(member, name);
  }
  return owners;
}

/** By default, lists have one field per item, and objects are in brackets or JSON. */
function parseField(
  name: string,
  { plain, bracketed }: NamedFields<QueryPair>,
  view: SchemaView,
  { style = 'form', explode = style === 'form', contentType }: EncodingObject = {},
): unknown {
  try {
    if (bracketed.length > 0) return readDeepObject(name, [...plain, ...bracketed], view);
    const texts = plain.map(({ text }) => text);
    const [first = ''] = texts;
    const isList = view.types?.has('array') ?? texts.length > 1;
    const isObject = view.types?.has('object') ?? false;
    const range = contentType === undefined ? undefined : cachedMediaType(contentType);
    if (range ? isJson(range) : (isObject || isList) && texts.length === 1) {
      const value = parseJsonContainer(decodeQuery(first));
      if (value !== undefined) return value;
    }
    if (isList && (explode || texts.length > 1 || plain[0]?.name !== name)) {
      return texts.map((text, index) => parseScalar(decodeQuery(text), view.item(index)));
    }
    if (isList || isObject) return readStyled(first, { name, in: 'query', style, explode }, view, decodeQuery);
    return parseScalar(decodeQuery(first), view);
  } catch (cause) {
    if (cause instanceof URIError) throw new URIError(`invalid percent-encoding in form field ${name}`, { cause });
    throw cause instanceof SyntaxError ? new SyntaxError(`form field ${name} ${cause.message}`, { cause }) : cause;
  }
}

/** Parses a JSON list or object; undefined for other text. */
export function parseJsonContainer(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text) as object;
  } catch {
    return undefined;
  }
}
