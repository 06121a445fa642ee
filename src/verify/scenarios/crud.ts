// CRUD scenario: create, read, list, update, delete an item.

import { deleteAtPath, getAtPath } from '../../mock/resources/property-path.ts';
import type { OperationKind, ResourceAction, Resources } from '../../mock/resources/resource.ts';
import { isRecord } from '../../schema/is-record.ts';
import type { JsonNumber } from '../../schema/json/exact-number.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { listContainsCreated } from '../checks/scenario/list-contains-created.ts';
import { notFoundAfterDelete } from '../checks/scenario/not-found-after-delete.ts';
import { putIdempotent } from '../checks/scenario/put-idempotent.ts';
import { readAfterCreate } from '../checks/scenario/read-after-create.ts';
import { readAfterUpdate } from '../checks/scenario/read-after-update.ts';
import { canCreateByPut } from '../created/write-rule.ts';
import type { RequestGenerator } from '../requests/request-generator.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import { reduceToOneProperty } from './one-property.ts';
import { type ReadList, readList } from './read-list.ts';
import {
  createInput,
  findCreatedId,
  getResponseItem,
  type ScenarioContext,
  selectReturnable,
  sendWithExistingIds,
  stepsOf,
} from './scenario-context.ts';

/** The operations on one resource type below the same parents. */
export interface CrudOperations {
  readonly create: ResourceAction;
  readonly read: ResourceAction | undefined;
  readonly list: ResourceAction | undefined;
  readonly changes: readonly ResourceAction[];
  readonly remove: ResourceAction | undefined;
}

/** Finds the CRUD operations of each create operation whose items have ids. */
export function findCrudOperations(
  { action }: Pick<Resources, 'action'>,
  requests: Pick<RequestGenerator, 'document'>,
): readonly CrudOperations[] {
  return findOperations(listActions(action, requests), ({ kind, resource }) => {
    return kind === 'create' && resource.id !== undefined && !resource.isSingleton;
  });
}

/** The same of items that only a PUT to their path creates. */
export function findPutOperations(
  { action }: Pick<Resources, 'action'>,
  requests: Pick<RequestGenerator, 'document'>,
): readonly CrudOperations[] {
  const actions = listActions(action, requests);
  const created = new Set(actions.flatMap(({ kind, resource }) => (kind === 'create' ? resource : [])));
  return findOperations(actions, (one) => canCreateByPut(one) && !created.has(one.resource));
}

function listActions(
  action: Resources['action'],
  { document }: Pick<RequestGenerator, 'document'>,
): readonly ResourceAction[] {
  return [...document.operations.keys()].flatMap((id) => action(id) ?? []);
}

function findOperations(
  actions: readonly ResourceAction[],
  isCreate: (action: ResourceAction) => boolean,
): readonly CrudOperations[] {
  return actions.filter(isCreate).map((create) => {
    // Of several paths, those nearest to the create path come first.
    const beside = (...deeds: readonly OperationKind[]) =>
      actions
        .filter((one) => one.resource === create.resource && deeds.includes(one.kind) && hasAllParents(one, create))
        .toSorted((one, other) => other.parents.length - one.parents.length);
    const ofItem = (...deeds: readonly OperationKind[]) =>
      beside(...deeds).filter(
        ({ parameter, part, idProperty }) => parameter !== undefined && part.length === 0 && !idProperty,
      );
    return {
      create,
      read: ofItem('read')[0],
      list: beside('list', 'search')[0],
      changes: ofItem('change', 'replace'),
      remove: ofItem('delete')[0],
    };
  });
}

/** Whether a create request has the values of all parents in the path. */
export function hasAllParents({ parents }: ResourceAction, create: ResourceAction): boolean {
  return parents.every(({ key }) => create.parents.some((parent) => parent.key === key));
}

/**
 * Runs the scenario, and reports the results of its checks.
 *
 * @param known - parent values, by the parameter names of `create`
 * @param elsewhere - the same with another direct parent; undefined if there is none
 */
