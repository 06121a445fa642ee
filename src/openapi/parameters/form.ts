// Encoded forms in bodies and queries (WHATWG URL Standard, section 5; OpenAPI 3.0.3, section 4.7.14.2).

import { isJson, knownMediaType } from '../media-type.ts';
import type { EncodingObject } from '../objects.ts';
import { fieldsByProperty, type NamedFields } from './form-fields.ts';
import type { Meaning } from './meaning.ts';
import { decodeQuery, type Pair, pairsOf, readDeepObject } from './query.ts';
import { readStyled } from './style.ts';
import { readText } from './text.ts';

/** A field has invalid percent-encoding. */
export class UndecodableField extends URIError {}

/**
 * Parses a form to an object; returns its text if the schema allows no object.
 *
 * @param encoding - encodings of the properties, by name
 * @throws UndecodableField
 */
export function readForm(
  text: string,
  view: Meaning,
  encoding: Readonly<Record<string, EncodingObject>>,
): Readonly<Record<string, unknown>> | string {
  if (view.types && !view.types.has('object')) return text;
  const fields = fieldsByProperty(pairsOf(text), new Set(view.names));
  return Object.fromEntries(
    [...fields].map(([name, named]) => [name, parseField(name, named, view.property(name), encoding[name])]),
  );
}

/** By default, lists have one field per item, and objects are in brackets or JSON. */
function parseField(
  name: string,
  { plain, bracketed }: NamedFields<Pair>,
  view: Meaning,
  { style = 'form', explode = style === 'form', contentType }: EncodingObject = {},
): unknown {
  try {
    if (bracketed.length > 0) return readDeepObject(name, [...plain, ...bracketed], view);
    const texts = plain.map(({ text }) => text);
    const [first = ''] = texts;
    const isList = view.types?.has('array') ?? texts.length > 1;
    const isObject = view.types?.has('object') ?? false;
    const range = contentType === undefined ? undefined : knownMediaType(contentType);
    if (range ? isJson(range) : (isObject || isList) && texts.length === 1) {
      const value = jsonIn(decodeQuery(first));
      if (value !== undefined) return value;
    }
    if (isList && (explode || texts.length > 1 || plain[0]?.name !== name)) {
      return texts.map((text, index) => readText(decodeQuery(text), view.item(index)));
    }
    if (isList || isObject) return readStyled(first, { name, in: 'query', style, explode }, view, decodeQuery);
    return readText(decodeQuery(first), view);
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause;
    throw new UndecodableField(`invalid percent-encoding in form field ${name}`, { cause });
  }
}

/** Parses a JSON list or object; undefined for other text. */
export function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
