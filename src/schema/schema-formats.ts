// Checks of schema `format`s: those of JSON Schema and of the OpenAPI registry. The only module that imports
// ajv-formats.

import { domainToASCII } from 'node:url';
import { _, type Ajv, type KeywordCxt, str } from 'ajv';
import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';
import { isInteger, type JsonNumber } from './json/exact-number.ts';
import { isNumberCode } from './number-keywords.ts';

/** Checks for strings and for numbers. Values of other types are always valid. */
export interface SchemaFormat {
  readonly text?: (text: string) => boolean;
  readonly number?: (number: JsonNumber) => boolean;
}

const matches = (expression: RegExp) => (text: string) => expression.test(text);

/** A string format of ajv-formats. */
function standard(name: FormatName): (text: string) => boolean {
  const format = fullFormats[name] as RegExp | ((text: string) => boolean) | { validate(text: string): boolean };
  if (format instanceof RegExp) return matches(format);
  return typeof format === 'function' ? format : format.validate;
}

const integerWithin = (minimum: JsonNumber, maximum: JsonNumber) => (value: JsonNumber) =>
  isInteger(value) && value >= minimum && value <= maximum;

const integerText = (minimum: bigint, maximum: bigint) => (text: string) => {
  if (!/^(0|-?[1-9]\d{0,19})$/.test(text)) return false;
  // Up to 15 digits are exact as a number, which is several times as fast.
  const value = text.length <= 15 ? Number(text) : BigInt(text);
  return value >= minimum && value <= maximum;
};

/** Maximum cached date-times, and characters of one. */
const MAX_CACHED_DATES = 10_000;
const LONGEST_DATE = 64;

/** Caches valid date-times: records repeat them, and checking one costs as much as the rest of a response. */
function cachedCheck(isDateTime: (text: string) => boolean): (text: string) => boolean {
  const known = new Set<string>();
  return (text) => {
    if (known.has(text)) return true;
    const right = isDateTime(text);
    if (right && text.length <= LONGEST_DATE) {
      if (known.size === MAX_CACHED_DATES) known.clear();
      known.add(text);
    }
    return right;
  };
}

const isDateTime = standard('date-time');
const isTime = standard('time');
const isHostname = standard('hostname');
const isEmail = standard('email');

/** A web URL. The expression of ajv-formats takes quadratic time. */
const isUrl = (text: string) => /^(?:https?|ftp):\/\/\S+$/i.test(text) && URL.canParse(text);

/** An IRI is valid if its URI is (RFC 3987, section 3.1). */
const asUri = (isUri: (text: string) => boolean) => (text: string) =>
  isUri(text.replaceAll(/[\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef]|[\ud800-\udbff][\udc00-\udfff]/g, '%C2%A0'));

const isIdnHostname = (text: string) => /^\S{1,1000}$/.test(text) && isHostname(domainToASCII(text));

function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  // Letters beyond ASCII are allowed wherever letters are (RFC 6531, section 3.3).
  const local = text.slice(0, at).replaceAll(/[^\0-\u009f\s]/gu, 'a');
  return at > 0 && isIdnHostname(text.slice(at + 1)) && isEmail(`${local}@host.example`);
}

const isHttpDate = (text: string) =>
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) &&
  new Date(text).toUTCString() === text;

/** Base64 (RFC 4648, section 4), padded to groups of four. */
const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
const isBase64Url = (text: string) => {
  const digits = text.replace(/={1,2}$/, '');
  return digits.length % 4 !== 1 && /^[A-Za-z0-9_-]*$/.test(digits);
};

const isDecimal = matches(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/);
const isNumber = () => true;
/** An HTTP token (RFC 9110, section 5.6.2). */
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

/** A format without a check, for people and tools only. */
const ANY_TEXT: SchemaFormat = {};

/**
 * The formats of the registry (https://spec.openapis.org/registry/format/), of JSON Schema, and `url`. 64-bit integers
 * may be numbers or strings (as in the protobuf JSON mapping).
 */
