// How a search compares two texts.

import type { TextQueryMethod } from './operations.ts';

type Comparison = (text: string, sought: string) => boolean;

const ignoringCase =
  (compare: Comparison): Comparison =>
  (text, sought) =>
    compare(text.toLowerCase(), sought.toLowerCase());

const equals: Comparison = (text, sought) => text === sought;
const startsWith: Comparison = (text, sought) => text.startsWith(sought);
const contains: Comparison = (text, sought) => text.includes(sought);
const endsWith: Comparison = (text, sought) => text.endsWith(sought);

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

/** Whether `text` is what is sought. Every character of `sought` is literal, `%` and `_` too. */
export function matchesText(
  text: string,
  sought: string,
  method: TextQueryMethod = 'TEXT_QUERY_METHOD_EQUALS',
): boolean {
  return METHODS[method](text, sought);
}
