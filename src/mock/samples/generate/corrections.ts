// Corrections of a generated value after validation errors.

import { type Finding, holderPointer } from '../../../openapi/finding.ts';
import { childPointer, withWildcardIndexes } from '../../../schema/json-pointer.ts';

/** How often a value is made otherwise before it is left out, where it may be. */
const MOST_LEVELS = 4;

/** Places of values that were not made. */
interface WholeValues {
  readonly taken: ReadonlySet<string>;
  readonly given: ReadonlySet<string>;
}

/** After so many rejections, values around it must change. */
export const MAX_REJECTIONS = 3;

/** Items of a list share corrections: their errors are alike, and a validator may report the first only. */
export class Corrections {
  readonly #levels = new Map<string, number>();
  readonly #wanted = new Map<string, Set<string>>();
  readonly #unwanted = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #ambiguous = new Set<string>();

  /** How often the value at a pointer has been rejected. */
  levelAt(pointer: string): number {
    return this.#levels.size === 0 ? 0 : (this.#levels.get(withWildcardIndexes(pointer)) ?? 0);
  }

  isUnwanted(pointer: string): boolean {
    return this.#unwanted.size > 0 && this.#unwanted.has(withWildcardIndexes(pointer));
  }

  /** Whether the given value of a pointer is invalid there. */
  isRejected(pointer: string): boolean {
    return this.#refused.has(pointer);
  }

  /** Whether a value matched several schemas of a `oneOf`. */
  isAmbiguous(pointer: string): boolean {
    return this.#ambiguous.size > 0 && this.#ambiguous.has(withWildcardIndexes(pointer));
  }

  /** The names that are missing in an object. */
  wantedIn(pointer: string): ReadonlySet<string> {
    return this.#wanted.get(withWildcardIndexes(pointer)) ?? NONE;
  }

  /**
   * Records validation errors.
   *
   * @param wholes - the pointers of values that can only be replaced as a whole: examples, and given values
   */
  learn(findings: readonly Finding[], { taken, given }: WholeValues): void {
    const raised = new Set<string>();
    const raise = (place: string) => {
      const pointer = withWildcardIndexes(place);
      if (raised.has(pointer)) return;
      raised.add(pointer);
      const level = this.levelAt(pointer) + 1;
      this.#levels.set(pointer, level);
      if (level >= MOST_LEVELS && pointer !== '') this.#unwanted.add(pointer);
      if (level >= MAX_REJECTIONS && pointer !== '') raise(pointer.slice(0, pointer.lastIndexOf('/')));
    };
    const isStubborn = (pointer: string) => this.levelAt(pointer) >= MAX_REJECTIONS - 1;
    // Errors in the branches of a choice matter only if there are no others.
    const chosen = findings.filter(({ keyword }) => CHOICES.has(keyword)).map(({ pointer }) => pointer);
    for (const finding of findings) {
      const { keyword, params } = finding;
      const pointer = holderPointer(finding);
      const wrong = holderOf(pointer, given);
      if (wrong !== undefined) {
        this.#refused.add(wrong);
        continue;
      }
      const whole = holderOf(pointer, taken);
      if (whole !== undefined) {
        raise(whole);
        continue;
      }
      const choices = chosen.filter((choice) => pointer.startsWith(choice));
      if (!CHOICES.has(keyword) && choices.length > 0 && !choices.every(isStubborn)) continue;
      if (keyword === 'oneOf' && Array.isArray(params.passingSchemas))
        this.#ambiguous.add(withWildcardIndexes(pointer));
      const { additionalProperty, unevaluatedProperty, missingProperty, propertyName } = params;
      const extra =
        additionalProperty ?? unevaluatedProperty ?? (keyword === 'propertyNames' ? propertyName : undefined);
      if (typeof extra === 'string') this.#unwanted.add(withWildcardIndexes(childPointer(pointer, extra)));
      else if (typeof missingProperty === 'string') this.#want(pointer, missingProperty);
      else if (keyword === 'writeOnly') this.#unwanted.add(withWildcardIndexes(pointer));
      else raise(pointer);
    }
    for (const pointer of chosen)
      if (![taken, given].some((wholes) => holderOf(pointer, wholes) !== undefined)) raise(pointer);
  }

  #want(pointer: string, name: string): void {
    const place = withWildcardIndexes(pointer);
    this.#wanted.set(place, new Set([...(this.#wanted.get(place) ?? []), name]));
    this.#unwanted.delete(withWildcardIndexes(childPointer(pointer, name)));
  }
}

const CHOICES: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'not', 'if', 'discriminator']);

/** The nearest pointer at or above one whose value was used as a whole. */
function holderOf(pointer: string, taken: ReadonlySet<string>): string | undefined {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    if (taken.has(at)) return at;
    if (at === '') return undefined;
  }
}

const NONE: ReadonlySet<string> = new Set();
