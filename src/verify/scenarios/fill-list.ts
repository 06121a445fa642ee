// Creates the items that the checks of a list need.

import { getListRule } from '../../mock/resources/list/input-roles.ts';
import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { Parent, ResourceAction } from '../../mock/resources/resource.ts';
import type { Document } from '../../openapi/document.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isJsonNumber } from '../../schema/json/exact-number.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import { canCreateByPut } from '../created/write-rule.ts';
import { removeOptionalProperties } from '../requests/optional-properties.ts';
import { sendUntilAccepted } from '../requests/revise-request.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import type { Run } from '../run.ts';
import { pathValuesFor } from './crud.ts';
import { countItemsForPages } from './pagination.ts';
import { readItems } from './read-list.ts';
import { createInput, type ScenarioContext } from './scenario-context.ts';

/** A filter or an order shows with items that differ, and with one that lacks optional properties. */
const FOR_FILTERS = 3;
/** An empty list shows little. */
const LEAST = 2;
/** The most items that are created for one list. */
const MAX_CREATED = 25;

/**
 * Creates items until the list has enough of them, below new parents on a shared server.
 *
 * @param parentValues - values of its path
 * @param wanted - default: as many as its pages, filters and orders need
 * @param hasExamples - whether the first item has the examples of the document. Default: the required properties only
 * @returns the values of the path with the most items
 */
export async function fillList(
  run: Run,
  context: ScenarioContext,
  sandbox: SandboxHeaders,
  list: ResourceAction,
  parentValues: PathValues,
  wanted = countWantedItems(context, list),
  hasExamples = false,
): Promise<PathValues> {
  const create = findCreateAction(run, list);
  if (!create || wanted > MAX_CREATED) return parentValues;
  const inBody = listParentsInBody(list, create);
  const before = await readItems(context, list, parentValues);
  const least = before?.items.length ?? 0;
  // Items in the path that are unknown are created below.
  if (least >= wanted || (!before && inBody.length === 0)) return parentValues;
  const known = await run.knownValues.valuesFor(create.operation);
  const { [create.parameter ?? '']: _, ...parents } =
    (await run.itemProvider.valuesFor(create.operation, known)) ?? known;
  const ofPath = inBody.length === 0 ? {} : await createPathItems(run, list, parentValues, sandbox);
  const values = { ...parentValues, ...ofPath, ...pathValuesFor(list, create, parents, '') };
  const isSame = list.parents.every(({ parameter }) => values[parameter] === parentValues[parameter]);
  const own = isSame ? before : await readItems(context, list, values);
  const first = own?.items.length ?? 0;
  let count = first;
  const createNext = () =>
    createItem(run, context, sandbox, create, parents, {
      number: count,
      isFirst: count === first,
      hasExamples,
      complete: (input) => setParents(input, create, inBody, values, context.requests.document),
    });
  while (count < wanted && (await createNext())) count += 1;
  return count > least ? values : parentValues;
}

/** The parents of a list that a create request names in its body: `memberId` for `/members/{id}/loans`. */
function listParentsInBody(list: ResourceAction, create: ResourceAction): readonly Parent[] {
  return list.parents.filter(({ key }) => !create.parents.some((parent) => parent.key === key));
}

/** Values of the path of a list: on a shared server, those of new items. */
async function createPathItems(
  { sandboxes, knownValues, itemProvider }: Run,
  { operation }: ResourceAction,
  parentValues: PathValues,
  sandbox: SandboxHeaders,
): Promise<PathValues> {
  const known = sandboxes.areIsolated ? parentValues : knownValues.givenValues(operation);
  return (await itemProvider.createMissing(operation, known, sandbox)) ?? known;
}

/** Sets the parents in the body of a create request; undefined if the document does not allow it. */
function setParents(
  input: RequestInput,
  { requestPath = [] }: ResourceAction,
  parents: readonly Parent[],
  values: PathValues,
  document: Pick<Document, 'validate'>,
): RequestInput | undefined {
  const body = parents.reduce<unknown>(
    (so, { path, parameter }) => (path ? setAtPath(so, [...requestPath, ...path], values[parameter]) : so),
    input.body,
  );
  const { schema } = input.type ?? {};
  const isValid = parents.length === 0 || (schema && document.validate(schema, body, 'request').length === 0);
  return isValid ? { ...input, body } : undefined;
}

