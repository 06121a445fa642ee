// Whether values that meet a condition of a schema also meet another one.

import type { SchemaCondition } from '../../openapi/schema/constraints/conditions.ts';
import { toDouble } from '../../schema/json/exact-number.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { INCLUSIONS, type Inclusion, type RuleInput, type Schemas } from './rule-input.ts';

/** A condition in both documents, of one keyword; undefined where there is none. */
interface ConditionPair {
  readonly old: SchemaCondition | undefined;
  readonly new: SchemaCondition | undefined;
}

/** The condition of one document. Without one, all values meet it. */
interface Side {
  readonly steps: readonly string[];
  schema(step: string, otherwise?: boolean): Schemas;
  count(step: string, otherwise: number): number;
  names(step: string): readonly string[];
  /** Whether all objects have a property anyway. */
  requires(name: string): boolean;
}

/** Whether all values of some schemas are sure to fit others. */
type Includes = (some: Schemas, others: Schemas) => boolean;

/**
 * Whether one condition implies another one.
 *
 * @param isWithin - of schemas of `from` in those of `to`
 * @param contains - of schemas of `to` in those of `from`
 */
type Test = (from: Side, to: Side, isWithin: Includes, contains: Includes) => boolean;

const TESTS: Readonly<Record<string, Test>> = {
  // The less is forbidden, the more is allowed.
  not: (from, to, _, contains) => contains(from.schema('not', false), to.schema('not', false)),
  if(from, to, isWithin, contains) {
    const [when, orThen, orElse] = [to.schema('if'), to.schema('then'), to.schema('else')];
    return (
      isWithin(from.schema('then'), orThen) &&
      isWithin(from.schema('else'), orElse) &&
      (isTrue(orThen) || contains(from.schema('if'), when)) &&
      (isTrue(orElse) || isWithin(from.schema('if'), when))
    );
  },
  contains(from, to, isWithin, contains) {
    const [schema, other] = [from.schema('contains'), to.schema('contains')];
    const [least, most] = [to.count('minContains', 1), to.count('maxContains', Number.POSITIVE_INFINITY)];
    const areEnough = least === 0 || (from.count('minContains', 1) >= least && isWithin(schema, other));
    const areFew = from.count('maxContains', Number.POSITIVE_INFINITY) <= most && contains(schema, other);
    return areEnough && (most === Number.POSITIVE_INFINITY || areFew);
  },
  propertyNames: impliesSchema('propertyNames'),
  contentSchema: impliesSchema('contentSchema'),
  unevaluatedItems: impliesSchema('unevaluatedItems'),
  unevaluatedProperties: impliesSchema('unevaluatedProperties'),
  dependentRequired: impliesDependencies,
  dependentSchemas: impliesDependencies,
  dependencies: impliesDependencies,
};

function impliesSchema(keyword: string): Test {
  return (from, to, isWithin) => isWithin(from.schema(keyword), to.schema(keyword));
}

function impliesDependencies(from: Side, to: Side, isWithin: Includes): boolean {
  return to.steps.every((step) => {
    const given = from.names(step);
    const hasAll = to.names(step).every((name) => given.includes(name) || from.requires(name));
    return hasAll && isWithin(from.schema(step), to.schema(step));
  });
}

function isTrue(schemas: Schemas): boolean {
  return schemas.every(({ value }) => value === true);
}

/** Whether all values that meet the condition of one document are sure to meet that of the other. */
export function implies(conditions: ConditionPair, which: Inclusion, input: RuleInput<never>): boolean {
  const test = TESTS[(conditions.old ?? conditions.new)?.keyword ?? ''];
  if (!test) return false;
  const [old, now] = [sideOf(conditions.old, input.old), sideOf(conditions.new, input.new)];
  const { isSubset } = input;
  return which === 'old in new'
    ? test(
        old,
        now,
        (some, others) => isSubset(some, others, 'old in new'),
        (some, others) => isSubset(some, others, 'new in old'),
      )
    : test(
        now,
        old,
        (some, others) => isSubset(others, some, 'new in old'),
        (some, others) => isSubset(others, some, 'old in new'),
      );
}

/** Whether each of two conditions, of which none implies the other, is sure to allow values that the other does not. */
export function isReplaced({ old, new: now }: ConditionPair, input: RuleInput<never>): boolean {
  if (!old || !now) return false;
  const steps = [...new Set([...old.schemas.keys(), ...now.schemas.keys()])];
  const pairs = steps.map((step) => [old.schemas.get(step), now.schemas.get(step)].flatMap((part) => part ?? []));
  if (old.keyword === 'not') return pairs.every(([one, other]) => one && other && input.isReplaced([one], [other]));
  if (old.keyword !== 'contains' && !old.keyword.startsWith('depend')) return false;
  return pairs.every(
    ([one, other]) => one && other && INCLUSIONS.every((which) => input.isSubset([one], [other], which)),
  );
}

function sideOf(condition: SchemaCondition | undefined, { at, required }: RuleInput['old']): Side {
  const { schemas = new Map(), values = NO_CONTAINED } = condition ?? {};
  return {
    steps: condition ? [...schemas.keys(), ...values.keys()] : [],
    schema: (step, otherwise = true) => [schemas.get(step) ?? { value: otherwise, pointer: childPointer(at, step) }],
    count: (step, otherwise) => toDouble(values.get(step)) ?? otherwise,
    names: (step) => (values.get(step) ?? []) as readonly string[],
    requires: (name) => required.has(name),
  };
}

/** Without `contains`, no item must be contained. */
const NO_CONTAINED: SchemaCondition['values'] = new Map([['minContains', 0]]);
