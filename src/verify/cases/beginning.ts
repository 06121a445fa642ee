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
  naming(said: Said): Promise<Said | undefined>;
}

/**
 * Sends several valid requests until one is accepted; a text with the reason if none is.
 *
 * @param values - known path values
 */
export async function begin(
  operation: Operation,
  values: Values,
  { requests, session, mayGuess, naming }: Looking,
): Promise<Begun | string> {
  let reason = 'no valid request could be generated for it';
  for (const [what, options] of waysToAsk(values, mayGuess)) {
    try {
      const said = requests.said(operation, { ...options, key: what });
      const begun = (await ask(said, what)) ?? (await askNaming(said, what));
      if (begun !== undefined) return begun;
    } catch (error) {
      if (!(error instanceof UnwritableParameter)) throw error;
      reason = error.message;
    }
  }
  return reason;

  async function askNaming(said: Said, what: string): Promise<Begun | string | undefined> {
    const other = await naming(said);
    return other && ask(other, `${what}, with ids of existing items`);
  }

  /** Returns undefined if the request is rejected or invalid; a text with the reason if there is no response. */
  async function ask(said: Said, what: string): Promise<Begun | string | undefined> {
    const call = writeCall(operation, said);
    const other = otherOperation(requests.document, operation, call);
    if (other) {
      reason = `${what} would match ${other.id}, whose path is ${other.path}`;
      return undefined;
    }
    const [finding] = await findingsIn(operation, call, said);
    if (finding) return undefined;
    const shown = show(call, operation, session.credentials);
    if (shown.reason !== undefined) return shown.reason;
    const exchange = await session.try({
      operation,
      phase: 'examples',
      what,
      meant: { kind: 'open' },
      call: shown.call,
    });
    if (typeof exchange === 'string') return exchange;
    const { answer, read } = exchange;
    if (answer.status < 400) return { said, call, answer };
    reason = `${what} was rejected with ${answer.status}${messageIn(read.value)}`;
    return undefined;
  }
}

/** Options of candidate requests, the most likely to be accepted first. */
function waysToAsk(
  values: Values,
  mayGuess: boolean,
): readonly (readonly [what: string, options: Omit<RequestOptions, 'key'>])[] {
  return [
    ['a baseline request', { values, width: 'least', examples: true }],
    ['a request with all optional fields', { values, width: 'all', examples: true }],
    ['a request with generated values', { values, width: 'all', examples: false }],
    ...(mayGuess
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
