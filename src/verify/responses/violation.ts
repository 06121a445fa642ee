// Groups violations by kind: a server that ignores one kind does so everywhere.

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

/** The part of a request with the kind of violation, such as `bounds of body`. */
export function kindOfViolation({ part, keyword }: Pick<Finding, 'part' | 'keyword'>): string {
  const [kind = keyword] = KINDS.find(([, keywords]) => keywords.test(keyword)) ?? [];
  return `${kind} of ${part}`;
}
