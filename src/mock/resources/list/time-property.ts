// The property that a time range without a property name filters by, such as `from` and `to`.

import { splitWords } from '../../../openapi/name-words.ts';
import { singular } from '../../../openapi/singular.ts';
import type { ListInput } from './list-input.ts';
import type { QueryProperty } from './query-property.ts';

/** Times of the domain, in order of preference. The time of creation is the last resort. */
const DOMAIN_TIMES = ['start', 'starts', 'begin', 'begins', 'scheduled', 'due', 'departure', 'date', 'day', 'time'];
/** Words that mean any time. */
const GENERAL = /^(date|day|time|timestamp|datetime)$/;
/** The bounds of a range, which are no properties: `end of the range`. */
const BOUND_OF = /\b(start|begin|beginning|end) of\b/gi;
/** Maximum length of a description that is read, in characters. */
const MAX_DESCRIPTION = 300;

/**
 * The property that the description names (`events that end after this time`), else a time of the domain, else the time
 * of creation.
 */
export function findTimeProperty(
  { description = '' }: ListInput,
  property: (name: string) => QueryProperty | undefined,
): QueryProperty | undefined {
  const timeNamed = (name: string) => {
    const found = property(name);
    return found?.isDate ? [found] : [];
  };
  const words = splitWords(description.slice(0, MAX_DESCRIPTION).replace(BOUND_OF, ''));
  const named = words
    .map((word) => singular(word).replace(/ing$/, ''))
    .filter((word) => !GENERAL.test(word))
    .flatMap(timeNamed);
  const [described, ...others] = new Map(named.map((one) => [one.path.join('.'), one])).values();
  if (described && others.length === 0) return described;
  return DOMAIN_TIMES.flatMap(timeNamed)[0] ?? property('created');
}
