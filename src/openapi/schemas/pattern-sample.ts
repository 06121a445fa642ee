// A text that a pattern matches, as short as the pattern allows; for the patterns that people write by hand.

/** @returns undefined for a pattern that has more in it than this reads, such as a look-ahead */
export function patternSample(pattern: string, minLength = 0): string | undefined {
  try {
    const regex = new RegExp(pattern, 'u');
    const short = new PatternReader(pattern).alternatives();
    const [tail = ''] = short.slice(-1);
    // What is too short can often be longer by more of its last sign.
    for (const text of [short, short.padEnd(minLength, tail || 'a')]) {
      if (text.length >= minLength && regex.test(text)) return text;
    }
  } catch {
    // It is no pattern, or none that is read here.
  }
  return undefined;
}

/** One sign for each class that has a short name. */
const CLASSES: Readonly<Record<string, string>> = { d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };
/** How long a text may be, in characters. */
const LONGEST = 10_000;

class PatternReader {
  readonly #signs: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#signs = [...pattern];
  }

  /** The first of several alternatives. */
  alternatives(): string {
    const first = this.#sequence();
    while (this.#take('|')) this.#sequence();
    return first;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#signs.length && this.#next !== '|' && this.#next !== ')')
      text += this.#repeated(this.#atom());
    return text;
  }

  get #next(): string {
    return this.#signs[this.#at] ?? '';
  }

  #read(): string {
    const sign = this.#next;
    this.#at += 1;
    return sign;
  }

  #take(sign: string): boolean {
    if (this.#next !== sign) return false;
    this.#at += 1;
    return true;
  }

  #atom(): string {
    const sign = this.#read();
    switch (sign) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'a';
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      default:
        return sign;
    }
  }

  #group(): string {
    if (this.#take('?')) {
      if (this.#take('<') && this.#next !== '=' && this.#next !== '!') while (this.#read() !== '>');
      else if (!this.#take(':')) throw new Error('it looks around');
    }
    const text = this.alternatives();
    if (!this.#take(')')) throw new Error('a group does not end');
    return text;
  }

  #class(): string {
    const isNegative = this.#take('^');
    const signs: string[] = [];
    while (!this.#take(']')) {
      if (this.#at >= this.#signs.length) throw new Error('a class does not end');
      const sign = this.#read();
      signs.push(sign === '\\' ? this.#escape() : sign);
    }
    if (!isNegative) return signs[0] ?? '';
    // Whether one is outside is asked of the pattern in the end.
    return ['a', '0', '-', '_', 'Z', ' '].find((sign) => !signs.includes(sign)) ?? '~';
  }

  #escape(): string {
    const sign = this.#read();
    if (sign === 'b' || sign === 'B') return '';
    if (Object.hasOwn(CLASSES, sign)) return CLASSES[sign] ?? '';
    if (Object.hasOwn(CONTROLS, sign)) return CONTROLS[sign] ?? '';
    if (/[\w]/.test(sign)) throw new Error('it has an escape that is not read');
    return sign;
  }

  #repeated(atom: string): string {
    let times = 1;
    if (this.#take('*') || this.#take('?')) times = 0;
    else if (this.#take('+')) times = 1;
    else if (this.#next === '{') {
      const end = this.#signs.indexOf('}', this.#at);
      times = Number.parseInt(this.#signs.slice(this.#at + 1, end).join(''), 10);
      this.#at = end + 1;
    } else return atom;
    this.#take('?');
    if (atom.length * times > LONGEST) throw new Error('it matches nothing that is short');
    return atom.repeat(times);
  }
}
