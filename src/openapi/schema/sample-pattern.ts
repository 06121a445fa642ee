// Generates a short text that matches a pattern.

import { searchText } from '../../schema/lookaround/search-text.ts';
import { createPattern, parseDelimitedPattern } from '../../schema/pattern.ts';

/** Returns the index of one of some alternatives. */
export type ChooseAlternative = (alternatives: number) => number;

const FIRST: ChooseAlternative = () => 0;

/** Number of texts that are read from a pattern before one is searched. */
const TRIES = 5;
/** Patterns, with lengths, for which no text was found. */
const inVain = new Set<string>();
const MAX_IN_VAIN = 1000;

/**
 * @param choose - selects characters, alternatives and repetitions. Default: the first and the fewest
 * @returns undefined for a pattern with unsupported features, and if no text was found
 */
export function samplePattern(pattern: string, minLength = 0, choose: ChooseAlternative = FIRST): string | undefined {
  const regex = createPattern(pattern);
  const { inner, inAnyCase } = parseDelimitedPattern(pattern);
  const fits = (text: string) => text.length >= minLength && regex.test(text);
  const key = `${minLength} ${pattern}`;
  for (let time = 0; time < (inVain.has(key) ? 1 : TRIES); time += 1) {
    const text = readPattern(inner, minLength, time > 0 && choose === FIRST ? chooseInTurn(time) : choose)?.find(fits);
    if (text !== undefined) return text;
  }
  if (inVain.has(key)) return undefined;
  const text = searchText(inner, inAnyCase, { low: minLength, fits, choose });
  if (text === undefined) {
    if (inVain.size >= MAX_IN_VAIN) inVain.clear();
    inVain.add(key);
  }
  return text;
}

/** Other alternatives each time, the same in every run. */
function chooseInTurn(time: number): ChooseAlternative {
  let last = time;
  return (alternatives) => {
    last += time;
    return last % alternatives;
  };
}

/**
 * Texts that probably match. A text that is too short can often be extended by its last character.
 *
 * @returns undefined for a pattern that is invalid or not supported
 */
