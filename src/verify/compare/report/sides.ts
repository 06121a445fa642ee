// The two sides of a difference in reports, without secrets.

import type { Operation } from '../../../openapi/document.ts';
import { findSecretNames } from '../../../openapi/find-secret-names.ts';
import { redactBody, redactTarget } from '../../../server/pipeline/security/redact-text.ts';
import { formatCurl } from '../../report/curl.ts';
import { redactSecrets, type Secret, truncateText } from '../../report/secrets.ts';
import type { ComparedResponse } from '../compare-responses.ts';
import type { ComparedRequest, FoundDifference } from '../comparison-results.ts';

/** The input of a report beside the results. */
export interface ReportContext {
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
const MAX_BODY = 4096;

/** A text without credentials of either server. */
export function redactValue(text: string, { secrets }: Pick<ReportContext, 'secrets'>): string {
  return redactSecrets(text, secrets);
}

type Sides = readonly [first: ReportedSide, second: ReportedSide];

/** Two long responses may have thousands of differences with the same sides. */
const known = new WeakMap<ReportContext, WeakMap<ComparedRequest, Sides>>();

/** Both requests of a difference with their responses. */
export function sidesOf({ operation, compared }: FoundDifference, reporting: ReportContext): Sides {
  const before = known.get(reporting) ?? new WeakMap<ComparedRequest, Sides>();
  known.set(reporting, before);
  const sides = before.get(compared) ?? makeSides(operation, compared, reporting);
  before.set(compared, sides);
  return sides;
}

function makeSides(operation: Operation, compared: ComparedRequest, reporting: ReportContext): Sides {
  const names = findSecretNames(operation);
  const side = (at: 0 | 1): ReportedSide => {
    const request = compared.requests[at];
    const body = request.body && Buffer.from(redactBody(Buffer.from(request.body).toString(), names));
    const shown = { ...request, target: redactTarget(request.target, names), body };
    const response = compared.responses[at];
    return {
      curl: formatCurl(shown, reporting.urls[at], reporting.secrets),
      status: response.status,
      body: redactValue(truncateText(redactBody(textOf(response), names), MAX_BODY, reporting.secrets), reporting),
    };
  };
  return [side(0), side(1)];
}

function textOf(response: ComparedResponse): string {
  return 'reason' in response ? response.reason : Buffer.from(response.body).toString();
}
