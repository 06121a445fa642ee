// Paths with places for values, such as `/pets/{id}` or `/pets/{id}:feed`.

import { Failure } from './failure.ts';

/** A template taken apart at its slashes. */
export interface PathTemplate {
  /** A segment without values as its text; one with values as a pattern that captures each of them. */
  readonly segments: readonly (string | RegExp)[];
  /** The names of the values, in the order of the template. */
  readonly names: readonly string[];
  /** How many of its characters are no values. */
  readonly literalLength: number;
}

/** Stands for a value while a template is taken apart; no path holds it. */
const VALUE = '\0';

/** Takes a template apart. A value is at least one character long and holds no slash. */
export function parsePathTemplate(template: string): PathTemplate {
  const names: string[] = [];
  const literal = template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    names.push(name);
    return VALUE;
  });
  const segments = literal.split('/').map((segment) => (segment.includes(VALUE) ? patternOf(segment) : segment));
  return { segments, names, literalLength: literal.length - names.length };
}

function patternOf(segment: string): RegExp {
  const literals = segment.split(VALUE).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literals.join('(.+)')}$`, 's');
}

/**
 * The values of a path by their names, decoded.
 *
 * @throws Failure `invalid_argument` when one does not decode
 */
export function decodeValues(names: readonly string[], texts: readonly string[]): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  names.forEach((name, index) => {
    values[name] = decode(texts[index] ?? '', name);
  });
  return values;
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure('invalid_argument', `the percent-encoding of ${name} in the path does not decode: ${text}`);
  }
}
