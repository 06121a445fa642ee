// Forms as browsers and many SDKs send them: application/x-www-form-urlencoded (WHATWG URL Standard, section 5; OpenAPI 3.0.3, section 4.7.14.2).

import { isJson, knownMediaType } from '../../openapi/media-type.ts';
import type { EncodingObject } from '../../openapi/objects.ts';
import type { Meaning } from '../../openapi/parameter/meaning.ts';
import { decodeQuery, type Pair, pairsOf, readDeepObject } from '../../openapi/parameter/query.ts';
import { readStyled } from '../../openapi/parameter/style.ts';
import { readText } from '../../openapi/parameter/text.ts';
import { textOf } from './charset.ts';
import { fieldsByProperty, MOST_FIELDS, type NamedFields } from './form-fields.ts';
import { BodyError, type Format } from './format.ts';

export const form: Format = {
  covers: ({ type, subtype }) => type === 'application' && subtype === 'x-www-form-urlencoded',
  read(body, { mediaType, meaning, encoding }) {
    refuseTooMany(body);
    const text = textOf(body, mediaType);
    if (meaning.types && !meaning.types.has('object')) return text;
    const fields = fieldsByProperty(pairsOf(text), new Set(meaning.names));
    return Object.fromEntries(
      [...fields].map(([name, named]) => [name, fieldValue(name, named, meaning.property(name), encoding[name])]),
    );
  },
  write(value) {
    const fields = new URLSearchParams();
    for (const [name, one] of Object.entries(value as object)) append(fields, name, one);
    return fields.toString();
  },
};

const AMPERSAND = 0x26;

/** Counted before anything is made of it. */
function refuseTooMany(body: Uint8Array): void {
  let fields = 1;
  for (let at = body.indexOf(AMPERSAND); at !== -1; at = body.indexOf(AMPERSAND, at + 1)) {
    fields += 1;
    if (fields > MOST_FIELDS) throw new BodyError(`the form has more than ${MOST_FIELDS} fields`);
  }
}

/** @param encoding - how the document says that it is written. By default a list stands in a field for each item, and an object in brackets or in JSON. */
function fieldValue(
  name: string,
  { plain, bracketed }: NamedFields<Pair>,
  meaning: Meaning,
  { style = 'form', explode = style === 'form', contentType }: EncodingObject = {},
): unknown {
  try {
    if (bracketed.length > 0) return readDeepObject(name, [...plain, ...bracketed], meaning);
    const texts = plain.map(({ text }) => text);
    const [first = ''] = texts;
    const isList = meaning.types?.has('array') ?? texts.length > 1;
    const isObject = meaning.types?.has('object') ?? false;
    const range = contentType === undefined ? undefined : knownMediaType(contentType);
    if (range ? isJson(range) : (isObject || isList) && texts.length === 1) {
      const value = jsonIn(decodeQuery(first));
      if (value !== undefined) return value;
    }
    if (isList && (explode || texts.length > 1 || plain[0]?.name !== name)) {
      return texts.map((text, index) => readText(decodeQuery(text), meaning.item(index)));
    }
    if (isList || isObject) return readStyled(first, { name, in: 'query', style, explode }, meaning, decodeQuery);
    return readText(decodeQuery(first), meaning);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new BodyError(`the percent-encoding of ${name} in the form does not decode`);
  }
}

/** A list or an object in JSON; undefined when a text is none. */
export function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lists in a field for each item, what is in an object in brackets. */
function append(fields: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const item of value) append(fields, name, item);
  else if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) append(fields, `${name}[${key}]`, one);
  } else fields.append(name, String(value));
}
