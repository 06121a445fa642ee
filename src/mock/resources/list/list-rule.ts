// Rules of a list operation: paging, sorting, filters, metadata.

import { answerOf } from '../inference/family.ts';
import type { Role } from '../resource.ts';
import { type Filter, filterOf } from './filter.ts';
import { type Input, inputsOf } from './input.ts';
import { type Paging, pagingOf } from './paging.ts';
import { type Property, propertiesOf } from './property.ts';
import { type Sorting, sortingOf } from './sorting.ts';
import { type Telling, tellingHeaders, tellingsIn } from './telling.ts';

/** The inputs of a list operation, and the metadata in its response. */
export interface ListRule {
  /** Distinguishes lists of different operations. */
  readonly operationId: string;
  readonly paging: Paging;
  readonly sorting: Sorting;
  readonly filters: readonly Filter[];
  /** Inputs without an effect. */
  readonly ignored: readonly Input[];
  /** Metadata in the response body. */
  readonly tells: readonly Telling[];
  /** Metadata in the response headers. */
  readonly tellsInHeaders: readonly Telling[];
  /** Finds a property by its normalised name or a synonym. */
  property(name: string): Property | undefined;
}

const cache = new WeakMap<Role, ListRule>();

/** The rule of a list or search operation. Cached. */
export function listRuleOf(action: Role): ListRule {
  const rule = cache.get(action) ?? makeRule(action);
  cache.set(action, rule);
  return rule;
}

function makeRule({ operation, resource, deed: kind, shown, parents, parameter }: Role): ListRule {
  const { references, responses: answers } = operation;
  const inputs = inputsOf(operation, kind === 'search' || kind === 'clear');
  const property = propertiesOf(resource, references);
  const paging = pagingOf(inputs, references);
  const pagingInputs = new Set([paging.page, paging.offset, paging.after, paging.before, paging.size]);
  const others = inputs.filter((input) => !pagingInputs.has(input));
  const sorting = sortingOf(others, references);
  const rest = others.filter((input) => input !== sorting.by && input !== sorting.direction);
  // Path parameters are matched when items are read.
  const inPath = new Set([parameter, ...parents.map((parent) => parent.parameter)]);
  const filters = rest.filter(({ name }) => !inPath.has(name)).flatMap((input) => filterOf(input, property) ?? []);
  const used = new Set(filters.map(({ input }) => input));
  const response = answers.forStatus(operation.successStatus);
  return {
    operationId: operation.id,
    paging,
    sorting,
    filters,
    ignored: rest.filter((input) => !used.has(input)),
    tells: tellingsIn(answerOf(operation), shown ?? [], references),
    tellsInHeaders: tellingHeaders(response?.headers ?? []),
    property,
  };
}
