// Compiles an expression into states, so that it is matched in linear time.

import type { CharacterTest, Expression, Part } from './expression.ts';

/** The state that ends a match. */
export const MATCHED = 0;

/** A state reads a character, or asserts, or does nothing; then any of the next states follows. */
export interface State {
  readonly reads?: CharacterTest;
  /** An assertion; a number is the index of a lookaround. */
  readonly asserts?: 'start' | 'end' | 'word boundary' | 'no word boundary' | number;
  readonly next: readonly number[];
}

/** The states for one scan of a text, with an order of reading. */
export interface Program {
  readonly states: readonly State[];
  readonly first: number;
  /** Whether texts are read from the end to the start. */
  readonly isBackward: boolean;
}

/** A lookahead reads backward: where its scan ends a match, the lookahead holds. A lookbehind reads forward. */
interface Lookaround extends Program {
  readonly isNegative: boolean;
}

interface CompiledExpression {
  readonly whole: Program;
  /** Inner ones precede those that contain them. */
  readonly lookarounds: readonly Lookaround[];
  /** Number of states of all programs. */
  readonly size: number;
}

/** Maximum states, with expanded repetitions. */
const MAX_STATES = 10_000;

/** @returns undefined if it is too large */
export function compileExpression({ whole }: Expression, isBackward: boolean): CompiledExpression | undefined {
  const lookarounds: Lookaround[] = [];
  const indexes = new Map<Part, number>();
  let size = 0;

  const compile = (part: Part, isBackward: boolean): Program => {
    const states: State[] = [{ next: [] }];
    const add = (state: State): number => {
      size += 1;
      if (size > MAX_STATES) throw new RangeError('the expression is too large');
      return states.push(state) - 1;
    };
    /** Adds the states of a part that lead to another state; returns the first. */
    const build = (part: Part, next: number): number => {
      switch (part.kind) {
        case 'character':
          return add({ reads: part.reads, next: [next] });
        case 'sequence':
          return isBackward
            ? part.parts.reduce((last, one) => build(one, last), next)
            : part.parts.reduceRight((last, one) => build(one, last), next);
        case 'choice':
          return add({ next: part.parts.map((one) => build(one, next)) });
        case 'repetition':
          return repeat(part, next);
        case 'lookaround':
          return add({ asserts: indexes.get(part) ?? compileLookaround(part), next: [next] });
        default:
          return add({ asserts: part.kind, next: [next] });
      }
    };
    const repeat = ({ part, least, most }: Part & { readonly kind: 'repetition' }, next: number): number => {
      let first = next;
      if (most === Number.POSITIVE_INFINITY) {
        const choices: number[] = [next];
        first = add({ next: choices });
        choices.push(build(part, first));
      } else for (let time = least; time < most; time += 1) first = add({ next: [build(part, first), next] });
      for (let time = 0; time < least; time += 1) {
        const later = first;
        first = build(part, later);
        // A part without states may be repeated very often.
        if (first === later) break;
      }
      return first;
    };
    const compileLookaround = (lookaround: Part & { readonly kind: 'lookaround' }): number => {
      const { part, isAhead, isNegative } = lookaround;
      const index = lookarounds.push({ ...compile(part, isAhead), isNegative }) - 1;
      indexes.set(lookaround, index);
      return index;
    };
    const first = build(part, MATCHED);
    return { states, first, isBackward };
  };

  try {
    const program = compile(whole, isBackward);
    return { whole: program, lookarounds, size };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
