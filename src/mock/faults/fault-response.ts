// The response of a fault plan, which must be declared by default.

import { jsonMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { describeFinding, type Finding } from '../../openapi/finding.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';
import { ApiError, codeOfStatus } from '../../server/pipeline/errors/api-error.ts';
import type { FaultStep } from '../../server/pipeline/faults/fault-plan.ts';
import type { InjectedFault } from '../../server/pipeline/faults/fault-plans.ts';
import { HandlerResponse } from '../../server/pipeline/handler-response.ts';
import type { OperationRequest } from '../../server/pipeline/responder.ts';
import { WITHOUT_BODY } from '../../server/pipeline/validate-response.ts';
import { exampleNamed, firstExample, sampleReply } from '../samples/generate-response.ts';
import type { Samples } from '../samples/samples.ts';
import { findPatchProblem } from './check-patch.ts';

/**
 * The response of a step; undefined if it defines none.
 *
 * @throws ApiError for an error code, in the format of the API; `failed_precondition` if the operation does not
 * declare the response
 */
export async function faultResponse(
  fault: InjectedFault,
  request: OperationRequest,
  samples: () => Promise<Samples>,
): Promise<HandlerResponse | undefined> {
  const { operation, api } = request;
  const { step } = fault;
  const { code, expiredToken, connection } = step;
  if (connection !== undefined) {
    const failure = new ApiError(
      'unavailable',
      connection === 'reset'
        ? `${faultName(fault)} reset the connection`
        : `${faultName(fault)} left the request without a response`,
    );
    return new HandlerResponse(failure.status, undefined, {}, 'fault', failure);
  }
  if (expiredToken) throw planned(api.expiredToken?.() ?? expired());
  if (code !== undefined) throw rejectionOf(code, step);
  if (step.status === undefined && step.example === undefined && step.body === undefined) return undefined;
  requireResponse(fault, operation);
  return responseOfStep(step, request, samples);
}

/** @throws ApiError `failed_precondition` if the operation does not allow the response */
export function requireResponse(fault: InjectedFault, operation: Operation): void {
  const wrong = stepProblem(fault.step, operation);
  if (wrong !== undefined) throw new ApiError('failed_precondition', `${faultName(fault)} ${wrong}`);
}

/** A fault in messages. */
export function faultName({ id = 'the fault of this request', step }: InjectedFault): string {
  return step.respondOnce ? `respondOnce (${id})` : id;
}

/** The response of a step that has a status, an example or a body. @throws ApiError for an error without an example */
export async function responseOfStep(
  step: FaultStep,
  request: OperationRequest,
  samples: () => Promise<Samples>,
): Promise<HandlerResponse> {
  const { status = request.operation.successStatus, body, headers = {} } = step;
  if (body !== undefined) return new HandlerResponse(status, body, headers, 'fault');
  const reply = await declared(status, step, request, samples);
  if (reply) return new HandlerResponse(reply.status, reply.body, { ...reply.headers, ...headers }, 'fault');
  if (status >= 400) throw rejectionOf(codeOfStatus(status), step, status);
  return new HandlerResponse(status, undefined, headers, 'fault');
}

/** The problem of a step's response for an operation, the end of a sentence; undefined if there is none. */
export function stepProblem(
  { status, example, body, patch, headers, undeclared, broken, respondOnce }: FaultStep,
  operation: Operation,
): string | undefined {
  const advice = respondOnce
    ? 'to return it anyway, use sandbox.fault() with undeclared: true'
    : 'to return it anyway, add undeclared (in JSON: "undeclared": true)';
  const meant = status ?? operation.successStatus;
  const response = responseOf(meant, operation);
  const names = operation.responses.all.map(({ key }) => key).join(', ');
  if (!response) {
    // Any server can fail, declared or not.
    if (undeclared || (meant >= 500 && example === undefined)) return undefined;
    if (status === undefined && example === undefined && body === undefined && patch === undefined) return undefined;
    return `returns ${meant}, which ${operation.id} does not declare (declared: ${names}); ${advice}`;
  }
  if (example !== undefined) {
    const known = response.mediaTypes.flatMap(({ examples }) => examples.map(({ name }) => name));
    if (known.includes(example)) return undefined;
    return `uses example ${JSON.stringify(example)}, which response ${response.key} of ${operation.id} does not have; existing: ${known.filter((name) => name !== '').join(', ') || 'none with a name'}`;
  }
  if (undeclared) return undefined;
  if (broken) {
    const reason = unbreakableReason(meant, response);
    return reason && `cannot break ${meant} of ${operation.id}: ${reason}`;
  }
  const inBody =
    patch === undefined
      ? body !== undefined && operation.validateResponse(meant, body, jsonMediaType(response.mediaTypes))[0]
      : findPatchProblem(patch, meant, response, operation);
  const inHeaders = headerFinding(meant, headers, operation, body !== undefined);
  const found = inBody || inHeaders;
  return (
    found &&
    `returns ${meant} of ${operation.id} with an invalid ${inBody ? 'body' : 'header'} (${describeFinding(found)}); ${advice}`
  );
}

/** Why no body of a response violates the document; undefined if one may. */
function unbreakableReason(status: number, { hasBody, mediaTypes }: OperationResponse): string | undefined {
  if (WITHOUT_BODY.has(status)) return 'it has no body';
  const canBreak = !hasBody || mediaTypes.some(({ schema, itemSchema }) => schema ?? itemSchema);
  return canBreak ? undefined : 'it has no schema, so every body is valid';
}

/**
 * A header that the operation does not allow, or requires. Examples and generated bodies have all headers, and the
 * ETag is always added.
 */
function headerFinding(
  status: number,
  headers: FaultStep['headers'] = {},
  operation: Operation,
  isComplete: boolean,
): Finding | undefined {
  const fields = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const found = operation.validateHeaders(status, fields);
  return found.find(({ header }) => fields[header] !== undefined || (isComplete && header !== 'etag'));
}

/** The declared response of a status. Beside a success, `default` means errors. */
function responseOf(status: number, { responses }: Operation): OperationResponse | undefined {
  const response = responses.forStatus(status);
  const hasSuccess = () => responses.all.some(({ key }) => key.startsWith('2'));
  return response?.key.toLowerCase() === 'default' && status < 400 && hasSuccess() ? undefined : response;
}

/** A declared response: the named example, else the first one, else, for a success, a sample. */
async function declared(
  status: number,
  { example }: FaultStep,
  request: OperationRequest,
  samples: () => Promise<Samples>,
): Promise<HandlerResponse | undefined> {
  const response = responseOf(status, request.operation);
  if (!response) return undefined;
  const source = await (await samples()).sourceOf(request);
  if (example !== undefined) return (await exampleNamed(source, response, status, example))?.value;
  return (
    (await firstExample(source, response, status)) ?? (status < 400 ? sampleReply(source, { status }).value : undefined)
  );
}

function rejectionOf(
  code: ApiError['code'],
  { message, details = [], headers = {} }: FaultStep,
  status?: number,
): ApiError {
  return new ApiError(code, message ?? `injected fault: ${code}`, {
    details,
    headers,
    isInjected: true,
    ...(status !== undefined && { status }),
  });
}

/** An error of an API, marked as injected. */
function planned({ code, message, id, advice, status, headers, findings, details }: ApiError): ApiError {
  const parts = { advice, status, headers, findings, details, isInjected: true };
  return new ApiError(code, message, id === undefined ? parts : { ...parts, id });
}

function expired(): ApiError {
  const challenge = 'Bearer error="invalid_token", error_description="The access token expired"';
  return new ApiError('unauthenticated', 'token expired', {
    headers: { 'www-authenticate': challenge },
    isInjected: true,
  });
}
