// How long a regular expression of ECMAScript can take: it tries one way after the other, and some have very many.

/** One sign of an expression: an escape, a class, the start of a group, a repetition, or a character. */
const SIGN =
  /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|\(\?(?:<[=!]|[a-z-]*:|[=!]|<[^>]*>)|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gisu;

/** The signs of an expression that JavaScript has accepted. */
export function signsOf(source: string): readonly string[] {
  return source.match(SIGN) ?? [];
}

/** How many groups are looked into: each may stand in another one. */
const MOST_GROUPS = 300;

/** In how many ways an expression may be tried: `factor` times the length of the text to the power of `degree`. */
export interface Cost {
  readonly factor: number;
  readonly degree: number;
  /** How many signs there are when repetitions are written out. */
  readonly size: number;
}

/**
 * A bound for the ways in which an expression may be tried, never too low. A repetition of something that itself can be matched in several ways
 * counts as endless, although many such expressions are harmless.
 */
export function costOf(source: string): Cost {
  const signs = signsOf(source);
  const groups = signs.filter((sign) => sign.startsWith('(')).length;
  if (groups > MOST_GROUPS) return { factor: Number.POSITIVE_INFINITY, degree: 0, size: signs.length };
  let next = 0;

  const alternatives = (atEachPlace: number): Cost => {
    let sum = { factor: 0, degree: 0, size: 0 };
    for (;;) {
      const one = sequence(signs[next] === '^' ? 0 : atEachPlace);
      const { factor, degree, size } = sum;
      sum = { factor: factor + one.factor, degree: Math.max(degree, one.degree), size: size + one.size };
      if (signs[next] !== '|') return sum;
      next += 1;
    }
  };
  const sequence = (degree: number): Cost => {
    let product = { factor: 1, degree, size: 0 };
    while (next < signs.length && signs[next] !== '|' && signs[next] !== ')') {
      const one = repeated(single());
      const { factor, degree, size } = product;
      product = { factor: factor * one.factor, degree: degree + one.degree, size: size + one.size };
    }
    return product;
  };
  const single = (): Cost => {
    const sign = signs[next] ?? '';
    next += 1;
    // What a group has matched before may be compared in full.
    if (/^\\(?:[1-9]|k<)/.test(sign)) return { factor: 1, degree: 1, size: 1 };
    if (!sign.startsWith('(')) return { factor: 1, degree: 0, size: 1 };
    const inner = alternatives(0);
    next += 1;
    return inner;
  };
  const repeated = (once: Cost): Cost => {
    const repetition = /^(?:([*+])|(\?)|\{(\d+)(,)?(\d*)\})\??$/.exec(signs[next] ?? '');
    if (!repetition) return once;
    next += 1;
    const [, open, maybe, least = '0', comma, most] = repetition;
    const { factor, degree, size } = once;
    const isFixed = factor === 1 && degree === 0;
    const isEndless = open !== undefined || (comma !== undefined && most === '');
    const largest = isEndless || !comma ? Math.max(Number(least), 1) : Number(most);
    if (isEndless && isFixed) return { factor, degree: 1, size: size * largest };
    if (isEndless) return { factor: Number.POSITIVE_INFINITY, degree, size: size * largest };
    if (maybe) return { factor: factor + 1, degree, size };
    const choices = largest - Number(least) + 1;
    return { factor: choices * factor ** largest, degree: degree * largest, size: size * largest };
  };

  // It is tried from each place of the text, unless it holds at its start only.
  return alternatives(1);
}
