// One test request, and its result.

import type { Example } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Finding } from '../../openapi/finding.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import type { DecodedResponseBody } from '../responses/decode-response-body.ts';
import type { ReceivedResponse } from '../target.ts';

/** The expectation of the document for a request. */
export type Expectation =
  /** Valid: it differs from the starting request in at most one value. */
  | { readonly kind: 'valid' }
  /** Invalid, with the violation. */
  | { readonly kind: 'invalid'; readonly finding: Finding | undefined }
  /** Without a required part, which is declared at a pointer. */
  | { readonly kind: 'missing'; readonly what: string; readonly pointer: string }
  /**
   * Unauthenticated; `isAlike`: the credential has the form of an accepted one, so the server may accept it.
   */
  | { readonly kind: 'anonymous'; readonly isAlike?: boolean }
  /** With valid credentials that lack the scopes of the operation. */
  | { readonly kind: 'unscoped'; readonly scopes: readonly string[] }
  /** By the other caller, who may have no access. */
  | { readonly kind: 'other-caller' }
  /** With an undeclared method; `allowed`: the declared ones. */
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  /** HEAD instead of GET; `get`: the response of GET. */
  | { readonly kind: 'head'; readonly get: ReceivedResponse }
  /** The document does not determine the result. */
  | { readonly kind: 'open' };

/** The term of reports for the first accepted request of an operation, from which its cases are made. */
export const STARTING_REQUEST = 'starting request';

/** The phases, in order. */
export const PHASES = ['examples', 'boundaries', 'random', 'invalid', 'scenarios'] as const;

export type Phase = (typeof PHASES)[number];

/** A request to be sent. */
export interface TestCase {
  readonly operation: Operation;
  readonly phase: Phase;
  /** The difference from the starting request: `limit just above maximum`. */
  readonly description: string;
  readonly expectation: Expectation;
  readonly request: SerializedRequest;
  /** The example of the document that it sends. Default: none. */
  readonly example?: Example | undefined;
}

/** A request that created an item. */
export interface CreateRequest extends Pick<TestCase, 'operation' | 'request'> {
  readonly id: string;
}

/** One of the exchanges that a scenario check compared. */
export interface ScenarioStep {
  readonly exchange: TestExchange;
  /** The ids of the listed items; without ids, their texts. Absent if it is no list. */
  readonly items?: readonly string[];
}

/** A request with its response. */
export interface TestExchange extends Omit<TestCase, 'phase'> {
  /** `traffic`: sent by another client. */
  readonly phase: Phase | 'traffic';
  readonly response: ReceivedResponse;
  /** The decoded body. */
  readonly decoded: DecodedResponseBody;
  /** The requests that created the items of this one, parents first. Default: none. */
  readonly setup?: readonly CreateRequest[];
  /** The exchanges that a scenario check compared, in the order of the requests, with this exchange. Default: this exchange only. */
  readonly steps?: readonly ScenarioStep[];
}

/** A violation found by a check. */
export interface CheckFinding {
  /** `error`: the response violates the document. `warning`: the document leaves it open. */
  readonly severity: 'error' | 'warning';
  /** One sentence. */
  readonly message: string;
  /** A JSON pointer into the document. Default: that of the operation. */
  readonly pointer?: string;
  /** The grouping key of findings of one operation and check. Default: the message. */
  readonly cause?: string;
  /**
   * The message of a warning that is an error if the server rejects invalid requests with the same text: `cause`.
   * Default: it stays a warning.
   */
  readonly messageOfError?: string;
}

/** A check of single exchanges. */
export interface Check {
  /** One paragraph for users: the checked part, and the meaning of a finding. */
  readonly description: string;
  /** Whether the check applies to an exchange. Default: always. */
  appliesTo?(exchange: TestExchange): boolean;
  /** Yields the violations of an exchange. */
  validate(exchange: TestExchange): Iterable<CheckFinding>;
}

/** A check of several exchanges of a scenario. */
export interface ScenarioCheck<Facts> {
  /** One paragraph for users. */
  readonly description: string;
  /** Yields the violations. @param facts - the results of the exchanges */
  evaluate(facts: Facts): Iterable<CheckFinding>;
}
