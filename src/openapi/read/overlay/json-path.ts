// JSONPath (RFC 9535) queries. The only module that imports json-p3, which evaluates no code.

import { createRequire } from 'node:module';
import type { JSONPathEnvironment } from 'json-p3';
import { createPattern } from '../../../schema/pattern.ts';

/** Steps of a location, from the root. */
export type JsonPathLocation = readonly (string | number)[];

/** Limits: characters of an expression, and its matches. */
const MAX_LENGTH = 10_000;
const MAX_MATCHES = 100_000;
/** Maximum depth of `..`: deeper than any document that is read. */
const MAX_DEPTH = 600;

const require = createRequire(import.meta.url);

/**
 * All locations that an expression matches.
 *
 * @throws Error with a sentence if it is invalid or matches too many
 */
export function evaluateJsonPath(expression: string, document: object): readonly JsonPathLocation[] {
  if (expression.length > MAX_LENGTH) throw new Error(`it is longer than ${MAX_LENGTH} characters`);
  const { JSONPathEnvironment } = require('json-p3') as typeof import('json-p3');
  const environment = new JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH });
  replaceMatcher(environment, 'match', (expression) => `^(?:${dotsToClasses(expression)})$`);
  replaceMatcher(environment, 'search', dotsToClasses);
  const found: JsonPathLocation[] = [];
  for (const { location } of environment.lazyQuery(expression, document as never)) {
    if (found.length === MAX_MATCHES) throw new Error(`it matches more than ${MAX_MATCHES} locations`);
    found.push(location);
  }
  return found;
}

/** A dot matches all characters but two, with fewer exceptions than in ECMAScript (RFC 9485, section 5.3). */
function dotsToClasses(expression: string): string {
  return expression.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) => (part === '.' ? '[^\\n\\r]' : part));
}

/**
 * Replaces the regular expression engine of a function by one that always terminates. Invalid expressions match
 * nothing (RFC 9535, section 2.4.6).
 */
function replaceMatcher(
  environment: JSONPathEnvironment,
  name: string,
  toFullExpression: (expression: string) => string,
): void {
  const builtIn = environment.functionRegister.get(name);
  if (!builtIn) throw new Error(`unknown JSONPath function ${name}`);
  environment.functionRegister.set(name, {
    argTypes: builtIn.argTypes,
    returnType: builtIn.returnType,
    call(text: unknown, expression: unknown) {
      if (typeof text !== 'string' || typeof expression !== 'string') return false;
      const pattern = createPattern(toFullExpression(expression));
      return pattern.notEnforced === undefined && pattern.test(text);
    },
  });
}
