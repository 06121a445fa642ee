// The content of error members by name: status, code, location, message.

import { describeFinding, type Finding } from '../../../openapi/finding.ts';
import type { FlatSchema } from '../../../openapi/schema/flat-schema.ts';
import { sampleTypeOf } from '../../../openapi/schema/minimal-sample.ts';
import { pointerSegments } from '../../../schema/json-pointer.ts';
import { http } from '../node-http.ts';
import type { ApiError } from './api-error.ts';

/** The source of a body: a whole error, or one of several findings. */
export interface ErrorReport {
  readonly message: string;
  readonly status: number;
  readonly error: ApiError;
  readonly finding: Finding | undefined;
}

/** Numeric members with the status. */
const STATUS_NAMES = new Set(['code', 'status', 'statuscode', 'httpstatus', 'httpcode', 'httpstatuscode', 'errorcode']);
/** Text members with the name of the status. */
const TITLE_NAMES = new Set(['title', 'error', 'statustext', 'statusmessage', 'reasonphrase', 'httpmessage']);
/** Of a text: which failure it is. */
const CODE_NAMES = new Set(['code', 'errorcode', 'type', 'errortype', 'error', 'reason', 'kind', 'name', 'key']);
/** Of these, those that name the violated keyword of the schema, if there is one. */
const KEYWORD_NAMES = new Set(['code', 'errorcode']);
/** Other names of failures in the enums of documents, by status, simplified. */
const USUAL_CODES: Readonly<Record<number, RegExp>> = {
  400: /^(validation|invalid|bad|malformed|wrong)/,
  401: /^(unauth|auth|notauth|signin|notsignedin|invalidtoken|tokeninvalid)/,
  403: /^(forbidden|accessdenied|denied|permission|notallowed|insufficient)/,
  404: /notfound$|^(missing|unknown|nosuch|doesnotexist|nonexist|absent|gone)/,
  405: /^(method|notsupported|unsupported)/,
  409: /^(conflict|already|duplicate|exists|taken|notunique)/,
  412: /^(precondition|stale|outdated|versionmismatch)/,
  413: /^(toolarge|payload|bodytoo)/,
  415: /^(mediatype|unsupportedmedia|contenttype)/,
  422: /^(validation|invalid|unprocessable|semantic)/,
  429: /^(ratelimit|toomany|throttl|quota|limitexceeded)/,
  500: /^(internal|server|unexpected|failure|error)/,
  503: /^(unavailable|serviceunavailable|maintenance|down|overload)/,
};
/** The place in the request that is wrong, as a text: its JSON Pointer (RFC 6901), its name, or part and pointer. */
const LOCATION_TEXTS: Readonly<Record<string, (finding: Finding) => string>> = {
  pointer: ({ pointer }) => pointer,
  jsonpointer: ({ pointer }) => pointer,
  field: formatErrorLocation,
  fieldname: formatErrorLocation,
  property: formatErrorLocation,
  param: formatErrorLocation,
  parameter: formatErrorLocation,
  path: formatErrorLocation,
  location: ({ part, pointer }) => `${part}${pointer}`,
  loc: ({ part, pointer }) => `${part}${pointer}`,
  source: ({ part, pointer }) => `${part}${pointer}`,
};