function readPattern(source: string, minLength: number, choose: ChooseAlternative): readonly string[] | undefined {
  try {
    const text = new PatternReader(source, choose, minLength).alternatives();
    return [text, text.padEnd(minLength, text.slice(-1) || 'a')];
  } catch {
    return undefined;
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
/** Characters of each class escape. */
const CLASSES: Readonly<Record<string, string>> = {
  d: DIGITS,
  w: LETTERS + DIGITS,
  s: ' ',
  D: LETTERS,
  W: '-',
  S: LETTERS,
};
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };
/** Maximum characters of the text. */
const MAX_LENGTH = 10_000;
/** Maximum characters of the start of a group, with its name. */
const MAX_OPENING = 100;
/** Limits: characters of a range, and repetitions beyond the minimum. */
const MAX_RANGE = 1000;
const MAX_EXTRA = 5;

class PatternReader {
  readonly #signs: readonly string[];
  readonly #choose: ChooseAlternative;
  readonly #mostMore: number;
  /** The numbers of groups by their position, and their texts by number or name. */
  readonly #groupNumbers = new Map<number, number>();
  readonly #groupTexts = new Map<string, string>();
  #at = 0;
  #repetitions = 0;

  constructor(pattern: string, choose: ChooseAlternative, minLength: number) {
    this.#signs = [...pattern];
    this.#choose = choose;
    this.#mostMore = MAX_EXTRA + Math.min(minLength, MAX_LENGTH);
  }

  /** Reads alternatives and returns one of them. */
  alternatives(): string {
    const texts = [this.#sequence()];
    while (this.#take('|')) texts.push(this.#sequence());
    return this.#oneOf(texts);
  }

  #oneOf(texts: readonly string[]): string {
    return texts[texts.length > 1 ? this.#choose(texts.length) : 0] ?? '';
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#signs.length && this.#next !== '|' && this.#next !== ')') text += this.#repeated();
    return text;
  }

  get #next(): string {
    return this.#signs[this.#at] ?? '';
  }

  #read(): string {
    const character = this.#next;
    this.#at += 1;
    return character;
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at += 1;
    return true;
  }

  #atom(): string {
    const character = this.#read();
    switch (character) {
      case '^':
      case '$':
        return '';
      case '.':
        return this.#oneOf([...LETTERS]);
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      default:
        return character;
    }
  }

  #group(): string {
    const start = this.#at;
    const [opening = '', look, name] =
      /^\?(?:(<?[=!])|<([^>]*)>|:)/.exec(this.#signs.slice(start, start + MAX_OPENING).join('')) ?? [];
    if (this.#next === '?' && opening === '') throw new Error('it has an unsupported group');
    this.#at += [...opening].length;
    const isNumbered = opening === '' || name !== undefined;
    if (isNumbered && !this.#groupNumbers.has(start)) this.#groupNumbers.set(start, this.#groupNumbers.size + 1);
    const text = this.alternatives();
    if (!this.#take(')')) throw new Error('unterminated group');
    if (isNumbered) this.#groupTexts.set(`${this.#groupNumbers.get(start)}`, text);
    if (name !== undefined) this.#groupTexts.set(name, text);
    // The text before a position may be read twice; whether other lookaround holds is tested with the whole pattern.
    return look === undefined || look === '<=' ? text : '';
  }

  /** Reads the rest of a backreference; undefined if there is none. */
  #reference(first: string): string | undefined {
    const rest = this.#signs.slice(this.#at, this.#at + MAX_OPENING).join('');
    const [end = '', name] = (first === 'k' ? /^<([^>]*)>/ : /^(\d*)/).exec(rest) ?? [];
    if (name === undefined || !/[1-9k]/.test(first)) return undefined;
    this.#at += [...end].length;
    return this.#groupTexts.get(first === 'k' ? name : first + name) ?? '';
  }

  #class(): string {
    const isNegative = this.#take('^');
    const characters: string[] = [];
    while (!this.#take(']')) {
      if (this.#at >= this.#signs.length) throw new Error('unterminated character class');
      const isShort = this.#isShort;
      const one = this.#classSign();
      characters.push(one, ...(isShort ? [] : this.#upFrom(one)));
    }
    if (!isNegative) return this.#oneOf(characters);
    // Whether the character is outside of the class is tested with the whole pattern.
    return ['a', '0', '-', '_', 'Z', ' '].find((character) => !characters.includes(character)) ?? '~';
  }

  #classSign(): string {
    const character = this.#read();
    return character === '\\' ? this.#escape() : character;
  }

  /** Whether a class escape such as `\d` follows. */
  get #isShort(): boolean {
    return this.#next === '\\' && Object.hasOwn(CLASSES, this.#signs[this.#at + 1] ?? '');
  }

  /** The rest of a range such as `a-z` after its first character. */
  #upFrom(first: string): readonly string[] {
    const start = this.#at;
    if (!this.#take('-')) return [];
    if (this.#next === ']' || this.#isShort) {
      this.#at = start;
      return [];
    }
    const from = first.codePointAt(0) ?? 0;
    const to = this.#classSign().codePointAt(0) ?? 0;
    const length = Math.max(0, Math.min(to - from, MAX_RANGE));
    return Array.from({ length }, (_, index) => String.fromCodePoint(from + 1 + index));
  }

  #escape(): string {
    const character = this.#read();
    if (character === 'b' || character === 'B') return '';
    if (Object.hasOwn(CLASSES, character)) return this.#oneOf([...(CLASSES[character] ?? '')]);
    if (Object.hasOwn(CONTROLS, character)) return CONTROLS[character] ?? '';
    const [code] =
      /^(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2})/i.exec(
        character + this.#signs.slice(this.#at, this.#at + 8).join(''),
      ) ?? [];
    if (code !== undefined) {
      this.#at += code.length - 1;
      return String.fromCodePoint(Number.parseInt(code.replaceAll(/[ux{}]/gi, ''), 16));
    }
    const repeated = this.#reference(character);
    if (repeated !== undefined) return repeated;
    if (/[a-z\d]/i.test(character)) throw new Error('it has an unsupported escape');
    return character;
  }

  /** Reads an atom with its repetitions. Each one may choose differently. */
  #repeated(): string {
    const start = this.#at;
    const text = this.#atom();
    const end = this.#at;
    const [least, most] = this.#times();
    const afterQuantifier = this.#at;
    const times = least + (most > least ? this.#choose(Math.min(most - least, this.#mostMore) + 1) : 0);
    if (text.length * times > MAX_LENGTH) throw new Error('it matches no short text');
    if (this.#choose === FIRST) return text.repeat(times);
    let all = '';
    for (let time = 0; time < times; time += 1) {
      this.#repetitions += 1;
      if (this.#repetitions > MAX_LENGTH) throw new Error('it repeats too often');
      this.#at = start;
      all += this.#atom();
      if (this.#at !== end || all.length > MAX_LENGTH) throw new Error('it matches no short text');
    }
    this.#at = afterQuantifier;
    return all;
  }

  /** Reads a quantifier. */
  #times(): readonly [least: number, most: number] {
    let times: readonly [number, number] = [1, 1];
    if (this.#take('*')) times = [0, Number.POSITIVE_INFINITY];
    else if (this.#take('?')) times = [0, 1];
    else if (this.#take('+')) times = [1, Number.POSITIVE_INFINITY];
    else if (this.#next === '{') {
      const end = this.#signs.indexOf('}', this.#at);
      const [least = '', most] = this.#signs
        .slice(this.#at + 1, end)
        .join('')
        .split(',');
      const fewest = Number.parseInt(least, 10);
      times = [fewest, most === undefined ? fewest : Number.parseInt(most, 10) || Number.POSITIVE_INFINITY];
      this.#at = end + 1;
    } else return times;
    this.#take('?');
    return times;
  }
}
