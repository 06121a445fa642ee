// CRUD scenario: create, read, list, update, delete an item.

import { deleteAtPath, getAtPath } from '../../mock/resources/property-path.ts';
import type { OperationKind, ResourceAction, Resources } from '../../mock/resources/resource.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Values } from '../cases/known-values.ts';
import type { Exchange } from '../cases/trial.ts';
import { listContainsCreated } from '../checks/list-contains-created.ts';
import { notFoundAfterDelete } from '../checks/not-found-after-delete.ts';
import { putIdempotent } from '../checks/put-idempotent.ts';
import { readAfterCreate } from '../checks/read-after-create.ts';
import { readAfterUpdate } from '../checks/read-after-update.ts';
import type { Said } from '../requests/call.ts';
import type { Requests } from '../requests/requests.ts';
import { idsOfList, type ReadList } from './list.ts';
import { ofOneProperty } from './one-property.ts';
import { askNaming, idOfMade, itemIn, type Story, saidFor, showable } from './story.ts';

/** The operations on one resource type below the same parents. */
export interface Life {
  readonly create: ResourceAction;
  readonly read: ResourceAction | undefined;
  readonly list: ResourceAction | undefined;
  readonly changes: readonly ResourceAction[];
  readonly remove: ResourceAction | undefined;
}