/** The value of a member with such a name; undefined for unknown names. */
export function errorPropertyValue(
  name: string,
  flat: FlatSchema,
  { status, error, finding }: ErrorReport,
  isRequired: boolean,
): unknown {
  const type = sampleTypeOf(flat);
  if (type === 'integer' || type === 'number') return STATUS_NAMES.has(name) ? statusWithin(status, flat) : undefined;
  const location = finding && errorLocationValue(name, flat, { finding });
  if (location !== undefined) return location;
  if (type !== 'string' && !Array.isArray(flat.enum)) return undefined;
  // Without a finding, an example of the schema would name a place that is right.
  if (!finding && Object.hasOwn(LOCATION_TEXTS, name)) return isRequired ? fitErrorText('', flat) : undefined;
  const phrase = http.STATUS_CODES[status] ?? '';
  if (Array.isArray(flat.enum)) {
    const meant = [finding?.keyword ?? error.code, error.code, phrase, `${status}`, error.id ?? error.code];
    const candidates = new Set(meant.map(simplifyName));
    const usual = USUAL_CODES[status];
    return (
      flat.enum.find((one) => candidates.has(simplifyName(String(one)))) ??
      flat.enum.find((one) => usual?.test(simplifyName(String(one))))
    );
  }
  if (name === 'type' && String(flat.format ?? '').startsWith('uri')) return 'about:blank';
  if (flat.format !== undefined) return undefined;
  if (TITLE_NAMES.has(name)) return fitErrorText(phrase, flat);
  if (STATUS_NAMES.has(name) && name !== 'code' && name !== 'errorcode') return fitErrorText(`${status}`, flat);
  return CODE_NAMES.has(name) && (isRequired || name === 'code')
    ? fitErrorText(error.id ?? (KEYWORD_NAMES.has(name) ? finding?.keyword : undefined) ?? error.code, flat)
    : undefined;
}

/** The location of a finding for a member with such a name; undefined if it has none. */
export function errorLocationValue(name: string, flat: FlatSchema, { finding }: Pick<ErrorReport, 'finding'>): unknown {
  const format = Object.hasOwn(LOCATION_TEXTS, name) ? LOCATION_TEXTS[name] : undefined;
  if (!finding || !format) return undefined;
  const { part, pointer } = finding;
  switch (sampleTypeOf(flat)) {
    case 'array':
      return [part, ...pointerSegments(pointer)];
    case 'string':
      return fitErrorText(format(finding), flat);
    case 'object': {
      // As JSON:API has it (version 1.1, section 9.2): `{ pointer }` into a body, else `{ parameter }` or `{ header }`.
      const property = part === 'body' ? 'pointer' : part === 'header' ? 'header' : 'parameter';
      const text = part === 'body' ? pointer : formatErrorLocation(finding);
      return Object.hasOwn(flat.properties, property) ? { [property]: text } : undefined;
    }
    default:
      return undefined;
  }
}

/** A location for people: `address.zip`. */
export function formatErrorLocation({ part, pointer }: Finding): string {
  return pointerSegments(pointer).join('.') || part;
}

/** One for each finding; the whole without findings. */
export function splitByFinding(report: ErrorReport): readonly ErrorReport[] {
  const findings = report.finding ? [] : report.error.findings.filter(({ part }) => part !== 'response');
  return findings.length === 0
    ? [report]
    : findings.map((finding) => ({ ...report, message: finding.message, finding }));
}

/** A message with its location, among several. */
export function formatErrorMessage({ message, finding }: ErrorReport): string {
  return finding ? describeFinding(finding) : message;
}

function statusWithin(status: number, { enum: values, minimum, maximum }: FlatSchema): number | undefined {
  if (Array.isArray(values) && !values.includes(status)) return undefined;
  const isInRange =
    (typeof minimum !== 'number' || status >= minimum) && (typeof maximum !== 'number' || status <= maximum);
  return isInRange ? status : undefined;
}

/** A text as long as a schema has it; undefined where it has another one in mind. */
export function fitErrorText(
  text: string,
  { enum: values, pattern, format, minLength, maxLength }: FlatSchema,
): string | undefined {
  if (Array.isArray(values) || typeof pattern === 'string') return undefined;
  if (typeof format === 'string' && !/^(password|text|string|html|markdown|multiline)$/.test(format)) return undefined;
  const characters = [...text];
  const cut =
    typeof maxLength === 'number' && characters.length > maxLength ? characters.slice(0, maxLength).join('') : text;
  return typeof minLength === 'number' ? cut.padEnd(Math.min(minLength, 10_000), '.') : cut;
}

/** A name without case and separators: `error_description` and `errorDescription` are one. */
export function simplifyName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
