// Check: invalid input is rejected.

import { describeFinding, type Finding } from '../../openapi/finding.ts';
import type { Check } from '../cases/test-case.ts';
import { isUndeclaredRedirect } from '../responses/declared-response.ts';
import { locateRequestViolation } from '../responses/violations.ts';

export const invalidInputRejected: Check = {
  description:
    'A request that violates the document is rejected with 4xx: a wrong type, a value out of bounds, a body that cannot be parsed, an undeclared media type.',
  appliesTo: ({ expectation }) => expectation.kind === 'invalid',
  *validate({ operation, expectation, response: { status }, description }) {
    if (expectation.kind !== 'invalid' || status >= 400 || isUndeclaredRedirect(operation, status)) return;
    const why = expectation.finding ? `: ${describeFinding(expectation.finding)}` : '';
    yield {
      severity: 'error',
      message: `accepted with ${status}, but invalid: ${description}${why}`,
      ...(expectation.finding && { pointer: locateRequestViolation(operation, expectation.finding) }),
      // A server that ignores a kind of constraint gets one finding.
      cause: expectation.finding ? classifyViolation(expectation.finding) : description,
    };
  },
};

const KINDS: readonly (readonly [kind: string, keywords: RegExp])[] = [
  [
    'bounds',
    /^((min|max)imum|exclusive(Min|Max)imum|(min|max)(Length|Items|Properties|Contains)|multipleOf|uniqueItems)$/,
  ],
  ['enum values', /^(enum|const)$/],
  ['forms', /^(pattern|format)$/],
  ['closed objects', /^(additionalProperties|unevaluatedProperties|propertyNames)$/],
];

/** The kind of violation with the part of the request, such as `bounds of body`. */
export function classifyViolation({ part, keyword }: Pick<Finding, 'part' | 'keyword'>): string {
  const [kind = keyword] = KINDS.find(([, keywords]) => keywords.test(keyword)) ?? [];
  return `${kind} of ${part}`;
}