export async function testCrud(
  context: ScenarioContext,
  operations: CrudOperations,
  known: PathValues,
  elsewhere?: PathValues,
): Promise<void> {
  const { create, read, list, changes, remove } = operations;
  const base = createInput(context, create, known);
  if (!base) return;
  // Generated values stay the same in the scenario.
  const { path: parentValues } = base;
  const listBelow = async (values: PathValues | undefined) =>
    list && values ? readList(context, list, pathValuesFor(list, create, values, '')) : undefined;
  let before = await listBelow(parentValues);
  // Deleting an item must leave the others.
  const neighbour = before?.ids.length === 0 && remove && createInput(context, create, known, { key: 'neighbour' });
  if (neighbour) {
    await sendWithExistingIds(context, create, neighbour, 'create another item');
    before = await listBelow(parentValues);
  }
  const otherParents = list && elsewhere && isElsewhere(list, create, parentValues, elsewhere) ? elsewhere : undefined;
  const otherBefore = await listBelow(otherParents);
  const [input, created] = await sendWithExistingIds(context, create, base, 'create');
  if (!created || created.response.status >= 300) return;
  const id = findCreatedId(create, created, input.body);
  if (id === undefined) return;
  const valuesFor = (action: ResourceAction): PathValues => pathValuesFor(action, create, parentValues, id);
  const readItem = async (what: string): Promise<TestExchange | undefined> => {
    const readInput = read && createInput(context, read, valuesFor(read), { width: 'least', examples: true });
    const exchange = read && readInput && (await context.send(read, readInput, what));
    return exchange && isConclusive(exchange) ? exchange : undefined;
  };
  const listed = async () => (list ? readList(context, list, valuesFor(list)) : undefined);
  const sent = getSentItem(create, input);

  const first = await readItem('read after create');
  if (first && read)
    context.report(
      'read-after-create',
      { ...created, steps: stepsOf(created, first) },
      readAfterCreate.evaluate({
        status: first.response.status,
        sent: selectReturnable(sent, read, first),
        confirmed: getResponseItem(create, created),
        returned: getResponseItem(read, first),
        isTaken: before?.ids.includes(String(id)) ?? false,
      }),
    );
  // Some servers return an existing item.
  if (context.existedBefore(create, parentValues, id) || (first && first.response.status >= 300)) return;
  const found = await listed();
  if (found && list)
    context.report(
      'list-contains-created',
      { ...found.exchange, steps: [...stepsOf(created), ...found.steps] },
      listContainsCreated.evaluate({
        isListed: found.isWhole && !found.mayBeFiltered ? found.ids.includes(String(id)) : undefined,
        pages: found.pages,
        isElsewhere: occursMoreOften(otherBefore, await listBelow(otherParents), String(id)),
      }),
    );

  let last = first && read && getResponseItem(read, first);
  const sayings = changes.flatMap((change) => {
    const whole = createInput(context, change, valuesFor(change), { key: 'changed' });
    const partial = whole && reduceToOneProperty(whole, change, context.requests);
    return [
      ...(whole ? [{ change, wanted: whole, what: 'update' }] : []),
      ...(partial ? [{ change, wanted: partial, what: 'partial update' }] : []),
    ];
  });
  for (const { change, wanted, what } of sayings) {
    const [other, changed] = await sendWithExistingIds(context, change, wanted, what);
    if (!changed || changed.response.status >= 300) continue;
    const now = await readItem('read after update');
    if (!now || !read) continue;
    const sentProperties = selectReturnable(getSentItem(change, other), read, now);
    const shown = getResponseItem(read, now);
    const lostProperties =
      change.operation.method === 'PATCH' ? findLostProperties(sent, getSentItem(change, other), last, shown) : [];
    last = shown;
    context.report(
      'read-after-update',
      { ...changed, steps: stepsOf(created, changed, now) },
      readAfterUpdate.evaluate({ status: now.response.status, sent: sentProperties, returned: shown, lostProperties }),
    );
    if (change.operation.method !== 'PUT') continue;
    const again = await context.send(change, other, 'repeat PUT');
    const then = await readItem('read after repeated PUT');
    if (again && then)
      context.report(
        'put-idempotent',
        { ...again, steps: stepsOf(changed, now, again, then) },
        putIdempotent.evaluate({
          status: again.response.status,
          first: shown,
          second: getResponseItem(read, then),
          sent: sentProperties,
        }),
      );
  }

  const all = remove && (await listed());
  const deleteInput = remove && createInput(context, remove, valuesFor(remove), { width: 'least', examples: true });
  const removed = remove && deleteInput && (await context.send(remove, deleteInput, 'delete'));
  if (!removed || removed.response.status >= 300) return;
  const after = await readItem('read after delete');
  const rest = await listed();
  const isListed = rest?.ids.includes(String(id));
  const others =
    all?.isWhole && rest?.isWhole ? all.ids.filter((one) => one !== String(id) && !rest.ids.includes(one)) : [];
  const steps = [
    ...(others.length > 0 ? (all?.steps ?? []) : []),
    ...stepsOf(removed, after),
    ...(isListed || others.length > 0 ? (rest?.steps ?? []) : []),
  ];
  if (after || rest)
    context.report(
      'not-found-after-delete',
      { ...removed, steps },
      notFoundAfterDelete.evaluate({ status: after?.response.status, isListed, others }),
    );
}

