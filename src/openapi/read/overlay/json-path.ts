// JSONPath (RFC 9535) queries. The only module that imports json-p3, which evaluates no code.

import { createRequire } from 'node:module';
import type { JSONPathEnvironment } from 'json-p3';
import { createPattern } from '../../../schema/pattern.ts';

/** Steps of a location, from the root. */
export type Location = readonly (string | number)[];

/** Limits: characters of an expression, and its matches. */
const LONGEST = 10_000;
const MOST_PLACES = 100_000;
/** Maximum depth of `..`: deeper than any document that is read. */
const DEEPEST = 600;

const require = createRequire(import.meta.url);

/**
 * All locations that an expression matches.
 *
 * @throws Error with a sentence if it is invalid or matches too many
 */
export function placesMeant(expression: string, whole: object): readonly Location[] {
  if (expression.length > LONGEST) throw new Error(`it is longer than ${LONGEST} characters`);
  const { JSONPathEnvironment } = require('json-p3') as typeof import('json-p3');
  const environment = new JSONPathEnvironment({ maxRecursionDepth: DEEPEST });
  comeToAnEnd(environment, 'match', (expression) => `^(?:${expression})$`);
  comeToAnEnd(environment, 'search', (expression) => expression);
  const found: Location[] = [];
  for (const { location } of environment.lazyQuery(expression, whole as never)) {
    if (found.length === MOST_PLACES) throw new Error(`it matches more than ${MOST_PLACES} locations`);
    found.push(location);
  }
  return found;
}

/**
 * Replaces the regular expression engine of a function by one that always terminates. Invalid expressions match
 * nothing (RFC 9535, section 2.4.6).
 */
function comeToAnEnd(environment: JSONPathEnvironment, name: string, whole: (expression: string) => string): void {
  const known = environment.functionRegister.get(name);
  if (!known) throw new Error(`unknown JSONPath function ${name}`);
  environment.functionRegister.set(name, {
    argTypes: known.argTypes,
    returnType: known.returnType,
    call(text: unknown, expression: unknown) {
      if (typeof text !== 'string' || typeof expression !== 'string') return false;
      const pattern = createPattern(whole(expression));
      return pattern.notEnforced === undefined && pattern.test(text);
    },
  });
}
