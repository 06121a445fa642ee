// Values of response headers that a document gives: examples, defaults, limits.

import { isRecord } from '../schema/is-record.ts';
import { stringifyJson } from '../schema/json/stringify-json.ts';
import { failure, type Result, success } from '../schema/result.ts';
import { parseExamples } from './content.ts';
import type { Operation } from './operation.ts';
import type { OperationResponse, ResponseHeader } from './operation-responses.ts';
import type { References } from './references.ts';
import { type FlatSchema, flattenSchema } from './schema/flat-schema.ts';
import { sampleTypeOf } from './schema/minimal-sample.ts';

/** The value of a header: the lines of `set-cookie`, otherwise one text. */
type HeaderText = string | readonly string[];

/** Headers about a connection, which the server writes itself (RFC 9110, section 7.6.1). */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that would describe another body or moment than those that are sent (RFC 9110, sections 6.6.1, 8.4, 8.6). */
const MESSAGE_HEADERS: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'date']);

/** Whether a header is about the connection. @param name - in lower case */
export function isConnectionHeader(name: string): boolean {
  return CONNECTION_HEADERS.has(name);
}

/** Whether a server writes this header itself: a value of the document is not sent. @param name - in lower case */
export function isServerHeader(name: string): boolean {
  return isConnectionHeader(name) || MESSAGE_HEADERS.has(name);
}

/** Headers that are computed from the item of a response. */
const ITEM_HEADERS: ReadonlySet<string> = new Set(['etag', 'location', 'content-location']);

/** Headers in which clients would act on a generated value. They are sent only if the document gives one. */
const MEANINGFUL =
  /^(?:accept-\w+|access-control-.*|age|allow|cache-control|clear-site-data|content-.*|cross-origin-.*|deprecation|expires|last-modified|link|pragma|proxy-.*|refresh|server|set-cookie2?|strict-transport-security|sunset|vary|via|warning|www-authenticate|x-frame-options)$/;

const known = new WeakMap<OperationResponse, Map<number, Readonly<Record<string, HeaderText>>>>();

/**
 * The headers of a response whose value the document gives, and those about rate limits. Invalid values are left out, and
 * so are headers that the server writes itself.
 *
 * @returns by name, in lower case
 */
export function documentedHeaders(
  response: OperationResponse,
  operation: Operation,
  status: number,
): Readonly<Record<string, HeaderText>> {
  if (response.headers.length === 0) return {};
  const byStatus = known.get(response) ?? new Map<number, Readonly<Record<string, HeaderText>>>();
  known.set(response, byStatus);
  const found = byStatus.get(status) ?? validHeaders(response, operation, status);
  byStatus.set(status, found);
  return found;
}

/**
 * All documented headers of a response: with the value that the server knows, else with that of the document, else with
 * one that is made. Optional ones are left out where what is made is not allowed.
 *
 * @param known - by name, in lower case
 * @param make - makes the value of a header; undefined for none
 * @returns a failure for a required header without a value
 */
export function completeHeaders(
  response: OperationResponse,
  operation: Operation,
  status: number,
  known: Readonly<Record<string, HeaderText>>,
  make: (header: ResponseHeader) => unknown,
): Result<Readonly<Record<string, HeaderText>>> {
  const given = { ...documentedHeaders(response, operation, status), ...known };
  const made = new Map<string, HeaderText>();
  for (const header of response.headers) {
    const { name, required } = header;
    if (given[name] !== undefined || isServerHeader(name)) continue;
    const text = headerText(header, make(header));
    if (text !== undefined && [text].flat().every(isSendable)) made.set(name, text);
    // It is made of the body when that is written.
    else if (required && name !== 'etag') return failure(`no value for header ${name} could be generated`);
  }
  const optional = response.headers.filter(({ required }) => !required).map(({ name }) => name);
  for (const name of invalidHeaders(made, operation, status)) if (optional.includes(name)) made.delete(name);
  return success({ ...given, ...Object.fromEntries(made) });
}

/** The names of headers that break their schema. Several cookies are not one value, and are not validated. */
function invalidHeaders(
  fields: ReadonlyMap<string, HeaderText>,
  operation: Operation,
  status: number,
): readonly string[] {
  const texts = [...fields].flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []));
  if (texts.length === 0) return [];
  const findings = operation.validateHeaders(status, Object.fromEntries(texts));
  return findings.flatMap(({ header, keyword }) => (keyword === 'required' && !fields.has(header) ? [] : [header]));
}

function validHeaders({ headers }: OperationResponse, operation: Operation, status: number) {
  const fields = new Map<string, HeaderText>();
  for (const header of headers) {
    const { name } = header;
    if (isServerHeader(name) || ITEM_HEADERS.has(name)) continue;
    const value = documentedValue(header, operation.references, status);
    const text = value === undefined ? undefined : headerText(header, value);
    if (text !== undefined && [text].flat().every(isSendable)) fields.set(name, text);
  }
  for (const name of invalidHeaders(fields, operation, status)) fields.delete(name);
  return Object.fromEntries(fields);
}

/** The value that the document gives, or that follows from the name; undefined for none. */
function documentedValue({ name, part, schema, content }: ResponseHeader, references: References, status: number) {
  const [example] = [...parseExamples(references, part), ...(content?.examples ?? [])];
  if (example) return example.value;
  const described = schema ?? content?.schema;
  if (!described) return undefined;
  const flat = flattenSchema(described.value, references);
  return givenValue(flat) ?? limitValue(name, flat, status);
}

/** The value that a schema gives. */
function givenValue(flat: FlatSchema): unknown {
  const { const: fixed, default: preset, example, examples, enum: values } = flat;
  const [first] = Array.isArray(examples) ? examples : [];
  const [choice] = Array.isArray(values) ? values : [];
  return fixed ?? example ?? first ?? preset ?? choice;
}

/** Requests in a window, and seconds until it ends. */
const [LIMIT, WINDOW] = [100, 60];

/** The value of a header about rate limits; undefined for other headers. */
function limitValue(name: string, flat: FlatSchema, status: number): unknown {
  const type = sampleTypeOf(flat);
  if (type !== 'integer' && type !== 'number' && (type !== 'string' || flat.format !== undefined)) return undefined;
  const seconds =
    name === 'retry-after' || (/rate-?limit/.test(name) && /reset|retry-after|window/.test(name)) ? WINDOW : undefined;
  const left = /rate-?limit.*remaining/.test(name) ? (status === 429 ? 0 : LIMIT - 1) : undefined;
  const value = seconds ?? left ?? (/rate-?limit(?:-limit)?$/.test(name) ? LIMIT : undefined);
  return value === undefined || type !== 'string' ? value : String(value);
}

/** Whether a header may have a generated value. @param name - in lower case */
export function isGenerated(name: string): boolean {
  return !MEANINGFUL.test(name) && !isServerHeader(name) && !ITEM_HEADERS.has(name);
}

/** A value in simple style (RFC 6570, section 3.2.2), or as JSON if the header has a `content`. */
function headerText(
  { name, content, explode }: Pick<ResponseHeader, 'name' | 'content' | 'explode'>,
  value: unknown,
): HeaderText | undefined {
  if (value === null || value === undefined) return undefined;
  if (content) return stringifyJson(value);
  if (Array.isArray(value)) return name === 'set-cookie' ? value.map(String) : value.map(String).join(',');
  if (!isRecord(value)) return String(value);
  return Object.entries(value)
    .map(([key, member]) => (explode ? `${key}=${member}` : `${key},${member}`))
    .join(',');
}

/** Whether HTTP can carry a text as a header value (RFC 9110, section 5.5). */
function isSendable(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
