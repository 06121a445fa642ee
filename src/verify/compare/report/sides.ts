// The two sides of a difference in reports, without secrets.

import type { Operation } from '../../../openapi/document.ts';
import { findSecretNames } from '../../../openapi/find-secret-names.ts';
import { redactBody, redactTarget } from '../../../server/pipeline/security/redact-text.ts';
import { formatCurl } from '../../report/curl.ts';
import { redactSecrets, type Secret, truncateText } from '../../report/secrets.ts';
import type { ComparedResponse } from '../compare-responses.ts';
import type { ComparedRequest, FoundDifference } from '../comparison-results.ts';

/** The input of a report beside the results. */
export interface Reporting {
  /** The name of the document. */
  readonly document: string;
  /** The prefix of its paths. */
  readonly base: string;
  readonly urls: readonly [first: string, second: string];
  /** Secrets to redact. */
  readonly secrets: readonly Secret[];
}

/** The request to one server, and its response. */
export interface ReportedSide {
  readonly curl: string;
  /** 0 without a response. */
  readonly status: number;
  readonly body: string;
}

/** Maximum number of characters of a response. */
const MOST = 4096;

/** A text without credentials of either server. */
export function plainValue(text: string, { secrets }: Pick<Reporting, 'secrets'>): string {
  return redactSecrets(text, secrets);
}

type Sides = readonly [first: ReportedSide, second: ReportedSide];

/** Two long responses may have thousands of differences with the same sides. */
const known = new WeakMap<Reporting, WeakMap<ComparedRequest, Sides>>();

/** Both requests of a difference with their responses. */
export function sidesOf({ operation, compared }: FoundDifference, reporting: Reporting): Sides {
  const before = known.get(reporting) ?? new WeakMap<ComparedRequest, Sides>();
  known.set(reporting, before);
  const sides = before.get(compared) ?? makeSides(operation, compared, reporting);
  before.set(compared, sides);
  return sides;
}

function makeSides(operation: Operation, compared: ComparedRequest, reporting: Reporting): Sides {
  const names = findSecretNames(operation);
  const side = (at: 0 | 1): ReportedSide => {
    const call = compared.calls[at];
    const body = call.body && Buffer.from(redactBody(Buffer.from(call.body).toString(), names));
    const shown = { ...call, target: redactTarget(call.target, names), body };
    const answer = compared.answers[at];
    return {
      curl: formatCurl(shown, reporting.urls[at], reporting.secrets),
      status: answer.status,
      body: plainValue(truncateText(redactBody(textOf(answer), names), MOST, reporting.secrets), reporting),
    };
  };
  return [side(0), side(1)];
}

function textOf(answer: ComparedResponse): string {
  return 'reason' in answer ? answer.reason : Buffer.from(answer.body).toString();
}
