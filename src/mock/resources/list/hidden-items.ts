// Selection of deleted and archived items by the parameters of a request.

import type { Operation, RequestParts } from '../../../openapi/document.ts';
import {
  findHiddenState,
  type HiddenSelection,
  type HiddenState,
  readParameterName,
} from '../inference/deleted-words.ts';
import type { ResourceAction, SoftDelete } from '../resource.ts';
import type { ListFilter } from './list-filter.ts';
import { findListInputs, getInputValue, type ListInput } from './list-input.ts';

/** An input such as `include_deleted`. */
export interface HiddenInput {
  readonly input: ListInput;
  readonly state: HiddenState;
  readonly selects: HiddenSelection;
}

/** The inputs that select deleted or archived items. */
export function findHiddenInputs(
  inputs: readonly ListInput[],
  softDeletes: readonly SoftDelete[],
): readonly HiddenInput[] {
  if (softDeletes.length === 0) return [];
  return inputs.flatMap((input) => {
    const named = readParameterName(input.normalName) ?? readParameterName(input.prefix + input.normalName);
    return named && !input.isDate ? [{ input, ...named }] : [];
  });
}

/** The items in a state that a request selects: none of them, all, or nothing else. */
type Selection = 'none' | 'include' | 'only';

/** @param filters - those of a list: a filter for the state itself selects by itself */
export function selectHidden(
  softDelete: SoftDelete,
  { inputs, filters }: { readonly inputs: readonly HiddenInput[]; readonly filters: readonly ListFilter[] },
  { operation: { path } }: Pick<ResourceAction, 'operation'>,
  parts: RequestParts,
): Selection {
  const { state, marks } = softDelete;
  // `/users/deleted` lists deleted users.
  if (findHiddenState(path.split('/').at(-1) ?? '') !== undefined) return 'only';
  const own = inputs.filter((one) => one.state === state);
  const used = own.length > 0 ? own : inputs;
  const selections = used.map(({ input, selects }) => selectionBy(selects, getInputValue(input, parts)));
  const isFiltered = filters.some(
    ({ input, property }) =>
      marks.some(({ name }) => name === property?.path[0]) && getInputValue(input, parts) !== undefined,
  );
  return (
    selections.find((one) => one === 'only') ??
    selections.find((one) => one === 'include') ??
    (isFiltered ? 'include' : 'none')
  );
}

const YES = /^(true|1|yes|on|with|include|included|all|any|both|\*)$/i;
const EVERY = /^(with|include|included|all|any|both|\*)$/i;

function selectionBy(selects: HiddenSelection, sent: unknown): Selection {
  const text = String(sent);
  if (selects === 'exclude') return YES.test(text) ? 'none' : 'include';
  if (/^only$/i.test(text)) return 'only';
  if (sent === undefined || !(YES.test(text) || findHiddenState(text))) return 'none';
  return selects === 'include' || EVERY.test(text) ? 'include' : 'only';
}

/** Whether a request for one item may find a deleted one: `GET /users/7?include_deleted=true`. */
export function findsDeleted(operation: Operation, softDeletes: readonly SoftDelete[], parts: RequestParts): boolean {
  if (softDeletes.length === 0) return false;
  if (isHiddenItem(operation)) return true;
  const inputs = findHiddenInputs(findListInputs(operation, false), softDeletes);
  return inputs.some(({ input, selects }) => selectionBy(selects, getInputValue(input, parts)) !== 'none');
}

/** Whether a path is that of a deleted item: `/files/{id}/trash`. */
export function isHiddenItem({ path }: Operation): boolean {
  return findHiddenState(path.split('/').at(-1) ?? '') !== undefined;
}

const PERMANENT = /^(force|forced|permanent|permanently|hard|harddelete|forcedelete|purge|destroy)$/;

/** Whether DELETE removes an item for good: `?force=true`, `?permanent=true`. */
export function isPermanent(operation: Operation, parts: RequestParts): boolean {
  if (operation.method === 'DELETE' && isHiddenItem(operation)) return true;
  return findListInputs(operation, false).some(
    (input) => PERMANENT.test(input.normalName) && YES.test(String(getInputValue(input, parts))),
  );
}
