// Responses by the client's `Prefer` header, before any other responder.

import type { Operation } from '../../openapi/document.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';
import { ApiError, codeOfStatus } from '../../server/pipeline/errors/api-error.ts';
import { HandlerResponse } from '../../server/pipeline/handler-response.ts';
import type { OperationRequest, Responder } from '../../server/pipeline/responder.ts';
import { pause } from '../../server/pipeline/scheduling/pause.ts';
import { queryOf } from '../../server/pipeline/wire.ts';
import {
  concreteStatus,
  exampleNamed,
  exampleReply,
  firstExample,
  type ResponseSourceTools,
  sampleReply,
} from './generate-response.ts';
import { appliedText, type Preferences, preferencesIn } from './preferences.ts';

interface PreferSettings {
  /** Whether the query may contain preferences, such as `__code=404`. */
  readonly inQuery: boolean;
  /** The tools for a response. */
  sourceOf(request: OperationRequest): Promise<ResponseSourceTools>;
}

/** Maximum requested delay of a response, in seconds. */
const LONGEST_WAIT = 30;
/** Maximum number of waiting requests. Each keeps its connection, and its request in memory. */
const MOST_WAITING = 100;

/** Creates the responder for preferences (RFC 7240), for inferred APIs. */
export function createPrefer({ inQuery, sourceOf }: PreferSettings): Responder {
  let waiting = 0;
  const wait = async (seconds: number, request: OperationRequest): Promise<boolean> => {
    const { signal } = request.deadline;
    if (waiting >= MOST_WAITING) {
      request.warn(`Prefer: wait was ignored: ${MOST_WAITING} requests are waiting already`);
      return false;
    }
    waiting += 1;
    try {
      await pause(seconds * 1000, signal);
      if (signal.aborted) throw new ApiError('cancelled', 'the client closed the connection');
      return true;
    } finally {
      waiting -= 1;
    }
  };

  return async (request, next) => {
    if (!request.api.infer) return undefined;
    const preferred = preferencesIn(request.headers, inQuery ? new URLSearchParams(queryOf(request.url())) : undefined);
    if (!preferred) return undefined;
    const seconds = secondsIn(preferred);
    const { wait: _, ...others } = preferred;
    const hasWaited = seconds !== undefined && seconds > 0 && (await wait(seconds, request));
    const followed = { ...others, ...(hasWaited && { wait: `${seconds}` }) };
    const reply = Object.keys(others).length > 0 ? await preferredReply(others, request, sourceOf) : undefined;
    return withAppliedHeader(reply ?? (await next()), reply ? followed : { ...(hasWaited && { wait: `${seconds}` }) });
  };
}

/** The requested delay in seconds, limited; undefined if it is no number. */
function secondsIn({ wait }: Preferences): number | undefined {
  return wait !== undefined && /^\d{1,9}(\.\d{1,3})?$/.test(wait) ? Math.min(Number(wait), LONGEST_WAIT) : undefined;
}

/** A response with `Preference-Applied` (RFC 7240, section 3). */
function withAppliedHeader(reply: HandlerResponse, followed: Preferences): HandlerResponse {
  const headers = headersIn(followed);
  return new HandlerResponse(reply.status, reply.body, { ...headers, ...reply.headers }, reply.source, reply.error);
}

function headersIn(followed: Preferences): Readonly<Record<string, string>> {
  const applied = appliedText(followed);
  return applied === '' ? {} : { 'preference-applied': applied, vary: 'Accept, Prefer' };
}

/** @returns undefined if the preference does not apply */
async function preferredReply(
  preferred: Preferences,
  request: OperationRequest,
  sourceOf: PreferSettings['sourceOf'],
): Promise<HandlerResponse | undefined> {
  const { code, example, dynamic } = preferred;
  const { operation } = request;
  const source = await sourceOf(request);
  if (code === undefined && example === undefined) {
    if (dynamic === 'false') return exampleReply(source);
    if (dynamic !== 'true' && dynamic !== '') return undefined;
    return sampled(source, operation.successStatus, preferred);
  }
  const responses = responsesWith(code, operation);
  if (example !== undefined) return exampled(source, responses, example);
  const [{ response, status }] = responses;
  if (dynamic === 'true') return sampled(source, status, preferred);
  const found = await firstExample(source, response, status);
  if (found) return found;
  if (status < 400) return sampled(source, status, preferred);
  // Errors have the documented form.
  const message = `${status} forced by Prefer: code=${code ?? status}`;
  throw new ApiError(codeOfStatus(status), message, { status, headers: headersIn(preferred) });
}

interface StatusOfResponse {
  readonly response: OperationResponse;
  readonly status: number;
}

/** The responses with a status; without one, all, success first. */
function responsesWith(
  code: string | undefined,
  operation: Operation,
): readonly [StatusOfResponse, ...StatusOfResponse[]] {
  const { responses, successStatus } = operation;
  const withStatus = responses.all.map((response) => ({ response, status: concreteStatus(response, operation) }));
  if (code !== undefined) {
    const status = /^[1-5]\d\d$/.test(code) ? Number(code) : 0;
    const response = status === 0 ? undefined : responses.forStatus(status);
    if (response) return [{ response, status }];
    const known = responses.all.map(({ key }) => key).join(', ');
    throw new ApiError('invalid_argument', `${operation.id} has no response ${code}; declared: ${known || 'none'}`);
  }
  const [first, ...rest] = withStatus.sort(
    (a, b) => Number(b.status === successStatus) - Number(a.status === successStatus),
  );
  if (!first) throw new ApiError('invalid_argument', `${operation.id} has no responses`);
  return [first, ...rest];
}

async function exampled(
  source: ResponseSourceTools,
  responses: readonly StatusOfResponse[],
  name: string,
): Promise<HandlerResponse> {
  const { operation } = source;
  for (const { response, status } of responses) {
    const found = await exampleNamed(source, response, status, name);
    if (found?.ok) return found.value;
    if (found) throw new ApiError('invalid_argument', `example ${name} of ${operation.id} is invalid: ${found.reason}`);
  }
  const names = responses.flatMap(({ response }) =>
    response.mediaTypes.flatMap(({ examples }) => examples.map((one) => one.name)),
  );
  const known = [...new Set(names)].filter((one) => one !== '').join(', ');
  const where = responses.length === 1 ? `response ${responses[0]?.status} of ${operation.id}` : operation.id;
  throw new ApiError('invalid_argument', `${where} has no example ${name}; existing: ${known || 'none with a name'}`);
}

function sampled(source: ResponseSourceTools, status: number, { dynamic }: Preferences): HandlerResponse {
  const made = sampleReply(source, { status, isInvented: dynamic === 'true' || dynamic === '' });
  if (made.ok) return made.value;
  throw new ApiError('unimplemented', `no response of ${source.operation.id} can be generated: ${made.reason}`);
}
