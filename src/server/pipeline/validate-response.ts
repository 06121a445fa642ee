// Validates responses against the document.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { describeFinding, type Finding } from '../../openapi/finding.ts';
import { isJson, matchMediaTypes, parseMediaType } from '../../openapi/media-type.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';
import { isServerHeader } from '../../openapi/response-header-values.ts';
import type { AnyApi } from './api/api.ts';
import type { CheckableBody } from './codec.ts';
import { ApiError } from './errors/api-error.ts';
import type { OperationRoute } from './find-route.ts';
import { formatResponseHeaders, HandlerResponse, type ResponseHeaders } from './handler-response.ts';
import { andThen } from './scheduling/and-then.ts';
import { discardStream, isStream, withDiscard } from './wire.ts';
import { hasEntityTag } from './write-response.ts';

/** A validated response. */
interface ValidatedResponse {
  /** The response; a stream of values ends at the first invalid one. */
  readonly response: HandlerResponse;
  readonly findings: readonly Finding[];
}

/**
 * The violations of a response. Injected faults are exempt. Of a stream, only separately written values are validated,
 * as they come, and only in the enforcing mode: the exchange has been recorded by then.
 *
 * @throws ApiError `internal`, naming the violation, in the enforcing mode
 */
export function validateResponse(
  response: HandlerResponse,
  route: OperationRoute,
): ValidatedResponse | Promise<ValidatedResponse> {
  const { codec, request, operation } = route;
  // Nothing is sent.
  if (response.transferFault?.connection !== undefined) return { response, findings: NONE };
  return andThen(codec.checkable(response, request, operation), (checkable) =>
    validateChecked(response, checkable, route),
  );
}

function validateChecked(
  response: HandlerResponse,
  checkable: CheckableBody | undefined,
  { operation, served, codec }: OperationRoute,
): ValidatedResponse {
  const { status } = response;
  const declared = operation.responses.forStatus(status);
  const isValidated =
    checkable !== undefined &&
    validatedTypes.has(response) &&
    checkable.value === response.body &&
    validatedTypes.get(response) === checkable.type;
  const bodyFindings =
    checkable && !checkable.isItemStream && !isValidated
      ? operation.validateResponse(status, checkable.value, checkable.type)
      : NONE;
  // Remote procedure calls have no headers in the document.
  const headerFindings =
    declared && codec.reads === 'body' ? findHeaderFindings(response, declared, operation, served.api) : NONE;
  const findings = headerFindings.length > 0 ? [...headerFindings, ...bodyFindings] : bodyFindings;
  const isEnforced = served.outputCheck === 'enforce' && response.source !== 'fault';
  if (findings.length > 0 && isEnforced) {
    throw createViolationError(`${operation.id} returned an invalid response`, findings, ADVICE);
  }
  if (!checkable?.isItemStream || !isEnforced) return { response, findings };
  const { value, type, toItem = (item: unknown) => item } = checkable;
  const check = (item: unknown) => {
    const described = toItem(item);
    return described === undefined ? NONE : operation.validateResponse(status, described, type);
  };
  const items = value as AsyncIterable<unknown>;
  const stream = withDiscard(validateItems(items, check, operation), () => discardStream(items));
  return {
    response: new HandlerResponse(status, stream, response.headers, response.source, undefined, response.transferFault),
    findings,
  };
}

/** The violations of a body, as its client reads it; none where no body is sent, or the body cannot be written. */
export async function findBodyViolations(
  response: HandlerResponse,
  route: OperationRoute,
): Promise<readonly Finding[]> {
  const { codec, request, operation } = route;
  const { status } = response;
  if (request.method === 'HEAD' || WITHOUT_BODY.has(status)) return NONE;
  // An error over RPC has no message.
  if (codec.reads === 'message') {
    return response.error || status >= 400 ? NONE : operation.validateResponse(status, response.body);
  }
  const received = await asReceived(response, route).catch(() => undefined);
  const checkable = received && (await codec.checkable(received, request, operation));
  return checkable ? operation.validateResponse(status, checkable.value, checkable.type) : NONE;
}

/** A response with the bytes that are sent, unless it is JSON: in other formats, a number may read as text. */
async function asReceived(
  response: HandlerResponse,
  { codec, request, operation }: OperationRoute,
): Promise<HandlerResponse> {
  const { headers, body } = await codec.encode(response, request, operation);
  const { 'content-type': type = '' } = headers;
  const mediaType = parseMediaType(type);
  if ((mediaType && isJson(mediaType)) || isStream(body)) return response;
  return new HandlerResponse(response.status, Buffer.from(body), { ...response.headers, 'content-type': type });
}

/** Statuses whose responses have no body (RFC 9110, section 6.4.1). */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

const validatedTypes = new WeakMap<HandlerResponse, BodyMediaType | undefined>();

/** Marks a response as validated in this media type. */
export function markValidated(response: HandlerResponse, type: BodyMediaType): HandlerResponse {
  validatedTypes.set(response, type);
  return response;
}

/** The items of a stream, up to the first invalid one. Bytes are not validated. */
async function* validateItems(
  items: AsyncIterable<unknown>,
  check: (item: unknown) => readonly Finding[],
  { id }: Operation,
): AsyncGenerator<unknown> {
  let number = 0;
  for await (const item of items) {
    number += 1;
    const findings = item instanceof Uint8Array ? NONE : check(item);
    if (findings.length > 0) {
      throw createViolationError(`${id} returned an invalid item ${number} in its stream`, findings, ADVICE);
    }
    yield item;
  }
}

const ADVICE = 'fix the handler or the document, or use --output-check report';

/** The error for an invalid response. @param advice - a clause */
export function createViolationError(summary: string, findings: readonly Finding[], advice: string): ApiError {
  const message = `${summary}: ${findings.map(describeFinding).join('; ')} (${advice})`;
  return new ApiError('internal', message, { findings });
}

const NONE: readonly Finding[] = [];

/** The violations of headers, including those of all responses. */
function findHeaderFindings(
  response: HandlerResponse,
  { headers: declared, mediaTypes }: OperationResponse,
  operation: Operation,
  { responseHeaders }: AnyApi,
): readonly Finding[] {
  const { status, body } = response;
  const { 'content-type': type } = response.headers as ResponseHeaders;
  const typeFindings = type === undefined ? NONE : findTypeFindings(String(type), mediaTypes);
  if (declared.length === 0) return typeFindings;
  const found = operation.validateHeaders(status, { ...responseHeaders, ...formatResponseHeaders(response) });
  // Generated from the body when it is written.
  const isTagGenerated = hasEntityTag(operation, status) && !isStream(body);
  const isSentLater = ({ missingProperty }: Finding['params']) =>
    (isTagGenerated && missingProperty === 'etag') || isServerHeader(String(missingProperty));
  return [...found.filter(({ params }) => !isSentLater(params)), ...typeFindings];
}

function findTypeFindings(type: string, mediaTypes: OperationResponse['mediaTypes']): readonly Finding[] {
  const sent = parseMediaType(type);
  const types = mediaTypes.map((one) => one.type);
  if (sent && matchMediaTypes(types, sent).length > 0) return NONE;
  const allowed = types.length > 0 ? `expected ${types.join(', ')}` : 'this response has no body';
  const message = `has media type ${type}; ${allowed}`;
  return [{ part: 'response', pointer: '', keyword: 'content', params: { type }, message }];
}
