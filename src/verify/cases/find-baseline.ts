// Finds the baseline request of an operation: the first accepted one.

import type { Operation } from '../../openapi/document.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { addCredentials } from '../credentials.ts';
import { findSentExample } from '../requests/documented-values.ts';
import { findOtherOperation } from '../requests/find-other-operation.ts';
import type { RequestGenerator, RequestOptions } from '../requests/request-generator.ts';
import { type RequestInput, type SerializedRequest, serializeRequest } from '../requests/serialize-request.ts';
import { validateSerializedRequest } from '../requests/validate-serialized-request.ts';
import { messageIn } from '../responses/error-message.ts';
import type { TestSession } from '../session.ts';
import type { ReceivedResponse } from '../target.ts';
import type { PathValues } from './known-values.ts';

/** The first accepted request of an operation. */
export interface Baseline {
  readonly input: RequestInput;
  /** Without credentials. */
  readonly request: SerializedRequest;
  readonly response: ReceivedResponse;
}

/** The tools of the search. */
export interface BaselineSearch {
  readonly requests: RequestGenerator;
  readonly session: TestSession;
  /** Whether path values may be varied. */
  readonly mayVaryPath: boolean;
  /** Replaces the ids in the body of a rejected request; undefined if no others are known. */
  withExistingIds(input: RequestInput): Promise<RequestInput | undefined>;
}

/**
 * Sends several valid requests until one is accepted.
 *
 * @param values - known path values
 */
export async function findBaseline(
  operation: Operation,
  values: PathValues,
  { requests, session, mayVaryPath, withExistingIds }: BaselineSearch,
): Promise<Result<Baseline>> {
  let reason = 'no valid request could be generated for it';
  for (const [what, options] of listCandidates(values, mayVaryPath)) {
    const input = requests.createInput(operation, { ...options, key: what });
    if (!input.ok) {
      reason = input.reason;
      continue;
    }
    const baseline = (await sendCandidate(input.value, what)) ?? (await sendWithExistingIds(input.value, what));
    if (baseline) return baseline;
  }
  return failure(reason);

  async function sendWithExistingIds(input: RequestInput, what: string): Promise<Result<Baseline> | undefined> {
    const other = await withExistingIds(input);
    return other && sendCandidate(other, `${what}, with ids of existing items`);
  }

  /** Returns undefined if another request may be accepted. */
  async function sendCandidate(input: RequestInput, what: string): Promise<Result<Baseline> | undefined> {
    const serialized = serializeRequest(operation, input);
    if (!serialized.ok) {
      reason = serialized.reason;
      return undefined;
    }
    const request = serialized.value;
    const other = findOtherOperation(requests.document, operation, request);
    if (other) {
      reason = `${what} would match ${other.id}, whose path is ${other.path}`;
      return undefined;
    }
    const [finding] = await validateSerializedRequest(operation, request, input);
    if (finding) return undefined;
    const authenticated = addCredentials(request, operation, session.credentials);
    if (!authenticated.ok) return authenticated;
    const exchange = await session.runCase({
      operation,
      phase: 'examples',
      description: what,
      expectation: { kind: 'open' },
      request: authenticated.value,
      example: findSentExample(operation, input),
    });
    if (!exchange.ok) return exchange;
    const { response, decoded } = exchange.value;
    if (response.status < 400) return success({ input, request, response });
    reason = `${what} was rejected with ${response.status}${messageIn(decoded.value)}`;
    return undefined;
  }
}

/** Options of candidate requests, the most likely to be accepted first. */
function listCandidates(
  values: PathValues,
  mayVaryPath: boolean,
): readonly (readonly [what: string, options: Omit<RequestOptions, 'key'>])[] {
  return [
    ['a baseline request', { values, width: 'least', examples: true }],
    ['a request with all optional fields', { values, width: 'all', examples: true }],
    ['a request with generated values', { values, width: 'all', examples: false }],
    ...(mayVaryPath
      ? [['a request with example values only', { values: {}, width: 'least', examples: true }] as const]
      : []),
    ['a request with required fields only', { values, width: 'least', examples: false }],
  ];
}