/** Whether other parents have another list: the path of the list may not contain all parents. */
function isElsewhere(
  list: ResourceAction,
  create: ResourceAction,
  parentValues: PathValues,
  elsewhere: PathValues,
): boolean {
  const [own, other] = [parentValues, elsewhere].map((values) => pathValuesFor(list, create, values, ''));
  return list.parents.some(({ parameter }) => own?.[parameter] !== other?.[parameter]);
}

/** Whether a list contains an id more often than before. */
function occursMoreOften(before: ReadList | undefined, after: ReadList | undefined, id: string): boolean {
  const count = ({ ids }: ReadList) => ids.filter((one) => one === id).length;
  return before !== undefined && after !== undefined && count(after) > count(before);
}

/** Sent properties that an update did not name, and that are missing afterwards. */
function findLostProperties(created: unknown, changed: unknown, before: unknown, after: unknown): readonly string[] {
  if (![created, changed, before, after].every(isRecord)) return [];
  const [sentProperties, named, was, is] = [created, changed, before, after] as Record<string, unknown>[];
  const exists = (value: unknown) => value !== undefined && value !== null;
  return Object.keys(sentProperties ?? {}).filter(
    (name) => !(name in (named ?? {})) && exists(was?.[name]) && !exists(is?.[name]),
  );
}

/** The path values of a created item for another operation. @param parentValues - those of the create request */
export function pathValuesFor(
  action: ResourceAction,
  create: ResourceAction,
  parentValues: PathValues,
  id: string | JsonNumber,
): PathValues {
  const parents = action.parents.flatMap(({ key, parameter }) => {
    const own = create.parents.find((parent) => parent.key === key);
    return own && parentValues[own.parameter] !== undefined ? [[parameter, parentValues[own.parameter]] as const] : [];
  });
  return { ...Object.fromEntries(parents), ...(action.parameter !== undefined && { [action.parameter]: id }) };
}

/** The item in a request body, without its id and parents. */
export function getSentItem({ requestPath, resource, parents }: ResourceAction, { body }: RequestInput): unknown {
  const item = requestPath === undefined ? undefined : getAtPath(body, requestPath);
  if (!isRecord(item)) return undefined;
  const paths = [resource.id?.path, ...parents.map(({ path }) => path)];
  return paths.reduce<unknown>((rest, path) => (path ? deleteAtPath(rest, path) : rest), item);
}

/** Whether a response shows if an item exists, unlike 403 or a server error. */
export function isConclusive({ response: { status } }: TestExchange): boolean {
  return status < 300 || status === 404 || status === 410;
}
