// Converts errors to responses: the only place that does.

import { jsonMediaType } from '../../../openapi/content.ts';
import type { Operation } from '../../../openapi/document.ts';
import type { Finding } from '../../../openapi/finding.ts';
import { cachedMediaType, isJson } from '../../../openapi/media-type.ts';
import type { OperationResponse, OperationResponses } from '../../../openapi/operation-responses.ts';
import { documentedHeaders, isServerHeader } from '../../../openapi/response-header-values.ts';
import { createMinimalSample } from '../../../openapi/schema/minimal-sample.ts';
import type { ServedApi } from '../api/load-api.ts';
import type { Route } from '../find-route.ts';
import { HandlerResponse, type ResponseHeaders } from '../handler-response.ts';
import { createViolationError } from '../validate-response.ts';
import type { ApiError } from './api-error.ts';
import { candidateBodies, containsReason, includesJson } from './candidate-bodies.ts';
import { commonErrorBody } from './common-error.ts';
import { describeError } from './describe-error.ts';
import { percentEncode } from './percent-encode.ts';
import { createProblemDetails, PROBLEM_TYPE } from './problem-details.ts';

type OnError = (thrown: unknown) => void;

/** A response with its violations. */
interface ErrorResponse {
  readonly response: HandlerResponse;
  readonly findings: readonly Finding[];
}

/** Set if the document does not declare such an error. */
const UNDECLARED_HEADER = { 'x-understudy-undeclared': 'true' };
/** The reason of an error, if the documented body has no room for it. */
const REASON_HEADER = 'x-understudy-reason';
/** In characters: header fields have little room. */
const MAX_REASON_LENGTH = 500;

/**
 * The response for an error: in the API's own format, else in the documented one, else marked as undeclared, in the form
 * that all documented errors share, or as problem details. The status is that of the error, or a declared one of
 * similar meaning.
 */
export async function createErrorResponse(error: ApiError, route: Route, onError: OnError): Promise<ErrorResponse> {
  const { operation, served, codec } = route;
  const apiBody = describeWithApi(error, served, onError);
  // Calls have statuses of their own, which no document describes.
  if (codec.reads === 'message')
    return { response: createResponse(error, apiBody ? apiBody.body : describeError(error)), findings: [] };
  if (apiBody) {
    // The API's own words for an unknown path leave out what it has instead.
    if (!operation) {
      const reason = containsReason(apiBody.body, error) ? {} : reasonHeader(error);
      return { response: createResponse(error, apiBody.body, reason), findings: [] };
    }
    const response = createResponse(error, apiBody.body);
    const findings = await validateErrorBody(response, route, operation);
    if (!operation.responses.forStatus(error.status))
      return { response: createResponse(error, apiBody.body, UNDECLARED_HEADER), findings };
    if (findings.length === 0 || served.outputCheck !== 'enforce') return { response, findings };
    const outcome = `${operation.id} rejected a request with ${error.status} (${error.message})`;
    const summary = `${outcome}, but describeError returned an invalid body; sent the error schema of the document instead`;
    onError(createViolationError(summary, findings, `fix describeError of API ${served.api.name}, or the document`));
  }
  return (
    (operation && (await generateFromDocument(operation, error, route))) ?? undeclaredError(error, operation, route)
  );
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
  const { status, response: declared } = found;
  const headers = declaredHeaders(declared, operation, status);
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

/**
 * Invalid input is 400 in some documents and 422 in others. Other errors get a declared status of similar meaning if
 * their own is not declared. A `default` response alone describes a success.
 */
function findDeclaredResponse(
  error: ApiError,
  responses: OperationResponses,
): { readonly status: number; readonly response: OperationResponse } | undefined {
  const { status } = error;
  const findExact = (one: number) => {
    const response = responses.all.find(({ key }) => key === `${one}`);
    return response && { status: one, response };
  };
  const input = isInvalidInput(error) ? (findExact(400) ?? findExact(422)) : undefined;
  if (input) return input;
  const declared = responses.forStatus(status);
  if (declared && (declared.key !== 'default' || responses.all.length > 1)) return { status, response: declared };
  return similarStatuses(error).map(findExact).find(Boolean);
}

function isInvalidInput({ code, status }: ApiError): boolean {
  return status === 400 && (code === 'invalid_argument' || code === 'out_of_range');
}

/** Statuses of similar meaning, the closest first. An injected status is sent as it is. */
function similarStatuses(error: ApiError): readonly number[] {
  const { code, status, findings, isInjected } = error;
  if (isInjected) return [];
  // An id that no item can have is that of no item.
  if (isInvalidInput(error) && findings.length > 0 && findings.every(({ part }) => part === 'path')) return [404];
  if (code === 'already_exists' && status === 409) return [422, 400];
  return status === 404 ? [410] : [];
}

/** The headers that the document gives, and samples of other required ones. */
function declaredHeaders(declared: OperationResponse, operation: Operation, status: number): ResponseHeaders {
  const samples = declared.headers
    .filter(({ name, required }) => required && !isServerHeader(name))
    .map(({ name, schema }) => [name, String(createMinimalSample(schema?.value, operation.references))] as const);
  return { ...Object.fromEntries(samples), ...documentedHeaders(declared, operation, status) };
}

/** The response for an undeclared error. */
function undeclaredError(error: ApiError, operation: Operation | undefined, { served }: Route): ErrorResponse {
  const { status } = error;
  const isDeclared = operation?.responses.forStatus(status) !== undefined;
  const message = isDeclared
    ? `has status ${status}, and no body that matches its schema could be generated`
    : `has status ${status}, which the document does not declare`;
  const finding = { part: 'response', pointer: '', keyword: 'status', params: { status }, message } as const;
  // A 500 in the form of the API's own errors would look like one that a client requested.
  const isOfApi = !isDeclared && (status < 500 || error.isInjected);
  const common = isOfApi ? commonErrorBody(served.document, error) : undefined;
  const { body, contentType } = common ?? { body: createProblemDetails(error), contentType: PROBLEM_TYPE };
  const headers = { 'content-type': contentType, ...UNDECLARED_HEADER };
  return { response: createResponse(error, body, headers), findings: operation ? [finding] : [] };
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
