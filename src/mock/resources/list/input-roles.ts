// Rules of a list operation: paging, sorting, filters, metadata.

import { readOperationAnnotations } from '../../../openapi/annotations.ts';
import type { References } from '../../../openapi/references.ts';
import { findResponseSchema } from '../inference/path-group.ts';
import type { ResourceAction } from '../resource.ts';
import { findHiddenInputs, type HiddenInput } from './hidden-items.ts';
import { createListFilters, type ListFilter } from './list-filter.ts';
import { findListInputs, type ListInput } from './list-input.ts';
import { findBodyMetadata, findHeaderMetadata, type MetadataField } from './pagination-metadata.ts';
import { findPagingInputs, type PagingInputs } from './paging.ts';
import { createPropertyLookup, type QueryProperty } from './query-property.ts';
import { findSortInputs, type SortInputs } from './sorting.ts';

/** The inputs of a list operation, and the metadata in its response. */
export interface ListRule {
  /** Distinguishes lists of different operations. */
  readonly operationId: string;
  readonly paging: PagingInputs;
  readonly sorting: SortInputs;
  readonly filters: readonly ListFilter[];
  readonly references: References;
  /** Inputs that select deleted or archived items. */
  readonly hidden: readonly HiddenInput[];
  /** Inputs without an effect. */
  readonly ignored: readonly ListInput[];
  /** Metadata in the response body. */
  readonly bodyMetadata: readonly MetadataField[];
  /** Metadata in the response headers. */
  readonly headerMetadata: readonly MetadataField[];
  /** Finds a property by its normalised name or a synonym. */
  property(name: string): QueryProperty | undefined;
}

const cache = new WeakMap<ResourceAction, ListRule>();

/** The rule of a list or search operation. Cached. */
export function getListRule(action: ResourceAction): ListRule {
  const rule = cache.get(action) ?? makeRule(action);
  cache.set(action, rule);
  return rule;
}

function makeRule({ operation, resource, kind, responsePath: shown, parents, parameter }: ResourceAction): ListRule {
  const { references, responses } = operation;
  const inputs = findListInputs(operation, kind === 'search' || kind === 'clear');
  const property = createPropertyLookup(resource, references);
  const paging = findPagingInputs(inputs, references);
  const pagingInputs = new Set([paging.page, paging.offset, paging.after, paging.before, paging.size]);
  const others = inputs.filter((input) => !pagingInputs.has(input));
  const sorting = findSortInputs(others, references);
  const hidden = findHiddenInputs(others, resource.softDeletes);
  const roles = new Set([sorting.by, sorting.direction, ...hidden.map(({ input }) => input)]);
  const rest = others.filter((input) => !roles.has(input));
  // Path parameters are matched when items are read.
  const inPath = new Set([parameter, ...parents.map((parent) => parent.parameter)]);
  const { filters: annotated = {} } = readOperationAnnotations(operation);
  const filters = createListFilters(
    rest.filter(({ name }) => !inPath.has(name)),
    property,
    annotated,
  );
  const used = new Set(filters.map(({ input }) => input));
  const response = responses.forStatus(operation.successStatus);
  return {
    operationId: operation.id,
    references,
    paging,
    sorting,
    filters,
    hidden,
    ignored: rest.filter((input) => !used.has(input)),
    bodyMetadata: findBodyMetadata(findResponseSchema(operation), shown ?? [], references),
    headerMetadata: findHeaderMetadata(response?.headers ?? []),
    property,
  };
}
