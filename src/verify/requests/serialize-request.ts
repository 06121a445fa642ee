// Serializes a request for an operation.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation, RequestParts } from '../../openapi/document.ts';
import { createConditionMatcher, type PathCondition } from '../../openapi/lookup/path-condition.ts';
import { parsePathTemplate } from '../../openapi/lookup/path-template.ts';
import { cachedMediaType, isConcrete, isJson, type MediaRange } from '../../openapi/media-type.ts';
import type { RawParameters } from '../../openapi/parameters/parameter-reader.ts';
import { viewSchema } from '../../openapi/parameters/schema-view.ts';
import { UnwritableParameter, writeParameters } from '../../openapi/parameters/write-parameters.ts';
import { createFormats } from '../../server/codec/formats.ts';
import { stringifyJson } from './json-body.ts';
import { isConnectionHeader, type RequestHeaders } from './request-headers.ts';

/** The input of a request. */
export interface RequestInput extends RequestParts {
  /** The media type of the body; undefined without one. */
  readonly type: BodyMediaType | undefined;
}

/** A serialized request. */
export interface SerializedRequest extends RequestHeaders {
  readonly method: string;
  /** The path and the query, below the base URL. */
  readonly target: string;
  readonly body: Uint8Array | undefined;
  /** Its serialized parameters. */
  readonly rawParameters: RawParameters;
  /** The required scopes of its token. Default: none. */
  readonly scopes?: readonly string[];
}

/** Generated bodies have no limits. */
const LIMITS = { values: Number.POSITIVE_INFINITY, limit: Number.POSITIVE_INFINITY };

const formatFor = createFormats(LIMITS);

/**
 * Serializes a request.
 *
 * @throws UnwritableParameter if no client can send it
 */
export function serializeRequest(operation: Operation, input: RequestInput): SerializedRequest {
  const { path, query: own, headers } = writeParameters(operation.parameters, input);
  const { conditions } = parsePathTemplate(operation.path);
  const template = conditions.length > 0 ? removeConditions(operation.path) : operation.path;
  const target = template.replace(/\{([^}]+)\}/g, (location, expression: string) => {
    const name = Object.hasOwn(path, expression) ? expression : getParameterName(expression);
    const text = path[name];
    if (text === undefined) throw new UnwritableParameter(`the path ${operation.path} has no value for ${location}`);
    return text;
  });
  const body = input.body === undefined || !input.type ? undefined : writeBody(input.body, input.type, operation);
  const length = { 'content-length': String(body?.bytes.length ?? 0) };
  const inHeaders = Object.fromEntries(headers.map(([name, text]) => [name.toLowerCase(), text]));
  const matchCondition = createConditionMatcher({ query: own, headers: inHeaders });
  const missing = conditions.filter((condition) => matchCondition(condition) === undefined);
  const query = [own, ...missing.map((condition) => writeCondition(condition, path))]
    .filter((one) => one !== '')
    .join('&');
  return {
    method: operation.method,
    target: query === '' ? target : `${target}?${query}`,
    headers: [...headers, ...(body ? [['Content-Type', body.type] as const] : [])],
    body: body?.bytes,
    // Documented parameters are set by the input only.
    omittedHeaders: operation.parameters.flatMap((one) =>
      one.in === 'header' && !isConnectionHeader(one) ? one.name.toLowerCase() : [],
    ),
    omittedCookies: operation.parameters.flatMap(({ in: location, name }) => (location === 'cookie' ? name : [])),
    rawParameters: { path, query, headers: { ...length, ...inHeaders } },
  };
}

/** Whether a parameter selects one of several operations at the same path. */
export function isCondition({ path }: Operation, name: string): boolean {
  return /[#?]/.test(path) && parsePathTemplate(path).conditions.some((one) => one.name === name);
}

/** A path template without its `#` or `?` part. */
function removeConditions(template: string): string {
  const plain = template.replace(/\{[^}]*\}/g, (value) => '-'.repeat(value.length));
  return template.slice(0, plain.search(/[#?]/));
}

/** The query parameter of a path condition. */
function writeCondition({ name, text, value }: PathCondition, path: Readonly<Record<string, string>>): string {
  const conditionValue =
    value === undefined ? (text === undefined ? undefined : encodeURIComponent(text)) : path[value];
  if (conditionValue === undefined) throw new UnwritableParameter(`its path needs ${name}, which has no value`);
  return `${encodeURIComponent(name)}=${conditionValue}`;
}

/** The parameter name in a template expression, without operators. */
function getParameterName(expression: string): string {
  return parsePathTemplate(`/{${expression}}`).values[0]?.name ?? expression;
}

/** Serializes a body. @throws UnwritableParameter */
function writeBody(
  value: unknown,
  declared: BodyMediaType,
  { references }: Operation,
): { type: string; bytes: Uint8Array } {
  const media = cachedMediaType(declared.type);
  if (!media) throw new UnwritableParameter(`${JSON.stringify(declared.type)} is not a media type`);
  const type = isConcrete(media) ? declared.type : concreteType(media);
  if (value instanceof Uint8Array) return { type, bytes: value };
  if (isJson(media) || !isConcrete(media)) return { type, bytes: Buffer.from(stringifyJson(value)) };
  if (typeof value === 'string') return { type, bytes: Buffer.from(value) };
  try {
    const meaning = viewSchema(declared.schema, references);
    const expression = formatFor(media).write(value, { mediaType: media, meaning, encoding: declared.encoding });
    if (typeof expression === 'string') return { type, bytes: Buffer.from(expression) };
    if (!(expression instanceof Uint8Array)) throw new UnwritableParameter('it is a stream');
    // A multipart body starts with its boundary.
    const text = Buffer.from(expression.subarray(0, 200)).toString('latin1');
    const boundary = /^--([^\r\n]+)\r\n/.exec(text)?.[1];
    // A multipart body has at least one part (RFC 2046, section 5.1.1).
    if (media.type === 'multipart' && boundary?.endsWith('--'))
      throw new UnwritableParameter('a multipart body needs at least one part');
    return { type: boundary === undefined ? type : `${type}; boundary=${boundary}`, bytes: expression };
  } catch (error) {
    if (error instanceof TypeError)
      throw new UnwritableParameter(`it cannot be encoded as ${declared.type}: ${error.message}`);
    throw error;
  }
}

/** A concrete media type of a range. */
function concreteType({ type, subtype }: MediaRange): string {
  if (type === '*' || type === 'application') return 'application/json';
  return `${type}/${subtype === '*' ? 'plain' : subtype}`;
}
