// Text comparison of searches.

import type { TextQueryMethod } from './operations.ts';

/** Creates the comparison with a text. */
type Comparison = (sought: string) => (text: string) => boolean;

const ignoringCase = (comparison: Comparison): Comparison => {
  return (sought) => {
    const compare = comparison(sought.toLowerCase());
    return (text) => compare(text.toLowerCase());
  };
};

const equals: Comparison = (sought) => (text) => text === sought;
const startsWith: Comparison = (sought) => (text) => text.startsWith(sought);
const contains: Comparison = (sought) => (text) => text.includes(sought);
const endsWith: Comparison = (sought) => (text) => text.endsWith(sought);

const METHODS: Readonly<Record<TextQueryMethod, Comparison>> = {
  TEXT_QUERY_METHOD_EQUALS: equals,
  TEXT_QUERY_METHOD_EQUALS_IGNORE_CASE: ignoringCase(equals),
  TEXT_QUERY_METHOD_STARTS_WITH: startsWith,
  TEXT_QUERY_METHOD_STARTS_WITH_IGNORE_CASE: ignoringCase(startsWith),
  TEXT_QUERY_METHOD_CONTAINS: contains,
  TEXT_QUERY_METHOD_CONTAINS_IGNORE_CASE: ignoringCase(contains),
  TEXT_QUERY_METHOD_ENDS_WITH: endsWith,
  TEXT_QUERY_METHOD_ENDS_WITH_IGNORE_CASE: ignoringCase(endsWith),
};

/** Compares a text. Every character of `sought` is literal, `%` and `_` too. */
export function textMatcher(
  sought: string,
  method: TextQueryMethod = 'TEXT_QUERY_METHOD_EQUALS',
): (text: string) => boolean {
  return METHODS[method](sought);
}
