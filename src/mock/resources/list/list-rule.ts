// What a list operation takes and tells, found from its parameters, its body and its answer.

import { answerOf } from '../inference/family.ts';
import type { Role } from '../resource.ts';
import { type Filter, filterOf } from './filter.ts';
import { type Input, inputsOf } from './input.ts';
import { type Paging, pagingOf } from './paging.ts';
import { type Property, propertiesOf } from './property.ts';
import { type Sorting, sortingOf } from './sorting.ts';
import { type Telling, tellingHeaders, tellingsIn } from './telling.ts';

/** What a list can be asked for, and what its answer tells. */
export interface ListRule {
  /** Tells its lists from those of other operations. */
  readonly operationId: string;
  readonly paging: Paging;
  readonly sorting: Sorting;
  readonly filters: readonly Filter[];
  /** What can be asked for and means nothing here. */
  readonly ignored: readonly Input[];
  /** What the body of the answer tells beside the list. */
  readonly tells: readonly Telling[];
  /** What its header fields tell. */
  readonly tellsInHeaders: readonly Telling[];
  /** A property by its name in letters and digits, or by one that people have for it. */
  property(name: string): Property | undefined;
}

const known = new WeakMap<Role, ListRule>();

/** The rule of an operation that lists or searches. Made once for each. */
export function listRuleOf(role: Role): ListRule {
  const rule = known.get(role) ?? makeRule(role);
  known.set(role, rule);
  return rule;
}

function makeRule({ operation, resource, deed, shown, parents, parameter }: Role): ListRule {
  const { references, responses: answers } = operation;
  const inputs = inputsOf(operation, deed === 'search' || deed === 'clear');
  const property = propertiesOf(resource, references);
  const paging = pagingOf(inputs, references);
  const forPages = new Set([paging.page, paging.offset, paging.after, paging.before, paging.size]);
  const others = inputs.filter((input) => !forPages.has(input));
  const sorting = sortingOf(others, references);
  const rest = others.filter((input) => input !== sorting.by && input !== sorting.direction);
  // What the path says is held against items by whoever looks for them.
  const inPath = new Set([parameter, ...parents.map((parent) => parent.parameter)]);
  const filters = rest.filter(({ name }) => !inPath.has(name)).flatMap((input) => filterOf(input, property) ?? []);
  const used = new Set(filters.map(({ input }) => input));
  const answer = answers.forStatus(operation.successStatus);
  return {
    operationId: operation.id,
    paging,
    sorting,
    filters,
    ignored: rest.filter((input) => !used.has(input)),
    tells: tellingsIn(answerOf(operation), shown ?? [], references),
    tellsInHeaders: tellingHeaders(answer?.headers ?? []),
    property,
  };
}