/** Creates the least number of items for the tests of a list operation. @returns as of `fillList` */
export async function createListItems(
  run: Run,
  context: ScenarioContext,
  list: ResourceAction,
  parentValues: PathValues,
): Promise<PathValues> {
  return fillList(run, context, {}, list, parentValues, LEAST, true);
}

function countWantedItems(context: ScenarioContext, list: ResourceAction): number {
  const { filters, sorting } = getListRule(list);
  const isSorted = (sorting.by ?? sorting.direction) !== undefined;
  return Math.max(countItemsForPages(context, list), filters.length > 0 || isSorted ? FOR_FILTERS : LEAST);
}

/** The operation that creates items of a list, below parents that contain those of the list. */
function findCreateAction({ document, resources, session }: Run, list: ResourceAction): ResourceAction | undefined {
  return [...document.operations.keys()]
    .flatMap((id) => resources.action(id) ?? [])
    .filter((one) => one.resource === list.resource && !one.resource.isSingleton)
    .filter((one) => one.kind === 'create' || canCreateByPut(one))
    .filter((one) => listParentsInBody(list, one).every(({ path }) => path && one.requestPath))
    .filter((one) => session.permission.findDenial(one.operation) === undefined)
    .toSorted((one, other) => one.parents.length - other.parents.length)
    .toSorted((one, other) => Number(canCreateByPut(one)) - Number(canCreateByPut(other)))[0];
}

/** Whether an item was created: the first one with examples or the required properties, others with all, which differ. */
async function createItem(
  { session, itemProvider }: Run,
  context: ScenarioContext,
  sandbox: SandboxHeaders,
  create: ResourceAction,
  parents: PathValues,
  {
    number,
    isFirst,
    hasExamples,
    complete,
  }: {
    readonly number: number;
    readonly isFirst: boolean;
    readonly hasExamples: boolean;
    /** Sets the parents in the body. */
    complete(input: RequestInput): RequestInput | undefined;
  },
): Promise<boolean> {
  const { operation } = create;
  const widths = ['all', 'least', 'examples'] as const;
  for (const width of isFirst && hasExamples ? (['examples', ...widths] as const) : widths) {
    const options = { width, key: `list ${number}`, examples: width === 'examples' };
    const sample = createInput(context, create, parents, options);
    if (!sample) continue;
    const isLeast = isFirst && !hasExamples && width === 'all';
    const other = isLeast
      ? removeOptionalProperties(sample, context.requests.document)
      : withOtherNumbers(context, create, sample, number);
    const first = complete(options.examples ? sample : other);
    if (!first) continue;
    const { exchange } = await sendUntilAccepted(
      first,
      context.requests.createRevisions(operation),
      (one) => session.sendUnchecked(operation, one, sandbox),
      async (one) => {
        const existing = await itemProvider.withExistingIds(operation, one, sandbox);
        return existing && complete(existing);
      },
    );
    if (exchange && exchange.response.status < 300) return true;
  }
  return false;
}

/** Numbers in another order than their texts. */
const NUMBERS = [9, 10, 100, 1, 20] as const;

/** Replaces the numbers of an item, where the document allows it, so that orders of numbers and of texts differ. */
function withOtherNumbers(
  { requests: { document } }: ScenarioContext,
  { requestPath = [] }: ResourceAction,
  input: RequestInput,
  number: number,
): RequestInput {
  const { schema } = input.type ?? {};
  const item = getAtPath(input.body, requestPath);
  const names = schema && isRecord(item) ? Object.keys(item).filter((name) => isJsonNumber(item[name])) : [];
  const body = names.reduce<unknown>((so, name) => {
    const changed = setAtPath(so, [...requestPath, name], NUMBERS[number % NUMBERS.length]);
    return schema && document.validate(schema, changed, 'request').length === 0 ? changed : so;
  }, input.body);
  return { ...input, body };
}
