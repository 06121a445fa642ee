// Serializes parameter values into a request, as the reader parses them.

import { isRecord } from '../../schema/is-record.ts';
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

/** A value cannot be serialized at its location, such as empty text in a path. */
export class UnwritableParameter extends Error {}

/**
 * Serializes parameter values (OpenAPI 3.0.3, section 4.7.12.2; RFC 6570). Lists and objects without a style are JSON.
 *
 * @param values - by location and name, header names in lower case; undefined values are skipped
 * @throws UnwritableParameter
 */
export function writeParameters(parameters: readonly Parameter[], values: ParameterValues): WrittenParameters {
  const path: Record<string, string> = {};
  const query: string[] = [];
  const headers: (readonly [string, string])[] = [];
  const cookies: string[] = [];
  for (const parameter of parameters) {
    const { name, in: location } = parameter;
    const value = values[location][location === 'header' ? name.toLowerCase() : name];
    if (value === undefined) continue;
    if (location === 'path') path[name] = pathText(parameter, value);
    else if (location === 'query') query.push(queryText(parameter, value));
    else if (location === 'header') headers.push([name, headerText(parameter, value)]);
    else cookies.push(cookieText(parameter, value));
  }
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  return { path, query: query.filter((text) => text !== '').join('&'), headers };
}

type Encode = (text: string) => string;

function pathText(parameter: Parameter, value: unknown): string {
  const text = styledText(parameter, value, encodeText);
  // An empty segment would be another path; dot segments are removed by clients and servers (RFC 3986, section 5.2.4).
  if (text === '') throw new UnwritableParameter(`${parameter.name} would be empty in the path`);
  if (/^\.{1,2}$/.test(text)) throw new UnwritableParameter(`${text} is not allowed as a path segment`);
  return text;
}

function headerText(parameter: Parameter, value: unknown): string {
  const text = styledText(parameter, value, (one) => one);
  // RFC 9110, section 5.5. Surrounding spaces are not part of the value.
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text))
    throw new UnwritableParameter(`${JSON.stringify(text)} is not a valid value for header ${parameter.name}`);
  return text;
}

function cookieText(parameter: Parameter, value: unknown): string {
  const { name, explode, content } = parameter;
  if (!content && explode && Array.isArray(value)) {
    if (value.length === 0) throw new UnwritableParameter(`an empty list of ${name} cannot be sent`);
    return value.map((item) => `${name}=${encodeText(scalarText(item))}`).join('&');
  }
  return `${name}=${styledText(parameter, value, encodeText)}`;
}

function queryText(parameter: Parameter, value: unknown): string {
  const { name, style, explode, content, isWholeQuery } = parameter;
  if (isWholeQuery) return wholeQuery(parameter, value);
  const pair = (key: string, text: string) => `${encodeText(key)}=${text}`;
  if (content || !isContainer(value)) return pair(name, styledText(parameter, value, encodeText));
  const isEmpty = Object.keys(value).length === 0;
  if (isEmpty)
    throw new UnwritableParameter(`an empty ${Array.isArray(value) ? 'list' : 'object'} cannot be sent as ${name}`);
  if (style === 'deepObject') return deepObjectPairs(encodeText(name), value).join('&');
  // Only the form style spreads an object over the query.
  const isSpread = explode && (style === 'form' || Array.isArray(value));
  if (!isSpread) return pair(name, styledText(parameter, value, encodeText));
  if (Array.isArray(value)) return value.map((item) => pair(name, encodeText(scalarText(item)))).join('&');
  return Object.entries(value)
    .flatMap(([key, one]) => (Array.isArray(one) ? one.map((item) => [key, item] as const) : [[key, one] as const]))
    .map(([key, one]) => pair(key, encodeText(scalarText(one))))
    .join('&');
}

function wholeQuery({ content, name }: Parameter, value: unknown): string {
  const range = content && cachedMediaType(content.type);
  if (range && isJson(range)) return encodeText(JSON.stringify(value));
  if (!isRecord(value)) throw new UnwritableParameter(`${name} is the whole query, and must be an object`);
  return Object.entries(value)
    .map(([key, one]) => `${encodeText(key)}=${encodeText(scalarText(one))}`)
    .join('&');
}

/** `a[b][0]=1`. */
function deepObjectPairs(key: string, value: unknown): readonly string[] {
  if (!isContainer(value)) return [`${key}=${encodeText(scalarText(value))}`];
  return Object.entries(value).flatMap(([name, one]) => deepObjectPairs(`${key}[${encodeText(name)}]`, one));
}

/** Serializes a value by its style. */
function styledText(
  { name, style, explode, content }: Pick<Parameter, 'name' | 'style' | 'explode' | 'content'>,
  value: unknown,
  encode: Encode,
): string {
  if (content) {
    const range = cachedMediaType(content.type);
    return encode(range && isJson(range) ? JSON.stringify(value) : scalarText(value));
  }
  const parts = valueParts(value, explode, encode);
  if (style === 'label') return `.${parts.join(explode ? '.' : ',')}`;
  if (style === 'matrix') {
    if (!explode || !isContainer(value)) return `;${encodeText(name)}=${parts.join(',')}`;
    return parts.map((part) => (Array.isArray(value) ? `;${encodeText(name)}=${part}` : `;${part}`)).join('');
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
  return isContainer(value) ? JSON.stringify(value) : String(value);
}

/** Encodes text; lone surrogates cannot be encoded and are replaced. */
function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
