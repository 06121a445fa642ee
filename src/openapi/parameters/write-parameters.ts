// Serializes parameter values into a request, as the reader parses them.

import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import type { BodyMediaType } from '../content.ts';
import { cachedMediaType, isJson } from '../media-type.ts';
import type { Parameter } from '../parse-parameters.ts';
import type { ParameterValues } from './parameter-reader.ts';

/** Serialized, encoded parameters of a request. */
export interface WrittenParameters {
  /** By parameter name. */
  readonly path: Readonly<Record<string, string>>;
  /** Without its `?`; empty for none. */
  readonly query: string;
  /** Names as in the document, and texts, including `Cookie`. */
  readonly headers: readonly (readonly [name: string, text: string])[];
}

/**
 * Serializes parameter values (OpenAPI 3.0.3, section 4.7.12.2; RFC 6570). Lists and objects without a style are JSON.
 * Some values cannot be serialized at their location, such as empty text in a path.
 *
 * @param values - by location and name, header names in lower case; undefined values are skipped
 */
export function writeParameters(parameters: readonly Parameter[], values: ParameterValues): Result<WrittenParameters> {
  const path: Record<string, string> = {};
  const query: string[] = [];
  const headers: (readonly [string, string])[] = [];
  const cookies: string[] = [];
  for (const parameter of parameters) {
    const { name, in: location } = parameter;
    const value = values[location][location === 'header' ? name.toLowerCase() : name];
    if (value === undefined) continue;
    const written = WRITERS[location](parameter, value);
    if (!written.ok) return written;
    if (location === 'path') path[name] = written.value;
    else if (location === 'query') query.push(written.value);
    else if (location === 'header') headers.push([name, written.value]);
    else cookies.push(written.value);
  }
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  return success({ path, query: query.filter((text) => text !== '').join('&'), headers });
}

type Encode = (text: string) => string;

type Write = (parameter: Parameter, value: unknown) => Result<string>;

const WRITERS: Readonly<Record<Parameter['in'], Write>> = {
  path: pathText,
  query: queryText,
  header: headerText,
  cookie: cookieText,
};

function pathText(parameter: Parameter, value: unknown): Result<string> {
  const text = styledText(parameter, value, encodeText);
  // An empty segment would be another path; dot segments are removed by clients and servers (RFC 3986, section 5.2.4).
  if (text === '') return failure(`${parameter.name} would be empty in the path`);
  if (/^\.{1,2}$/.test(text)) return failure(`${text} is not allowed as a path segment`);
  return success(text);
}

function headerText(parameter: Parameter, value: unknown): Result<string> {
  if (!parameter.content && isContainer(value)) {
    const texts = Object.entries(value).flatMap(([key, one]) => [
      ...(Array.isArray(value) ? [] : [key]),
      scalarText(one),
    ]);
    // Headers are not encoded.
    if (texts.some((text) => text.includes(',')))
      return failure(`a comma in an item of header ${parameter.name} cannot be sent`);
  }
  const text = styledText(parameter, value, (one) => one);
  // RFC 9110, section 5.5. Surrounding spaces are not part of the value.
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text))
    return failure(`${JSON.stringify(text)} is not a valid value for header ${parameter.name}`);
  return success(text);
}

function cookieText(parameter: Parameter, value: unknown): Result<string> {
  const { name, explode, content, style } = parameter;
  const encode: Encode = style === 'cookie' ? (one) => one : encodeText;
  const isExploded = explode && !content && isContainer(value);
  if (isExploded && Object.keys(value).length === 0)
    return failure(`an empty ${Array.isArray(value) ? 'list' : 'object'} of ${name} cannot be sent`);
  const text = isExploded
    ? memberPairs(name, value, encode).join(style === 'cookie' ? '; ' : '&')
    : `${name}=${styledText(parameter, value, encode)}`;
  // RFC 6265, section 4.1.1; spaces and commas occur in practice.
  if (style === 'cookie' && !COOKIE_TEXT.test(isExploded ? memberPairs('', value, encode).join('') : text))
    return failure(`${JSON.stringify(text)} is not a valid cookie ${name}`);
  return success(text);
}

const COOKIE_TEXT = /^[\x21\x23-\x3a\x3c-\x5b\x5d-\x7e]*$/;

function queryText(parameter: Parameter, value: unknown): Result<string> {
  return parameter.isWholeQuery ? wholeQuery(parameter, value) : writePairs(parameter, value);
}

/** The serialization of a parameter in a query, or of a field in a form. */
export type QueryStyle = Pick<Parameter, 'name' | 'style' | 'explode' | 'allowReserved'> & {
  readonly content: Pick<BodyMediaType, 'type'> | undefined;
};

