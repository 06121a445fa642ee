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

const EMPTY: PatternCost = { factor: 1, degree: 0, size: 0 };

function isFixed({ factor, degree }: PatternCost): boolean {
  return factor === 1 && degree === 0;
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
  /** The costs of groups by number and name. */
  const groupCosts = new Map<string, PatternCost>();
  let numbered = 0;

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
    const parts: { readonly cost: PatternCost; readonly isLookaround: boolean }[] = [];
    while (next < tokens.length && tokens[next] !== '|' && tokens[next] !== ')') {
      const isLookaround = /^\(\?<?[=!]$/.test(tokens[next] ?? '');
      parts.push({ cost: repeated(single()), isLookaround });
    }
    const all = parts.reduceRight((rest, { cost, isLookaround }) => {
      const size = cost.size + rest.size;
      // The rest after a lookaround does not try it again.
      return isLookaround && !isFixed(cost)
        ? { factor: cost.factor + rest.factor, degree: Math.max(cost.degree, rest.degree), size }
        : { factor: cost.factor * rest.factor, degree: cost.degree + rest.degree, size };
    }, EMPTY);
    return { ...all, degree: all.degree + degree };
  };
  const single = (): PatternCost => {
    const token = tokens[next] ?? '';
    next += 1;
    const [, number, name] = /^\\(?:([1-9]\d*)|k<(.*)>)$/s.exec(token) ?? [];
    if (number !== undefined || name !== undefined) {
      const group = groupCosts.get(number ?? name ?? '');
      // A backreference may compare the whole text.
      return group && isFixed(group) ? group : { factor: 1, degree: 1, size: 1 };
    }
    if (!token.startsWith('(')) return { factor: 1, degree: 0, size: 1 };
    const [isNumbered, groupName] = /^\((?:\?<([^=!].*)>)?$/s.exec(token) ?? [];
    if (isNumbered !== undefined) numbered += 1;
    const ownNumber = numbered;
    const inner = alternatives(0);
    next += 1;
    if (isNumbered !== undefined) for (const key of [`${ownNumber}`, groupName ?? '']) groupCosts.set(key, inner);
    return inner;
  };
  const repeated = (once: PatternCost): PatternCost => {
    const repetition = /^(?:([*+])|(\?)|\{(\d+)(,)?(\d*)\})\??$/.exec(tokens[next] ?? '');
    if (!repetition) return once;
    next += 1;
    const [, open, optional, least = '0', comma, most] = repetition;
    const { factor, degree, size } = once;
    const isEndless = open !== undefined || (comma !== undefined && most === '');
    const largest = isEndless || !comma ? Math.max(Number(least), 1) : Number(most);
    if (isEndless && isFixed(once)) return { factor, degree: 1, size: size * largest };
    if (isEndless) return { factor: Number.POSITIVE_INFINITY, degree, size: size * largest };
    if (optional) return { factor: factor + 1, degree, size };
    const choices = largest - Number(least) + 1;
    return { factor: choices * factor ** largest, degree: degree * largest, size: size * largest };
  };

  // It is tried at each position of the text, unless it is anchored at the start.
  return alternatives(1);
}
