// Paths with places for values, such as `/pets/{id}` or `/pets/{id}:feed`.

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
