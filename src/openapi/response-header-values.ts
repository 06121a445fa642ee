// Values of response headers that a document gives: examples, defaults, limits.

import { isRecord } from '../schema/is-record.ts';
import { parseExamples } from './content.ts';
import type { Operation } from './operation.ts';
import type { OperationResponse, ResponseHeader } from './operation-responses.ts';
import type { References } from './references.ts';
import { type FlatSchema, flattenSchema } from './schema/flat-schema.ts';
import { sampleTypeOf } from './schema/minimal-sample.ts';

/** The value of a header: the lines of `set-cookie`, otherwise one text. */
export type HeaderText = string | readonly string[];

/**
 * Headers that a server writes itself, or that would describe another body or connection than the one that is sent
 * (RFC 9110, sections 6.6.1, 7.6.1, 8.4 and 8.6). Their values in a document are not sent.
 */
const SERVER_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a server writes this header itself. @param name - in lower case */
export function isServerHeader(name: string): boolean {
  return SERVER_HEADERS.has(name);
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
  answer: OperationResponse,
  operation: Operation,
  status: number,
): Readonly<Record<string, HeaderText>> {
  if (answer.headers.length === 0) return {};
  const byStatus = known.get(answer) ?? new Map<number, Readonly<Record<string, HeaderText>>>();
  known.set(answer, byStatus);
  const found = byStatus.get(status) ?? validHeaders(answer, operation, status);
  byStatus.set(status, found);
  return found;
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
  const texts = [...fields].flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []));
  const findings = operation.validateHeaders(status, Object.fromEntries(texts));
  for (const { header, keyword } of findings) if (keyword !== 'required') fields.delete(header);
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
export function headerText(
  { name, content, explode }: Pick<ResponseHeader, 'name' | 'content' | 'explode'>,
  value: unknown,
): HeaderText | undefined {
  if (value === null || value === undefined) return undefined;
  if (content) return JSON.stringify(value);
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
