// Serializes requests, and validates them before they are sent.

import { type BodyMediaType, JSON_TYPE } from '../../openapi/content.ts';
import type { Operation, RequestParts } from '../../openapi/document.ts';
import { type Finding, unreadableBody } from '../../openapi/finding.ts';
import { createConditionMatcher, type PathCondition } from '../../openapi/lookup/path-condition.ts';
import { parsePathTemplate } from '../../openapi/lookup/path-template.ts';
import {
  bareMediaType,
  cachedMediaType,
  isConcrete,
  isJson,
  type MediaRange,
  parseMediaType,
} from '../../openapi/media-type.ts';
import { type RawParameters, wasSent } from '../../openapi/parameters/parameter-reader.ts';
import { writeParameters } from '../../openapi/parameters/write-parameters.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { contentOf } from '../../server/codec/body-content.ts';
import { textOfBytes, withoutBytes } from '../../server/codec/formats/bytes.ts';
import { meansBytes } from '../../server/codec/formats/multipart.ts';
import { createFormats } from '../../server/codec/formats.ts';
import { writeJsonBody } from './json-body.ts';
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

/** Serializes a request; some cannot be sent by any client. */
export function serializeRequest(operation: Operation, input: RequestInput): Result<SerializedRequest> {
  const parameters = writeParameters(operation.parameters, input);
  if (!parameters.ok) return parameters;
  const { path, query: own, headers } = parameters.value;
  const { conditions } = parsePathTemplate(operation.path);
  const template = conditions.length > 0 ? removeConditions(operation.path) : operation.path;
  const valueFor = (expression: string) =>
    path[Object.hasOwn(path, expression) ? expression : getParameterName(expression)];
  const [withoutValue] = [...template.matchAll(EXPRESSION)].find(([, name = '']) => valueFor(name) === undefined) ?? [];
  if (withoutValue !== undefined) return failure(`the path ${operation.path} has no value for ${withoutValue}`);
  const target = template.replace(EXPRESSION, (_, expression: string) => valueFor(expression) ?? '');
  const written =
    input.body === undefined || !input.type ? success(undefined) : writeBody(input.body, input.type, operation);
  if (!written.ok) return written;
  const body = written.value;
  const length = { 'content-length': String(body?.bytes.length ?? 0) };
  const inHeaders = Object.fromEntries(headers.map(([name, text]) => [name.toLowerCase(), text]));
  const matchCondition = createConditionMatcher({ query: own, headers: inHeaders });
  const missing = conditions.filter((condition) => matchCondition(condition) === undefined);
  const pairs = missing.map((condition) => writeCondition(condition, path));
  const withoutPair = missing[pairs.indexOf(undefined)];
  if (withoutPair) return failure(`its path needs ${withoutPair.name}, which has no value`);
  const query = [own, ...pairs].filter((one) => one !== '').join('&');
  return success({
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
  });
}

/** An expression of a path template. */
const EXPRESSION = /\{([^}]+)\}/g;

/** Whether a parameter selects one of several operations at the same path. */
export function isCondition({ path }: Operation, name: string): boolean {
  return /[#?]/.test(path) && parsePathTemplate(path).conditions.some((one) => one.name === name);
}

/** A path template without its `#` or `?` part. */
function removeConditions(template: string): string {
  const plain = template.replace(/\{[^}]*\}/g, (value) => '-'.repeat(value.length));
  return template.slice(0, plain.search(/[#?]/));
}

/** The query parameter of a path condition; undefined without a value. */
function writeCondition(
  { name, text, value }: PathCondition,
  path: Readonly<Record<string, string>>,
): string | undefined {
  const conditionValue =
    value === undefined ? (text === undefined ? undefined : encodeURIComponent(text)) : path[value];
  return conditionValue === undefined ? undefined : `${encodeURIComponent(name)}=${conditionValue}`;
}

/** The parameter name in a template expression, without operators. */
function getParameterName(expression: string): string {
  return parsePathTemplate(`/{${expression}}`).values[0]?.name ?? expression;
}

function writeBody(
  value: unknown,
  declared: BodyMediaType,
  { references }: Operation,
): Result<{ readonly type: string; readonly bytes: Uint8Array }> {
  const media = cachedMediaType(declared.type);
  if (!media) return failure(`${JSON.stringify(declared.type)} is not a media type`);
  const type = isConcrete(media) ? declared.type : concreteType(media);
  if (value instanceof Uint8Array) return success({ type, bytes: value });
  if (isJson(media) || !isConcrete(media)) return success({ type, bytes: Buffer.from(writeJsonBody(value)) });
  if (typeof value === 'string') return success({ type, bytes: Buffer.from(value) });
  try {
    const expression = formatFor(media).write(value, contentOf(declared, media, references));
    if (typeof expression === 'string') return success({ type, bytes: Buffer.from(expression) });
    if (!(expression instanceof Uint8Array)) return failure('it is a stream');
    // A multipart body starts with its boundary.
    const text = Buffer.from(expression.subarray(0, 200)).toString('latin1');
    const boundary = /^--([^\r\n]+)\r\n/.exec(text)?.[1];
    // A multipart body has at least one part (RFC 2046, section 5.1.1).
    if (media.type === 'multipart' && boundary?.endsWith('--'))
      return failure('a multipart body needs at least one part');
    return success({ type: boundary === undefined ? type : `${type}; boundary=${boundary}`, bytes: expression });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return failure(`it cannot be encoded as ${declared.type}: ${error.message}`);
  }
}

/** A concrete media type of a range. */
function concreteType({ type, subtype }: MediaRange): string {
  if (type === '*' || type === 'application') return 'application/json';
  return `${type}/${subtype === '*' ? 'plain' : subtype}`;
}

/** Parses a serialized request as a server does, and validates it: serialization can change values. */
export async function validateSerializedRequest(
  operation: Operation,
  request: SerializedRequest,
  { body, type }: RequestInput,
): Promise<readonly Finding[]> {
  const parameters = operation.parameterReader.read(request.rawParameters);
  let read = body;
  try {
    if (type && request.body) read = await parseBody(request, body, type, operation);
  } catch (error) {
    return [...parameters.findings, unreadableBody((error as Error).message)];
  }
  const violations = operation.validateRequest({ ...parameters.values, body: read }, type);
  return [...parameters.findings, ...violations.filter((one) => !wasSent(one, parameters))];
}

/** A body parsed from its bytes; JSON is unchanged. @throws Error if it cannot be parsed */
async function parseBody(
  request: SerializedRequest,
  body: unknown,
  type: BodyMediaType,
  { references }: Operation,
): Promise<unknown> {
  const [, written = type.type] = request.headers.find(([name]) => name === 'Content-Type') ?? [];
  const mediaType = parseMediaType(written);
  if (!request.body || !mediaType) return body;
  const content = contentOf(type, mediaType, references);
  // A schema of bytes, as of `*/*`, takes any file: JSON, too.
  if (meansBytes(content.meaning) && bareMediaType(type.type) !== JSON_TYPE) return textOfBytes(request.body);
  if (isJson(mediaType)) return body;
  return withoutBytes(await readableFormat(mediaType).read(request.body, content));
}

const readableFormat = createFormats({ values: 500_000, limit: 16 * 1024 * 1024 });