/** Finds the CRUD operations of each create operation whose items have ids. */
export function livesIn({ action: role }: Pick<Resources, 'action'>, requests: Requests): readonly Life[] {
  const roles = [...requests.document.operations.keys()].flatMap((id) => role(id) ?? []);
  return roles
    .filter(({ kind: deed, resource }) => deed === 'create' && resource.id && !resource.isSingleton)
    .map((create) => {
      // Of several paths, those nearest to the create path come first.
      const beside = (...deeds: readonly OperationKind[]) =>
        roles
          .filter((one) => one.resource === create.resource && deeds.includes(one.kind) && fits(one, create))
          .toSorted((one, other) => other.parents.length - one.parents.length);
      const ofItem = (...deeds: readonly OperationKind[]) =>
        beside(...deeds).filter(
          ({ parameter, part, idProperty: named }) => parameter !== undefined && part.length === 0 && !named,
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
export function fits({ parents }: ResourceAction, create: ResourceAction): boolean {
  return parents.every(({ key }) => create.parents.some((parent) => parent.key === key));
}

/**
 * Runs the scenario, and reports the results of its checks.
 *
 * @param known - parent values, by the parameter names of `create`
 * @param elsewhere - the same with another direct parent; undefined if there is none
 */
export async function liveThrough(story: Story, life: Life, known: Values, elsewhere?: Values): Promise<void> {
  const { create, read, list, changes, remove } = life;
  const plain = saidFor(story, create, known);
  if (!plain) return;
  // Generated values stay the same in the scenario.
  const { path: above } = plain;
  const listBelow = async (values: Values | undefined) =>
    list && values ? idsOfList(story, list, pathFor(list, create, values, '')) : undefined;
  const before = await listBelow(above);
  const beyond = list && elsewhere && isElsewhere(list, create, above, elsewhere) ? elsewhere : undefined;
  const otherBefore = await listBelow(beyond);
  const [said, made] = await askNaming(story, create, plain, 'create');
  if (typeof made === 'string' || made.answer.status >= 300) return;
  const id = idOfMade(create, made, said.body);
  if (id === undefined) return;
  const valuesFor = (role: ResourceAction): Values => pathFor(role, create, above, id);
  const look = async (what: string): Promise<Exchange | undefined> => {
    const asked = read && saidFor(story, read, valuesFor(read), { width: 'least', examples: true });
    const exchange = read && asked && (await story.ask(read, asked, what));
    return typeof exchange === 'object' && isTold(exchange) ? exchange : undefined;
  };
  const listed = async () => (list ? idsOfList(story, list, valuesFor(list)) : undefined);
  const sent = sentBy(create, said);

  const first = await look('read after create');
  if (first && read)
    story.tell(
      'read-after-create',
      made,
      readAfterCreate.tell({
        status: first.answer.status,
        sent: showable(sent, read, first),
        told: itemIn(create, made),
        shown: itemIn(read, first),
        isTaken: before?.ids.includes(String(id)) ?? false,
      }),
    );
  // Some servers return an existing item.
  if (story.isTheirs(create, above, id) || (first && first.answer.status >= 300)) return;
  const found = await listed();
  if (found && list)
    story.tell(
      'list-contains-created',
      found.exchange,
      listContainsCreated.tell({
        isListed: found.isWhole && !found.isNarrow ? found.ids.includes(String(id)) : undefined,
        pages: found.pages,
        isElsewhere: hasMore(otherBefore, await listBelow(beyond), String(id)),
      }),
    );

  let last = first && read && itemIn(read, first);
  const sayings = changes.flatMap((change) => {
    const whole = saidFor(story, change, valuesFor(change), { key: 'changed' });
    const little = whole && ofOneProperty(whole, change, story.requests);
    return [
      ...(whole ? [{ change, wanted: whole, what: 'update' }] : []),
      ...(little ? [{ change, wanted: little, what: 'partial update' }] : []),
    ];
  });
  for (const { change, wanted, what } of sayings) {
    const [other, changed] = await askNaming(story, change, wanted, what);
    if (typeof changed !== 'object' || changed.answer.status >= 300) continue;
    const now = await look('read after update');
    if (!now || !read) continue;
    const told = showable(sentBy(change, other), read, now);
    const shown = itemIn(read, now);
    const forgotten = change.operation.method === 'PATCH' ? forgottenOf(sent, sentBy(change, other), last, shown) : [];
    last = shown;
    story.tell(
      'read-after-update',
      changed,
      readAfterUpdate.tell({ status: now.answer.status, sent: told, shown, forgotten }),
    );
    if (change.operation.method !== 'PUT') continue;
    const again = await story.ask(change, other, 'repeat PUT');
    const then = await look('read after repeated PUT');
    if (typeof again === 'object' && then)
      story.tell(
        'put-idempotent',
        again,
        putIdempotent.tell({ status: again.answer.status, first: shown, second: itemIn(read, then), sent: told }),
      );
  }

  const all = remove && (await listed());
  const leaving = remove && saidFor(story, remove, valuesFor(remove), { width: 'least', examples: true });
  const removed = remove && leaving && (await story.ask(remove, leaving, 'delete'));
  if (typeof removed !== 'object' || removed.answer.status >= 300) return;
  const after = await look('read after delete');
  const rest = await listed();
  const isListed = rest?.ids.includes(String(id));
  const others =
    all?.isWhole && rest?.isWhole ? all.ids.filter((one) => one !== String(id) && !rest.ids.includes(one)) : [];
  if (after || rest)
    story.tell(
      'not-found-after-delete',
      removed,
      notFoundAfterDelete.tell({ status: after?.answer.status, isListed, others }),
    );
}

/** Whether other parents have another list: the path of the list may not contain all parents. */
function isElsewhere(list: ResourceAction, create: ResourceAction, above: Values, elsewhere: Values): boolean {
  const [own, other] = [above, elsewhere].map((values) => pathFor(list, create, values, ''));
  return list.parents.some(({ parameter }) => own?.[parameter] !== other?.[parameter]);
}

/** Whether a list contains an id more often than before. */
function hasMore(before: ReadList | undefined, after: ReadList | undefined, id: string): boolean {
  const count = ({ ids }: ReadList) => ids.filter((one) => one === id).length;
  return before !== undefined && after !== undefined && count(after) > count(before);
}

/** Sent properties that an update did not name, and that are missing afterwards. */
function forgottenOf(made: unknown, changed: unknown, before: unknown, after: unknown): readonly string[] {
  if (![made, changed, before, after].every(isRecord)) return [];
  const [told, named, was, is] = [made, changed, before, after] as Record<string, unknown>[];
  const isThere = (value: unknown) => value !== undefined && value !== null;
  return Object.keys(told ?? {}).filter(
    (name) => !(name in (named ?? {})) && isThere(was?.[name]) && !isThere(is?.[name]),
  );
}

/** The path values of a created item for another operation. @param above - those of the create request */
export function pathFor(role: ResourceAction, create: ResourceAction, above: Values, id: string | number): Values {
  const parents = role.parents.flatMap(({ key, parameter }) => {
    const own = create.parents.find((parent) => parent.key === key);
    return own && above[own.parameter] !== undefined ? [[parameter, above[own.parameter]] as const] : [];
  });
  return { ...Object.fromEntries(parents), ...(role.parameter !== undefined && { [role.parameter]: id }) };
}

/** The item in a request body, without its id and parents. */
function sentBy({ requestPath: asked, resource, parents }: ResourceAction, { body }: Said): unknown {
  const item = asked === undefined ? undefined : getAtPath(body, asked);
  if (!isRecord(item)) return undefined;
  const places = [resource.id?.path, ...parents.map(({ path: place }) => place)];
  return places.reduce<unknown>((rest, place) => (place ? deleteAtPath(rest, place) : rest), item);
}

/** Whether a response shows if an item exists, unlike 403 or a server error. */
function isTold({ answer: { status } }: Exchange): boolean {
  return status < 300 || status === 404 || status === 410;
}
