// Lists in parameters that a single value is written like.

import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { ConstraintReader, Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { Schemas } from '../schema/rule-input.ts';
import { typesOf } from '../schema/types.ts';

/**
 * The items of a parameter that is a list in one document, and a single value in the other, where a list of one value
 * is written as this value; undefined for others.
 *
 * @param isSingle - whether the other one takes a single value
 */
export function itemsOfLists(
  list: Parameter,
  constraints: Constraints,
  single: Parameter,
  { types }: Constraints,
  isSingle: boolean,
): Schemas | undefined {
  const { elements, bounds, conditions, alternatives } = constraints;
  const [first, ...more] = elements;
  const isList = constraints.types?.value.size === 1 && constraints.types.value.has('array') && !list.content;
  // Elsewhere, commas separate the items, and a string may have some.
  const isExploded = list.style === 'form' && list.explode;
  const isWritten =
    list.style === single.style &&
    (isExploded || (['form', 'simple'].includes(list.style) && types?.value.has('string') === false));
  const takesOne = (bounds.counts.get('minItems')?.value ?? 1) <= 1 && bounds.counts.get('maxItems')?.value !== 0;
  const isPlain = more.length + conditions.length + alternatives.length === 0 && first?.first.length === 0;
  return list.in === single.in &&
    isSingle &&
    !single.content &&
    isList &&
    isWritten &&
    takesOne &&
    isPlain &&
    first?.others
    ? [first.others]
    : undefined;
}

/** Maximum nesting of alternatives. */
const DEEPEST = 20;

/** Whether no value is a list or an object. @param read - of alternatives */
export function isScalar(constraints: Constraints, read: ConstraintReader, depth = 0): boolean {
  const types = typesOf(constraints);
  if (types) return !types.has('array') && !types.has('object');
  if (depth === DEEPEST) return false;
  return constraints.alternatives.some(({ branches }) =>
    branches.every((branch) => isScalar(read.of([branch]), read, depth + 1)),
  );
}
