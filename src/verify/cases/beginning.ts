// Finds the baseline request of an operation: the first accepted one.

import type { Operation } from '../../openapi/document.ts';
import { UnwritableParameter } from '../../openapi/parameters/write-parameters.ts';
import { show } from '../credentials.ts';
import { type Call, type Said, writeCall } from '../requests/call.ts';
import { otherOperation } from '../requests/other-operation.ts';
import { findingsIn } from '../requests/request-findings.ts';
import type { RequestOptions, Requests } from '../requests/requests.ts';
import type { Session } from '../session.ts';
import type { Answer } from '../target.ts';
import type { Values } from './known-values.ts';

/** The first accepted request of an operation. */
export interface Begun {
  readonly said: Said;
  /** Without credentials. */
  readonly call: Call;
  readonly answer: Answer;
}

/** The tools of the search. */
export interface Looking {
  readonly requests: Requests;
  readonly session: Session;
  /** Whether path values may be varied. */
  readonly mayGuess: boolean;
  /** Replaces the ids in the body of a rejected request; undefined if no others are known. */
  naming(input: Said): Promise<Said | undefined>;
}

/**
 * Sends several valid requests until one is accepted; a text with the reason if none is.
 *
 * @param values - known path values
 */
export async function begin(
  operation: Operation,
  values: Values,
  { requests, session, mayGuess: mayVaryPath, naming: withExistingIds }: Looking,
): Promise<Begun | string> {
  let reason = 'no valid request could be generated for it';
  for (const [what, options] of listCandidates(values, mayVaryPath)) {
    try {
      const input = requests.said(operation, { ...options, key: what });
      const baseline = (await sendCandidate(input, what)) ?? (await sendWithExistingIds(input, what));
      if (baseline !== undefined) return baseline;
    } catch (error) {
      if (!(error instanceof UnwritableParameter)) throw error;
      reason = error.message;
    }
  }
  return reason;

  async function sendWithExistingIds(input: Said, what: string): Promise<Begun | string | undefined> {
    const other = await withExistingIds(input);
    return other && sendCandidate(other, `${what}, with ids of existing items`);
  }

  /** Returns undefined if the request is rejected or invalid; a text with the reason if there is no response. */
  async function sendCandidate(input: Said, what: string): Promise<Begun | string | undefined> {
    const request = writeCall(operation, input);
    const other = otherOperation(requests.document, operation, request);
    if (other) {
      reason = `${what} would match ${other.id}, whose path is ${other.path}`;
      return undefined;
    }
    const [finding] = await findingsIn(operation, request, input);
    if (finding) return undefined;
    const authenticated = show(request, operation, session.credentials);
    if (authenticated.reason !== undefined) return authenticated.reason;
    const exchange = await session.try({
      operation,
      phase: 'examples',
      what,
      meant: { kind: 'open' },
      call: authenticated.call,
    });
    if (typeof exchange === 'string') return exchange;
    const { answer: response, read } = exchange;
    if (response.status < 400) return { said: input, call: request, answer: response };
    reason = `${what} was rejected with ${response.status}${messageIn(read.value)}`;
    return undefined;
  }
}

/** Options of candidate requests, the most likely to be accepted first. */
function listCandidates(
  values: Values,
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

/** The message of an error response. */
function messageIn(value: unknown): string {
  const { message, detail, title } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const text = [message, detail, title].find((one) => typeof one === 'string');
  return text === undefined ? '' : `: ${String(text).slice(0, 200)}`;
}