/** The pairs of a query or form for one value, as in `p=1&p=2`. Empty lists and objects have none. */
export function writePairs(parameter: QueryStyle, value: unknown): Result<string> {
  const { name, content } = parameter;
  if (content || !isContainer(value))
    return success(pairText(name, styledText(parameter, value, encoderOf(parameter))));
  if (Object.keys(value).length === 0)
    return failure(`an empty ${Array.isArray(value) ? 'list' : 'object'} cannot be sent as ${name}`);
  return success(containerText(parameter, value));
}

/** Reserved characters that are not delimiters in a query stay, if that is allowed. */
function encoderOf({ allowReserved, explode, style }: QueryStyle): Encode {
  if (!allowReserved) return encodeText;
  const unescaped = explode || style === 'deepObject' ? /%(?:3A|2F|3F|40|24|3B|2C)/g : /%(?:3A|2F|3F|40|24|3B)/g;
  return (text) => encodeText(text).replaceAll(unescaped, decodeURIComponent);
}

function pairText(key: string, text: string): string {
  return `${encodeText(key)}=${text}`;
}

/** The pairs of a list or an object. */
function containerText(parameter: QueryStyle, value: object): string {
  const { name, style, explode } = parameter;
  const encode = encoderOf(parameter);
  if (style === 'deepObject') return deepObjectPairs(encodeText(name), value, encode).join('&');
  // Only the form style spreads an object over the query.
  const isSpread = explode && (style === 'form' || Array.isArray(value));
  if (!isSpread) return pairText(name, styledText(parameter, value, encode));
  return memberPairs(encodeText(name), value, encode, encodeText).join('&');
}

/** `p=1`, `p=2` for a list; `a=1`, `b=2` for an object, with several pairs for a list in it. */
function memberPairs(name: string, value: object, encode: Encode, encodeName = encode): readonly string[] {
  const pair = (key: string, one: unknown) => `${key}=${encode(scalarText(one))}`;
  if (Array.isArray(value)) return value.map((item) => pair(name, item));
  return Object.entries(value).flatMap(([key, one]) =>
    (Array.isArray(one) ? one : [one]).map((item) => pair(encodeName(key), item)),
  );
}

function wholeQuery({ content, name }: Parameter, value: unknown): Result<string> {
  const range = content && cachedMediaType(content.type);
  if (range && isJson(range)) return success(encodeText(stringifyJson(value)));
  if (!isRecord(value)) return failure(`${name} is the whole query, and must be an object`);
  const pairs = Object.entries(value).map(([key, one]) => pairText(key, encodeText(scalarText(one))));
  return success(pairs.join('&'));
}

/** `a[b][0]=1`. */
function deepObjectPairs(key: string, value: unknown, encode: Encode): readonly string[] {
  if (!isContainer(value)) return [`${key}=${encode(scalarText(value))}`];
  return Object.entries(value).flatMap(([name, one]) => deepObjectPairs(`${key}[${encodeText(name)}]`, one, encode));
}

/** Serializes a value by its style. */
function styledText(
  { name, style, explode, content }: Omit<QueryStyle, 'allowReserved'>,
  value: unknown,
  encode: Encode,
): string {
  if (content) {
    const range = cachedMediaType(content.type);
    return encode(range && isJson(range) ? stringifyJson(value) : scalarText(value));
  }
  const parts = valueParts(value, explode, encode);
  if (style === 'label') return `.${parts.join(explode ? '.' : ',')}`;
  if (style === 'matrix') {
    const named = encodeText(name);
    // Empty text has no `=` (RFC 6570, section 3.2.7).
    const pair = (text: string) => (text === '' ? `;${named}` : `;${named}=${text}`);
    if (!explode || !isContainer(value)) return pair(parts.join(','));
    return parts.map((part) => (Array.isArray(value) ? pair(part) : `;${part.replace(/=$/, '')}`)).join('');
  }
  return parts.join(style === 'pipeDelimited' ? '|' : style === 'spaceDelimited' ? '%20' : ',');
}

/** The parts of a value: items of a list; names and values of an object, joined by `=` if exploded. */
function valueParts(value: unknown, explode: boolean, encode: Encode): readonly string[] {
  if (!isContainer(value)) return [encode(scalarText(value))];
  if (Array.isArray(value)) return value.map((item) => encode(scalarText(item)));
  const entries = Object.entries(value).map(([key, one]) => [encode(key), encode(scalarText(one))] as const);
  return explode ? entries.map(([key, one]) => `${key}=${one}`) : entries.flat();
}

/** Null is empty text. */
function scalarText(value: unknown): string {
  if (value === null) return '';
  return isContainer(value) ? stringifyJson(value) : String(value);
}

/** Encodes text; lone surrogates cannot be encoded and are replaced. */
function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
