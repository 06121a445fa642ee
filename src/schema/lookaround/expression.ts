// Parses an ECMAScript expression without backreferences into a tree.

import { tokenizePattern } from '../pattern-cost.ts';

/** A part of an expression. */
export type Part =
  | { readonly kind: 'character'; readonly reads: CharacterTest }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repetition'; readonly part: Part; readonly least: number; readonly most: number }
  | { readonly kind: 'start' | 'end' | 'word boundary' | 'no word boundary' }
  | { readonly kind: 'lookaround'; readonly part: Part; readonly isAhead: boolean; readonly isNegative: boolean };

/** Whether a character, a class or an escape matches one character; the same function for the same text. */
export type CharacterTest = (character: string) => boolean;

export interface Expression {
  readonly whole: Part;
  /** All tests of characters. */
  readonly tests: ReadonlySet<CharacterTest>;
  /** The text as the expression sees it: code points with the flag `u`, else UTF-16 units. */
  charactersOf(text: string): readonly string[];
}

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,)?(\d*)\})\??$/;
const QUANTITIES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};
const NO_LOOKAROUND = /^\((?:\?(?:<[^=!].*|([ims]*)(?:-[ims]*)?:))?$/s;
const ASSERTIONS: Readonly<Record<string, 'start' | 'end' | 'word boundary' | 'no word boundary'>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'word boundary',
  '\\B': 'no word boundary',
};

/**
 * @param flags - `u`, `i` or both
 * @returns undefined for an expression that is invalid, or has backreferences or modifiers
 */
export function parseExpression(source: string, flags: string): Expression | undefined {
  try {
    new RegExp(source, flags);
    return new ExpressionReader(source, flags).expression();
  } catch {
    return undefined;
  }
}

class ExpressionReader {
  readonly #tokens: readonly string[];
  readonly #flags: string;
  readonly #tests = new Map<string, CharacterTest>();
  #next = 0;

  constructor(source: string, flags: string) {
    this.#tokens = tokenizePattern(source);
    this.#flags = flags;
  }

  expression(): Expression {
    const whole = this.#choice();
    if (this.#next < this.#tokens.length) throw new Error('unbalanced parentheses');
    const isUnicode = this.#flags.includes('u');
    return {
      whole,
      tests: new Set(this.#tests.values()),
      charactersOf: (text) => (isUnicode ? [...text] : text.split('')),
    };
  }

  #choice(): Part {
    const parts = [this.#sequence()];
    while (this.#tokens[this.#next] === '|') {
      this.#next += 1;
      parts.push(this.#sequence());
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'choice', parts };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    for (let token = this.#tokens[this.#next]; token !== undefined && token !== '|' && token !== ')'; ) {
      parts.push(this.#repeated());
      token = this.#tokens[this.#next];
    }
    return { kind: 'sequence', parts };
  }

  #repeated(): Part {
    const part = this.#single();
    const [token, sign, least, comma, most] = QUANTIFIER.exec(this.#tokens[this.#next] ?? '') ?? [];
    if (token === undefined) return part;
    this.#next += 1;
    const [fewest, largest] = (sign !== undefined && QUANTITIES[sign]) || [
      Number(least),
      comma === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most),
    ];
    return { kind: 'repetition', part, least: fewest, most: largest };
  }

  #single(): Part {
    const token = this.#tokens[this.#next] ?? '';
    this.#next += 1;
    const kind = ASSERTIONS[token];
    if (kind !== undefined) return { kind };
    if (/^\\(?:[1-9]|k)/.test(token)) throw new Error('it has a backreference');
    if (!token.startsWith('(')) return this.#character(token);
    const look = /^\(\?(<)?([=!])$/.exec(token);
    const group = NO_LOOKAROUND.exec(token);
    if (!look && (!group || group[1])) throw new Error('it has an unsupported group');
    const part = this.#choice();
    this.#next += 1;
    return look ? { kind: 'lookaround', part, isAhead: look[1] === undefined, isNegative: look[2] === '!' } : part;
  }

  #character(token: string): Part {
    const isPair = !this.#flags.includes('u') && /^[\ud800-\udbff][\udc00-\udfff]$/.test(token);
    const parts = (isPair ? token.split('') : [token]).map(
      (one) => ({ kind: 'character', reads: this.#testOf(one) }) as const,
    );
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'sequence', parts };
  }

  #testOf(token: string): CharacterTest {
    const test = this.#tests.get(token) ?? createTest(token, this.#flags);
    this.#tests.set(token, test);
    return test;
  }
}

function createTest(token: string, flags: string): CharacterTest {
  try {
    const expression = new RegExp(`^(?:${token})$`, flags);
    return (character) => expression.test(character);
  } catch {
    // A literal brace or bracket.
    return (character) => character === token;
  }
}
