// Searches for a short text that matches an expression, also one with lookaround.

import type { CharacterTest } from './expression.ts';
import { parseExpression } from './expression.ts';
import { compileExpression, MATCHED, type Program, type State } from './program.ts';

interface TextSearch {
  /** Minimum characters. */
  readonly low: number;
  /** Whether a text is allowed. */
  fits(text: string): boolean;
  /** Returns the index of one of some alternatives. */
  choose(alternatives: number): number;
}

/** Maximum steps: about 100 ms. */
const MAX_STEPS = 1e6;
/** How many texts are made of one sequence of classes. */
const TRIES = 3;

const ASCII = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index));
/** Letters first, so that a free character is a letter. */
const CHARACTERS = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...ASCII,
  ...'\n\téßÉ漢Ω\u0301€₂😀',
];

/** A suffix of the text: the class of its first character, the rest, and the states that it leads to. */
interface Suffix {
  readonly choices: readonly string[];
  readonly rest: Suffix | undefined;
  readonly length: number;
  /** The states of each program before the next character. */
  readonly pending: readonly (readonly number[])[];
}

/**
 * Extends texts at their start, the shortest first, because lookaheads depend on what follows. Characters that the
 * expression does not distinguish are one class, and texts that lead to the same states are one text.
 *
 * Lookbehinds and word boundaries count as satisfied; `fits` decides.
 *
 * @returns undefined if there is none, or none was found in time
 */
export function searchText(source: string, inAnyCase: boolean, { low, fits, choose }: TextSearch): string | undefined {
  const flag = inAnyCase ? 'i' : '';
  const expression = parseExpression(source, `u${flag}`) ?? parseExpression(source, flag);
  const compiled = expression && compileExpression(expression, true);
  if (!compiled) return undefined;
  const { whole, lookarounds } = compiled;
  const programs: readonly (Program & { readonly isNegative?: boolean })[] = [...lookarounds, whole];
  const classes = classify(expression.tests, [...CHARACTERS, ...charactersIn(source)]).filter(
    ([first = '']) => expression.charactersOf(first).length === 1,
  );
  const plain = classes.map((one) => one.filter((character) => /[a-z\d]/i.test(character))).filter(isFilled);
  const odd = classes.filter((one) => !one.some((character) => /[a-z\d]/i.test(character)));
  let steps = 0;

  /** Follows the states that read nothing. */
  const close = (
    pending: Suffix['pending'],
    isSatisfied: (asserts: State['asserts'], matched: readonly boolean[]) => boolean,
  ) => {
    const matched: boolean[] = [];
    const reading: State[][] = [];
    for (const [number, { states, first, isNegative = false, isBackward }] of programs.entries()) {
      const open = [...(pending[number] ?? []), first];
      const seen = new Set<number>();
      const own: State[] = [];
      for (let index = open.pop(); index !== undefined; index = open.pop()) {
        const state = states[index];
        if (!state || seen.has(index)) continue;
        seen.add(index);
        steps += 1;
        if (state.reads) own.push(state);
        else if (isSatisfied(state.asserts, matched)) open.push(...state.next);
      }
      matched.push(!isBackward || seen.has(MATCHED) !== isNegative);
      reading.push(own);
    }
    return { reading, isMatch: matched.at(-1) === true };
  };
  const closeAt = (pending: Suffix['pending'], isStart: boolean, isEnd: boolean) =>
    close(pending, (asserts, matched) =>
      asserts === 'start'
        ? isStart
        : asserts === 'end'
          ? isEnd
          : typeof asserts !== 'number' || matched[asserts] === true,
    );

  const anywhere = close([], (asserts) => asserts !== 'end');
  const mayEndEarlier = anywhere.isMatch || anywhere.reading.at(-1)?.length !== 0;
  const known = new Set<string>();
  const suffixes: Suffix[] = [{ choices: [], rest: undefined, length: 0, pending: programs.map(() => []) }];
  for (const suffix of suffixes) {
    if (steps > MAX_STEPS) return undefined;
    const isEnd = suffix.length === 0;
    if (suffix.length >= low && closeAt(suffix.pending, true, isEnd).isMatch)
      for (let time = 0; time < TRIES; time += 1) {
        const text = textOf(suffix, choose);
        if (fits(text)) return text;
      }
    const { reading } = closeAt(suffix.pending, false, isEnd);
    for (const choices of [...shuffled(plain, choose), ...shuffled(odd, choose)]) {
      const [character = ''] = choices;
      const pending = reading.map((states) => [
        ...new Set(states.flatMap(({ reads, next }) => (reads?.(character) ? next : []))),
      ]);
      const length = suffix.length + 1;
      if (pending.at(-1)?.length === 0 && !mayEndEarlier) continue;
      const key = JSON.stringify([Math.min(length, low), ...pending.map((states) => states.sort((a, b) => a - b))]);
      if (known.has(key)) continue;
      known.add(key);
      suffixes.push({ choices, rest: suffix, length, pending });
    }
  }
  return undefined;
}

/** Groups characters that all tests treat alike; without those that none accepts. */
function classify(tests: ReadonlySet<CharacterTest>, characters: Iterable<string>): readonly (readonly string[])[] {
  const classes = new Map<string, string[]>();
  for (const character of new Set(characters)) {
    const key = [...tests].map((test) => (test(character) ? '1' : '0')).join('');
    if (key.includes('1')) classes.set(key, [...(classes.get(key) ?? []), character]);
  }
  return [...classes.values()];
}

/** The characters that an expression names, and their neighbours. */
function charactersIn(source: string): readonly string[] {
  const escapes = [...source.matchAll(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/gi)];
  const codes = escapes.map(([, ...digits]) => Number.parseInt(digits.find((one) => one !== undefined) ?? '', 16));
  const near = [...codes, ...[...source].map((character) => character.codePointAt(0) ?? 0)].flatMap((code) => [
    code,
    code + 1,
    code - 1,
  ]);
  return near
    .filter((code) => code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code));
}

function isFilled(list: readonly unknown[]): boolean {
  return list.length > 0;
}

function textOf(suffix: Suffix | undefined, choose: TextSearch['choose']): string {
  const characters: string[] = [];
  for (let at = suffix; at?.rest; at = at.rest) characters.push(at.choices[choose(at.choices.length)] ?? '');
  return characters.join('');
}

function shuffled<Item>(items: readonly Item[], choose: TextSearch['choose']): readonly Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(choose(rest.length), 1));
}