const FORMATS: ReadonlyMap<string, SchemaFormat> = new Map<string, SchemaFormat>([
  ['int8', { number: integerWithin(-(2 ** 7), 2 ** 7 - 1) }],
  ['int16', { number: integerWithin(-(2 ** 15), 2 ** 15 - 1) }],
  ['int32', { number: integerWithin(-(2 ** 31), 2 ** 31 - 1) }],
  ['int64', { number: integerWithin(-(2n ** 63n), 2n ** 63n - 1n), text: integerText(-(2n ** 63n), 2n ** 63n - 1n) }],
  ['uint8', { number: integerWithin(0, 2 ** 8 - 1) }],
  ['uint16', { number: integerWithin(0, 2 ** 16 - 1) }],
  ['uint32', { number: integerWithin(0, 2 ** 32 - 1) }],
  ['uint64', { number: integerWithin(0, 2n ** 64n - 1n), text: integerText(0n, 2n ** 64n - 1n) }],
  ['double-int', { number: Number.isSafeInteger }],
  ['float', { number: (value) => value < 2 ** 128 && value > -(2 ** 128) }],
  ['double', { number: isNumber }],
  ['decimal', { number: isNumber, text: isDecimal }],
  ['decimal128', { number: isNumber, text: (text) => isDecimal(text) || /^(?:[+-]?Infinity|NaN)$/.test(text) }],
  ['unixtime', { number: isNumber }],
  // Common formats beyond the registry with a single meaning: seconds as a whole number, and those of Google's
  // discovery
  // documents (https://developers.google.com/discovery/v1/type-format).
  ['unix-time', { number: isInteger }],
  ['google-datetime', { text: cachedCheck(isDateTime) }],
  ['google-duration', { text: matches(/^-?\d{1,12}(?:\.\d{1,9})?s$/) }],
  ['date', { text: standard('date') }],
  ['date-time', { text: cachedCheck(isDateTime) }],
  ['date-time-local', { text: (text) => !/[z+]|-\d\d:?\d\d$/i.test(text) && isDateTime(`${text}Z`) }],
  ['time', { text: isTime }],
  ['time-local', { text: (text) => !/[z+-]/i.test(text) && isTime(`${text}Z`) }],
  ['duration', { text: standard('duration') }],
  ['http-date', { text: isHttpDate }],
  ['email', { text: isEmail }],
  ['idn-email', { text: isIdnEmail }],
  ['hostname', { text: isHostname }],
  ['idn-hostname', { text: isIdnHostname }],
  ['ipv4', { text: standard('ipv4') }],
  ['ipv6', { text: standard('ipv6') }],
  ['uri', { text: standard('uri') }],
  ['uri-reference', { text: standard('uri-reference') }],
  ['uri-template', { text: standard('uri-template') }],
  ['iri', { text: asUri(standard('uri')) }],
  ['iri-reference', { text: asUri(standard('uri-reference')) }],
  ['url', { text: isUrl }],
  ['uuid', { text: standard('uuid') }],
  ['json-pointer', { text: standard('json-pointer') }],
  ['json-pointer-uri-fragment', { text: standard('json-pointer-uri-fragment') }],
  ['relative-json-pointer', { text: standard('relative-json-pointer') }],
  ['regex', { text: standard('regex') }],
  ['byte', { text: isBase64 }],
  ['base64url', { text: isBase64Url }],
  ['char', { text: matches(/^.$/su) }],
  ['media-range', { text: matches(new RegExp(`^(?:\\*/\\*|(?!\\*/)${TOKEN}/${TOKEN})(?:[ \\t]*;.*)?$`)) }],
  // RFC 8941, section 3.3.
  ['sf-integer', { number: integerWithin(-(10 ** 15 - 1), 10 ** 15 - 1), text: matches(/^-?\d{1,15}$/) }],
  ['sf-decimal', { number: (value) => value < 1e12 && value > -1e12, text: matches(/^-?\d{1,12}\.\d{1,3}$/) }],
  ['sf-string', { text: matches(/^"(?:[ !#-[\]-~]|\\["\\])*"$/) }],
  ['sf-token', { text: matches(/^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/) }],
  ['sf-binary', { text: (text) => /^:.*:$/.test(text) && isBase64(text.slice(1, -1)) }],
  ['sf-boolean', { text: matches(/^\?[01]$/) }],
  ...['binary', 'password', 'commonmark', 'markdown', 'html', 'google-fieldmask'].map(
    (name) => [name, ANY_TEXT] as const,
  ),
]);

/** The checks of a format; undefined if it is unknown and only an annotation. */
export function findFormat(name: string): SchemaFormat | undefined {
  return FORMATS.get(name);
}

/** Adds all checked formats to an Ajv. Unknown formats stay annotations. */
export function addFormats(ajv: Ajv): Ajv {
  ajv.removeKeyword('format');
  return ajv.addKeyword({
    keyword: 'format',
    schemaType: 'string',
    error: {
      message: ({ schema }) => str`must match format "${schema}"`,
      params: ({ schema }) => _`{format: ${schema}}`,
    },
    code: checkFormat,
  });
}

function checkFormat(cxt: KeywordCxt): void {
  const { gen, data, schema } = cxt;
  const { text, number } = findFormat(schema) ?? {};
  const isValid = (check: (value: never) => boolean) =>
    _`${gen.scopeValue('formats', { key: check, ref: check })}(${data})`;
  if (text) cxt.fail(_`typeof ${data} === "string" && !${isValid(text)}`);
  if (number) cxt.fail(_`${isNumberCode(data)} && !${isValid(number)}`);
}
