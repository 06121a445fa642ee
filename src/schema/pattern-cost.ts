// Estimates the backtracking cost of a regular expression.

/** A token: an escape, a class, the start of a group, a quantifier, or a character. */
const TOKEN =
  /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|\(\?(?:<[=!]|[a-z-]*:|[=!]|<[^>]*>)|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gisu;

/** The tokens of a valid JavaScript expression. */
export function tokenizePattern(source: string): readonly string[] {
  return source.match(TOKEN) ?? [];
}

/** Maximum groups, which may be nested. */
const MAX_GROUPS = 300;

/** The cost: `factor` times the text length to the power of `degree`. */
export interface PatternCost {
  readonly factor: number;
  readonly degree: number;
  /** The number of tokens with expanded repetitions. */
  readonly size: number;
}

/**
 * An upper bound of the backtracking cost. A repetition of something with several matches counts as infinite, although
 * many such expressions are harmless.
 */
export function estimatePatternCost(source: string): PatternCost {
  const tokens = tokenizePattern(source);
  const groups = tokens.filter((token) => token.startsWith('(')).length;
  if (groups > MAX_GROUPS) return { factor: Number.POSITIVE_INFINITY, degree: 0, size: tokens.length };
  let next = 0;

  const alternatives = (startDegree: number): PatternCost => {
    let sum = { factor: 0, degree: 0, size: 0 };
    for (;;) {
      const one = sequence(tokens[next] === '^' ? 0 : startDegree);
      const { factor, degree, size } = sum;
      sum = { factor: factor + one.factor, degree: Math.max(degree, one.degree), size: size + one.size };
      if (tokens[next] !== '|') return sum;
      next += 1;
    }
  };
  const sequence = (degree: number): PatternCost => {
    let product = { factor: 1, degree, size: 0 };
    while (next < tokens.length && tokens[next] !== '|' && tokens[next] !== ')') {
      const one = repeated(single());
      const { factor, degree, size } = product;
      product = { factor: factor * one.factor, degree: degree + one.degree, size: size + one.size };
    }
    return product;
  };
  const single = (): PatternCost => {
    const token = tokens[next] ?? '';
    next += 1;
    // A backreference may compare the whole text.
    if (/^\\(?:[1-9]|k<)/.test(token)) return { factor: 1, degree: 1, size: 1 };
    if (!token.startsWith('(')) return { factor: 1, degree: 0, size: 1 };
    const inner = alternatives(0);
    next += 1;
    return inner;
  };
  const repeated = (once: PatternCost): PatternCost => {
    const repetition = /^(?:([*+])|(\?)|\{(\d+)(,)?(\d*)\})\??$/.exec(tokens[next] ?? '');
    if (!repetition) return once;
    next += 1;
    const [, open, optional, least = '0', comma, most] = repetition;
    const { factor, degree, size } = once;
    const isFixed = factor === 1 && degree === 0;
    const isEndless = open !== undefined || (comma !== undefined && most === '');
    const largest = isEndless || !comma ? Math.max(Number(least), 1) : Number(most);
    if (isEndless && isFixed) return { factor, degree: 1, size: size * largest };
    if (isEndless) return { factor: Number.POSITIVE_INFINITY, degree, size: size * largest };
    if (optional) return { factor: factor + 1, degree, size };
    const choices = largest - Number(least) + 1;
    return { factor: choices * factor ** largest, degree: degree * largest, size: size * largest };
  };

  // It is tried at each position of the text, unless it is anchored at the start.
  return alternatives(1);
}
