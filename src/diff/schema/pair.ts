// The schemas of both documents at one location, with their differences.

import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { Flow } from '../level.ts';
import type { SchemaRuleId } from './all-rules.ts';
import type { At, Form } from './rule-input.ts';

/** One difference of two schemas. */
interface SchemaDifference {
  readonly rule: SchemaRuleId;
  /** The end of a sentence about the subject. */
  readonly what: string;
  readonly at: At;
}

/** The schemas of both documents at one location. */
export interface Pair {
  readonly old: Constraints;
  readonly new: Constraints;
  readonly flow: Flow;
  readonly form: Form;
  /** The differences here; nested ones are in `children`. */
  readonly differences: readonly SchemaDifference[];
  readonly children: readonly Pair[];
}

/** A pair that is compared on demand. */
export class LazyPair implements Pair {
  readonly old: Constraints;
  readonly new: Constraints;
  readonly flow: Flow;
  readonly form: Form;
  readonly depth: number;
  readonly found: SchemaDifference[] = [];
  readonly below: Pair[] = [];
  readonly #fill: (pair: LazyPair) => void;
  #isFilled = false;

  constructor(
    old: Constraints,
    now: Constraints,
    flow: Flow,
    form: Form,
    depth: number,
    fill: (pair: LazyPair) => void,
  ) {
    this.old = old;
    this.new = now;
    this.flow = flow;
    this.form = form;
    this.depth = depth;
    this.#fill = fill;
  }

  get differences(): readonly SchemaDifference[] {
    this.#ask();
    return this.found;
  }

  get children(): readonly Pair[] {
    this.#ask();
    return this.below;
  }

  #ask(): void {
    if (this.#isFilled) return;
    this.#isFilled = true;
    this.#fill(this);
  }
}
