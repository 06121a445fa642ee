// Finds the starting request of an operation: the first accepted one.

import type { Operation } from '../../openapi/document.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { addCredentials } from '../credentials.ts';
import { findSentExample } from '../requests/documented-values.ts';
import { findOtherOperation } from '../requests/find-other-operation.ts';
import type { RequestGenerator, RequestOptions } from '../requests/request-generator.ts';
import type { Rejection } from '../requests/revise-request.ts';
import {
  type RequestInput,
  type SerializedRequest,
  serializeRequest,
  validateSerializedRequest,
} from '../requests/serialize-request.ts';
import type { TestSession } from '../session.ts';
import type { ReceivedResponse } from '../target.ts';
import type { PathValues } from './known-values.ts';

/** The first accepted request of an operation. */
interface StartingRequest {
  readonly input: RequestInput;
  /** Without credentials. */
  readonly request: SerializedRequest;
  readonly response: ReceivedResponse;
}

/** An operation with its starting request. */
export interface TestedOperation {
  readonly operation: Operation;
  readonly start: StartingRequest;
  readonly session: TestSession;
  /** Whether path values may be varied. */
  readonly mayVaryPath: boolean;
}

/** The tools of the search. */
interface StartingRequestSearch {
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
export async function findStartingRequest(
  operation: Operation,
  values: PathValues,
  { requests, session, mayVaryPath, withExistingIds }: StartingRequestSearch,
): Promise<Result<StartingRequest>> {
  const revisions = requests.createRevisions(operation, mayVaryPath);
  let reason = 'no valid request could be generated for it';
  let accepted: Result<StartingRequest> | undefined;
  const sent = new Set<string>();
  for (const [what, options] of listCandidates(values, mayVaryPath)) {
    if (options.width === 'examples' && !requests.hasExamples(operation)) continue;
    const input = requests.createInput(operation, { ...options, key: what });
    if (!input.ok) {
      reason = input.reason;
      continue;
    }
    // After all examples were accepted, the request without optional ones shows more.
    if (accepted) {
      if (options.width !== 'least' || !options.examples) break;
      const smaller = await sendCandidate(input.value, what);
      return smaller.start?.ok ? smaller.start : accepted;
    }
    accepted = await sendUntilAccepted(input.value, what);
    const mayHideItems =
      accepted?.ok && SAFE_METHODS.has(operation.method) && hasOptionalParameters(operation, accepted.value.input);
    if (accepted && !mayHideItems) return accepted;
  }
  return accepted ?? failure(reason);

  /** Sends a request; after a rejection, once more with existing ids, then changed as the reasons ask. */
  async function sendUntilAccepted(input: RequestInput, what: string): Promise<Result<StartingRequest> | undefined> {
    let result = await sendCandidate(input, what);
    let current = input;
    const other = result.start ? undefined : await withExistingIds(input);
    if (other) {
      result = await sendCandidate(other, `${what}, with ids of existing items`);
      current = other;
    }
    while (!result.start && result.rejection) {
      const revision = revisions.next(current, result.rejection);
      if (!revision) return undefined;
      result = await sendCandidate(revision.input, `${what}, with ${revision.description}`);
      current = revision.input;
    }
    return result.start;
  }

  /** Neither a starting request nor a rejection: it was not sent. */
  async function sendCandidate(
    input: RequestInput,
    what: string,
  ): Promise<{ readonly start?: Result<StartingRequest>; readonly rejection?: Rejection }> {
    const serialized = serializeRequest(operation, input);
    if (!serialized.ok) {
      reason = serialized.reason;
      return {};
    }
    const request = serialized.value;
    const other = findOtherOperation(requests.document, operation, request);
    if (other) {
      reason = `${what} would match ${other.id}, whose path is ${other.path}`;
      return {};
    }
    const [finding] = await validateSerializedRequest(operation, request, input);
    const text = stringifyJson([request.target, request.headers, request.body?.toString()]);
    if (finding || sent.has(text)) return {};
    sent.add(text);
    const authenticated = addCredentials(request, operation, session.credentials);
    if (!authenticated.ok) return { start: authenticated };
    const exchange = await session.runCase({
      operation,
      phase: 'examples',
      description: what,
      expectation: { kind: 'open' },
      request: authenticated.value,
      example: findSentExample(operation, input),
    });
    if (!exchange.ok) return { start: exchange };
    const { response } = exchange.value;
    if (response.status < 400) return { start: success({ input, request, response }) };
    reason = `${what} ${requests.describeRejection(operation, input, exchange.value)}`;
    return { rejection: exchange.value };
  }
}

/** Whether an accepted request has optional parameters, which may hide items of a list. */
function hasOptionalParameters({ parameters }: Operation, input: RequestInput): boolean {
  return parameters.some(
    ({ required, in: location, name }) =>
      !required && input[location][location === 'header' ? name.toLowerCase() : name] !== undefined,
  );
}

/** Options of candidate requests, the most likely to be accepted first. */
function listCandidates(
  values: PathValues,
  mayVaryPath: boolean,
): readonly (readonly [what: string, options: Omit<RequestOptions, 'key'>])[] {
  return [
    ['a request with the examples of the document', { values, width: 'examples', examples: true }],
    ['a request with required fields and example values', { values, width: 'least', examples: true }],
    ['a request with all optional fields', { values, width: 'all', examples: true }],
    ['a request with generated values', { values, width: 'all', examples: false }],
    ...(mayVaryPath
      ? [['a request with example values only', { values: {}, width: 'least', examples: true }] as const]
      : []),
    ['a request with required fields only', { values, width: 'least', examples: false, hasPlainNames: false }],
  ];
}
