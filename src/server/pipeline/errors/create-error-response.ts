// Converts errors to responses: the only place that does.

import type { BodyMediaType } from '../../../openapi/content.ts';
import type { Operation } from '../../../openapi/document.ts';
import type { Finding } from '../../../openapi/finding.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { jsonMediaType } from '../../../openapi/json-media-type.ts';
import { cachedMediaType, isConcrete, isJson } from '../../../openapi/media-type.ts';
import type { OperationResponse, OperationResponses } from '../../../openapi/operation-responses.ts';
import { flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { createMinimalSample, sampleTypeOf } from '../../../openapi/schema/minimal-sample.ts';
import type { ServedApi } from '../api/load-api.ts';
import type { Route } from '../find-route.ts';
import { HandlerResponse, type ResponseHeaders } from '../handler-response.ts';
import { createViolationError } from '../validate-response.ts';
import type { ApiError } from './api-error.ts';
import { describeError } from './describe-error.ts';
import { generateErrorBody } from './generate-error-body.ts';
import { percentEncode } from './percent-encode.ts';
import { createProblemDetails, PROBLEM_TYPE } from './problem-details.ts';

type OnError = (thrown: unknown) => void;

/** A response with its violations. */
export interface ErrorResponse {
  readonly response: HandlerResponse;
  readonly findings: readonly Finding[];
}

/** Set if the document does not declare such an error. */
const UNDECLARED_HEADER = { 'x-understudy-undeclared': 'true' };
/** The reason of an error, if the documented body has no room for it. */
const REASON_HEADER = 'x-understudy-reason';
/** Maximum number of tried bodies for one error. */
const MAX_CHOICES = 10;
/** In characters: header fields have little room. */
const MAX_REASON_LENGTH = 500;

/**
 * The response for an error: in the API's own format, else in the documented one, else as problem details marked as
 * undeclared. The status is that of the error; invalid input is 422 if the document declares that.
 */
export async function createErrorResponse(error: ApiError, route: Route, onError: OnError): Promise<ErrorResponse> {
  const { operation, served, codec } = route;
  const apiBody = describeWithApi(error, served, onError);
  // Calls have statuses of their own, which no document describes.
  if (codec.reads === 'message')
    return { response: createResponse(error, apiBody ? apiBody.body : describeError(error)), findings: [] };
  if (apiBody) {
    const response = createResponse(error, apiBody.body);
    if (!operation) return { response, findings: [] };
    const findings = await validateErrorBody(response, route, operation);
    if (!operation.responses.forStatus(error.status))
      return { response: createResponse(error, apiBody.body, UNDECLARED_HEADER), findings };
    if (findings.length === 0 || served.outputCheck !== 'enforce') return { response, findings };
    const outcome = `${operation.id} rejected a request with ${error.status} (${error.message})`;
    const summary = `${outcome}, but describeError returned an invalid body; sent the error schema of the document instead`;
    onError(createViolationError(summary, findings, `fix describeError of API ${served.api.name}, or the document`));
  }
  return (operation && (await generateFromDocument(operation, error, route))) ?? undeclaredError(error, operation);
}

function describeWithApi(
  error: ApiError,
  { api }: ServedApi,
  onError: OnError,
): { readonly body: unknown } | undefined {
  try {
    return api.describeError && { body: api.describeError(error) };
  } catch (thrown) {
    onError(thrown);
    return undefined;
  }
}

/** The error in its documented form; undefined if none is declared, or none could be built. */
async function generateFromDocument(
  operation: Operation,
  error: ApiError,
  route: Route,
): Promise<ErrorResponse | undefined> {
  const found = findDeclaredResponse(error, operation.responses);
  if (!found) return undefined;
  const { status, answer: declared } = found;
  const headers = requiredHeaders(declared, operation);
  if (!declared.hasBody) {
    return { response: createResponse(error, undefined, { ...headers, ...reasonHeader(error) }, status), findings: [] };
  }
  const json = jsonMediaType(declared.mediaTypes);
  let withoutReason: ErrorResponse | undefined;
  for (const type of json ? [json] : declared.mediaTypes) {
    // The client chooses among several types, including JSON.
    const responseHeaders = json || includesJson(type) ? headers : { ...headers, 'content-type': type.type };
    for (const body of candidateBodies(type, operation, error, status)) {
      const hasReason = containsReason(body, error);
      if (!hasReason && withoutReason) continue;
      const response = createResponse(
        error,
        body,
        hasReason ? responseHeaders : { ...responseHeaders, ...reasonHeader(error) },
        status,
      );
      if ((await validateErrorBody(response, route, operation)).length > 0) continue;
      if (hasReason) return { response, findings: [] };
      withoutReason = { response, findings: [] };
    }
  }
  return withoutReason;
}

function reasonHeader({ advice }: ApiError): ResponseHeaders {
  return { [REASON_HEADER]: percentEncode(advice.slice(0, MAX_REASON_LENGTH)) };
}

/** Whether a body contains the reason: the whole message, or that of each finding. */
function containsReason(body: unknown, { advice, findings }: ApiError): boolean {
  const text = typeof body === 'string' ? body : Buffer.isBuffer(body) ? body.toString() : (JSON.stringify(body) ?? '');
  const includes = (words: string) =>
    [words, escapeHtml(words), JSON.stringify(words).slice(1, -1)].some((one) => text.includes(one));
  return includes(advice) || (findings.length > 0 && findings.every(({ message }) => includes(message)));
}

/** Invalid input is 400 in some documents and 422 in others. A `default` response alone describes a success. */
function findDeclaredResponse(
  { code, status }: ApiError,
  responses: OperationResponses,
): { readonly status: number; readonly answer: OperationResponse } | undefined {
  const isInput = status === 400 && (code === 'invalid_argument' || code === 'out_of_range');
  for (const one of isInput ? [400, 422] : []) {
    const declared = responses.all.find(({ key }) => key === `${one}`);
    if (declared) return { status: one, answer: declared };
  }
  const declared = responses.forStatus(status);
  return declared && (declared.key !== 'default' || responses.all.length > 1)
    ? { status, answer: declared }
    : undefined;
}

/** Possible error bodies, the best first. */
function* candidateBodies({ type, schema }: BodyMediaType, { references }: Operation, error: ApiError, status: number) {
  const media = cachedMediaType(type);
  if (!media || !(isConcrete(media) || includesJson({ type }))) return;
  const flat = flattenSchema(schema?.value, references);
  const names = Object.keys(flat.properties);
  const fromSchema = function* () {
    for (const extent of ['all', 'least', 'apart'] as const)
      yield generateErrorBody(schema?.value, references, { error, status, extent });
    // Another one than the first of several may have room for the message.
    const { oneOf, anyOf } = Object(references.resolveValue(schema?.value)) as {
      readonly oneOf?: unknown;
      readonly anyOf?: unknown;
    };
    for (const choice of [oneOf, anyOf].flatMap((choices) =>
      Array.isArray(choices) ? choices.slice(1, MAX_CHOICES) : [],
    ))
      yield generateErrorBody(choice, references, { error, status, extent: 'least' });
  };
  if (isJson(media) || !isConcrete(media)) {
    if (names.length === 0 && media.subtype === 'problem+json') yield createProblemDetails(error);
    const isVague = names.length === 0 && flat.required.length === 0 && !isRecord(flat.additionalProperties);
    if (isVague || ['code', 'message', 'details'].every((name) => names.includes(name))) yield describeError(error);
  } else if (media.type === 'text' && media.subtype !== 'xml') {
    yield media.subtype === 'html' ? escapeHtml(error.advice) : error.advice;
    // Objects are written as JSON, YAML or a table row; pages and event streams are skipped.
    if (/^(html|event-stream)$/.test(media.subtype)) return;
  } else if (media.subtype === 'octet-stream') {
    yield Buffer.from(error.advice);
    return;
  } else if (!/^xml$|\+xml$/.test(media.subtype)) {
    if (media.type !== 'application') return;
    // A text by its schema, whatever its type: `application/text`. Other values have no known serialisation there:
    // `application/vnd.goa.error`.
    if (sampleTypeOf(flat) !== 'string') for (const body of fromSchema()) yield Buffer.from(JSON.stringify(body));
    else if (flat.format === undefined) yield error.advice;
    return;
  }
  yield* fromSchema();
}

/** Whether a range of media types includes JSON, which is written then. */
function includesJson({ type }: Pick<BodyMediaType, 'type'>): boolean {
  return /^(\*|application)\/\*/.test(type);
}

/** A message may repeat client input. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function requiredHeaders({ headers }: OperationResponse, { references }: Operation): ResponseHeaders {
  const required = headers.filter((header) => header.required);
  return Object.fromEntries(
    required.map(({ name, schema }) => [name, String(createMinimalSample(schema?.value, references))]),
  );
}

/** The response for an undeclared error. */
function undeclaredError(error: ApiError, operation: Operation | undefined): ErrorResponse {
  const { status } = error;
  const headers = { 'content-type': PROBLEM_TYPE, ...UNDECLARED_HEADER };
  const message = operation?.responses.forStatus(status)
    ? `has status ${status}, and no body that matches its schema could be generated`
    : `has status ${status}, which the document does not declare`;
  const finding = { part: 'response', pointer: '', keyword: 'status', params: { status }, message } as const;
  return {
    response: createResponse(error, createProblemDetails(error), headers),
    findings: operation ? [finding] : [],
  };
}

/** The violations of a response, including write errors. */
async function validateErrorBody(
  response: HandlerResponse,
  { codec, request }: Route,
  operation: Operation,
): Promise<readonly Finding[]> {
  try {
    const checkable = await codec.checkable(response, request, operation);
    const media = checkable?.type && cachedMediaType(checkable.type.type);
    if (media && !isJson(media)) await codec.encode(response, request, operation);
    return checkable ? operation.validateResponse(response.status, checkable.value, checkable.type) : [];
  } catch (thrown) {
    const message = `cannot be serialized: ${(thrown as Error).message}`;
    return [{ part: 'response', pointer: '', keyword: 'content', params: {}, message }];
  }
}

/** Headers of the error override generated ones. */
function createResponse(
  error: ApiError,
  body: unknown,
  headers: ResponseHeaders = {},
  status = error.status,
): HandlerResponse {
  const source = error.isInjected ? 'fault' : 'rejected';
  return new HandlerResponse(status, body, { ...headers, ...error.headers }, source, error, error.transferFault);
}
