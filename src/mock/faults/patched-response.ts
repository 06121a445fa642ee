// The response of a fault with a patch: that of the operation, with some other values.

import { jsonMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { describeFinding, type Finding } from '../../openapi/finding.ts';
import { isRecord } from '../../schema/is-record.ts';
import { failure } from '../../schema/result.ts';
import { ApiError } from '../../server/pipeline/errors/api-error.ts';
import { candidateBodies } from '../../server/pipeline/errors/candidate-bodies.ts';
import type { InjectedFault } from '../../server/pipeline/faults/fault-plans.ts';
import { HandlerResponse, type ResponseHeaders } from '../../server/pipeline/handler-response.ts';
import type { NextResponder, OperationRequest } from '../../server/pipeline/responder.ts';
import { discardStream, isStream } from '../../server/pipeline/wire.ts';
import type { Samples } from '../samples/samples.ts';
import { faultName, requireResponse, responseOfStep } from './fault-response.ts';
import { isEmptyPatch, patchBody } from './patch-body.ts';

/**
 * The patched response. For a success, the operation runs, and its changes stay if it returns the status of the fault.
 * Otherwise the response is an example or generated, and nothing changes. For an error, the operation does not run.
 *
 * @throws ApiError `failed_precondition` if the document does not allow the result; then nothing changes
 */
export async function patchedResponse(
  fault: InjectedFault,
  request: OperationRequest,
  next: NextResponder,
  samples: () => Promise<Samples>,
): Promise<HandlerResponse> {
  const { operation } = request;
  requireResponse(fault, operation);
  const { patch, headers, undeclared, status = operation.successStatus } = fault.step;
  const own = status < 400 ? await runOperation(status, request, next) : undefined;
  const base = own ?? (await responseWithoutPatch(fault, status, request, samples));
  const type = mediaTypeOf(base, operation);
  // Any server can fail: a status of the server that the document does not declare has any body.
  const isFree = undeclared || !operation.responses.forStatus(status);
  const validate = (body: unknown) => (isFree ? [] : operation.validateResponse(status, body, type));
  if (isEmptyPatch(patch)) return new HandlerResponse(status, base.body, { ...base.headers, ...headers }, 'fault');
  const patched = isOpaque(base.body) && isRecord(patch) ? failure(OPAQUE) : patchBody(base.body, patch, validate);
  if (isStream(base.body)) discardStream(base.body);
  if (!patched.ok) {
    await request.undoAllChanges();
    const reason = patched.reason.slice(0, 1).map(describeFinding);
    throw new ApiError(
      'failed_precondition',
      `${faultName(fault)} returns ${status} of ${operation.id} with an invalid body (${reason})`,
    );
  }
  // The tag of another body.
  const { etag: _, ...others } = base.headers as ResponseHeaders;
  return new HandlerResponse(status, patched.value, { ...others, ...headers }, 'fault');
}

/** The response of the operation; undefined, without its changes, if it has another status. */
async function runOperation(
  status: number,
  request: OperationRequest,
  next: NextResponder,
): Promise<HandlerResponse | undefined> {
  try {
    const response = await next();
    if (response.status === status) return response;
    if (isStream(response.body)) discardStream(response.body);
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.isBug) throw thrown;
  }
  await request.undoAllChanges();
  return undefined;
}

/** An example, a generated body, or an error in the format of the API. */
async function responseWithoutPatch(
  fault: InjectedFault,
  status: number,
  request: OperationRequest,
  samples: () => Promise<Samples>,
): Promise<HandlerResponse> {
  const { patch, ...step } = fault.step;
  try {
    return await responseOfStep({ ...step, status }, request, samples);
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || isEmptyPatch(patch)) throw thrown;
    return new HandlerResponse(status, errorBody(thrown, status, request), thrown.headers, 'fault');
  }
}

/** The body of an error, in the format of the API or of the document. */
export function errorBody(error: ApiError, status: number, { api, operation }: OperationRequest): unknown {
  if (api.describeError) return api.describeError(error);
  const { mediaTypes = [] } = operation.responses.forStatus(status) ?? {};
  const type = jsonMediaType(mediaTypes) ?? mediaTypes[0];
  const candidates = type ? candidateBodies(type, operation, error, status) : [];
  for (const body of candidates) if (operation.validateResponse(status, body, type).length === 0) return body;
  return undefined;
}

function mediaTypeOf({ status, headers }: HandlerResponse, { responses }: Operation) {
  const { mediaTypes = [] } = responses.forStatus(status) ?? {};
  const { 'content-type': sent } = headers as ResponseHeaders;
  return mediaTypes.find(({ type }) => type === sent) ?? jsonMediaType(mediaTypes) ?? mediaTypes[0];
}

const OPAQUE: readonly Finding[] = [
  {
    part: 'response',
    pointer: '',
    keyword: 'content',
    params: {},
    message: 'has no properties that can be changed; give the whole body',
  },
];

/** Whether a body has no properties that can be changed: bytes, or a stream. */
function isOpaque(body: unknown): boolean {
  return body instanceof Uint8Array || isStream(body);
}
