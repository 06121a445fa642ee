// Kinds of violations, which group findings.

import type { Finding } from '../../openapi/finding.ts';

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
