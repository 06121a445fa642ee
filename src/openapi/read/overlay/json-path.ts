// JSONPath (RFC 9535): the places in a document that an expression means. The only door to json-p3, which evaluates nothing as code.

import { createRequire } from 'node:module';

/** The steps to a place, from the root. */
export type Location = readonly (string | number)[];

/** How long an expression may be, and how many places it may mean. */
const LONGEST = 10_000;
const MOST_PLACES = 100_000;
/** How deep `..` looks: deeper than any document that is read. */
const DEEPEST = 600;

const require = createRequire(import.meta.url);

/**
 * All places that an expression means.
 *
 * @throws Error with a sentence when it is none, or means too many
 */
export function placesMeant(expression: string, whole: object): readonly Location[] {
  if (expression.length > LONGEST) throw new Error(`it is longer than ${LONGEST} characters`);
  const { JSONPathEnvironment } = require('json-p3') as typeof import('json-p3');
  const environment = new JSONPathEnvironment({ maxRecursionDepth: DEEPEST });
  const found: Location[] = [];
  for (const { location } of environment.lazyQuery(expression, whole as never)) {
    if (found.length === MOST_PLACES) throw new Error(`it means more than ${MOST_PLACES} places`);
    found.push(location);
  }
  return found;
}
