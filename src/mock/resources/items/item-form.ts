// Items in the format of fixture files and of the control API.

import type {
  AnyDraft,
  RecordForm,
  RecordProblem,
  RecordWorld,
  Touched,
} from '../../../server/pipeline/api/record-form.ts';
import { ApiError } from '../../../server/pipeline/errors/failure.ts';
import type { Fixture } from '../../../store/fixture.ts';
import { withValue } from '../place.ts';
import { requireUnique, shownId, taken } from '../refusals.ts';
import type { KeptItem, Resource } from '../resource.ts';
import { type Inferred, scopeOf } from '../resource-call.ts';
import { findingsIn, itemsIn, nameless, readItem, type WrittenItem, writtenItem } from '../seed/fixture.ts';
import { makeItems } from '../seed/made-like.ts';
import { isKept, tenantIn, unkeptParents } from '../tenant.ts';
import { COUNTERS, nextNumber } from './counters.ts';
import { itemFields, itemReferences } from './item-links.ts';
import { draftOf, type Items } from './items.ts';
import { BY_ID, keyOf, parentsOf, type Scope, scopeIn } from './key.ts';
import { newIdFor } from './new-id.ts';
import { begin } from './read-items.ts';
import { remove } from './removal.ts';

/** @param plain - the format of collections without a resource: those of handlers */
export function itemForm(
  inferred: Inferred,
  fixture: Pick<Fixture, 'records'>,
  plain: (names: readonly string[]) => RecordForm,
): RecordForm {
  const { all } = inferred.resources;
  const others = plain(Object.keys(fixture.records).filter((name) => !all.has(name) && name !== COUNTERS));
  const form = (collection: string): RecordForm => {
    const resource = all.get(collection);
    return resource ? formOf(inferred, resource) : others;
  };
  return {
    collections: [...all.keys(), ...others.collections],
    asRecords: (collection, entries) => form(collection).asRecords(collection, entries),
    written: (collection, record) => form(collection).written(collection, record),
    remembers: (collection) => form(collection).remembers(collection),
    fields: (collection) => form(collection).fields(collection),
    references: (state, touched, written) => form(touched.collection).references(state, touched, written),
    idsOf: (collection, written) => form(collection).idsOf(collection, written),
    idOf: (collection, written) => form(collection).idOf(collection, written),
    add: (draft, collection, written, sandbox) => form(collection).add(draft, collection, written, sandbox),
    replace: (draft, collection, previous, written) => form(collection).replace(draft, collection, previous, written),
    remove: (draft, collection, records) => form(collection).remove(draft, collection, records),
    make: (order) => form(order.collection).make(order),
    problems: (draft, touched) => [
      ...touched.flatMap((one) => {
        const resource = all.get(one.collection);
        return resource ? findProblems(inferred, draft, resource, one) : [];
      }),
      ...others.problems(
        draft,
        touched.filter(({ collection }) => !all.has(collection)),
      ),
    ],
  };
}

function formOf(inferred: Inferred, resource: Resource): RecordForm {
  return {
    collections: [resource.name],
    asRecords: (_, entries) => (Array.isArray(entries) ? itemsIn(resource, entries, inferred.document) : entries),
    written: (_, record) => ((record as KeptItem).gone ? undefined : writtenItem(resource, record as KeptItem)),
    remembers: () => resource.open,
    fields: () => itemFields(inferred, resource),
    references: (state, { id }, written) => itemReferences(inferred, resource, { state, id, written }),
    idsOf(_, written) {
      try {
        const { scope: parentIds, own } = readItem(resource, written);
        return own === undefined ? [] : [keyOf(parentIds, String(own))];
      } catch {
        return [];
      }
    },
    idOf(_, written) {
      const { scope: parentIds, own } = parseItem(resource, written);
      if (own === undefined && !resource.single) throw new ApiError('invalid_argument', `it${nameless(resource)}`);
      return keyOf(parentIds, String(own ?? ''));
    },
    add: (draft, _, written, sandbox) =>
      addItem(inferred, resource, draft as Items, parseItem(resource, written), sandbox),
    replace(draft, _, previous, written) {
      const { scope: parentIds, own, item } = parseItem(resource, written);
      const id = keyOf(parentIds, String(own ?? ''));
      if (id !== previous.id)
        throw new ApiError('invalid_argument', `the id of item "${previous.id}" cannot change to "${id}"`);
      const stored = { ...(previous as KeptItem), item };
      requireUnique({ resource }, draftOf(draft as Items, resource), stored);
      draftOf(draft as Items, resource).replace(stored);
      return stored;
    },
    remove: (draft, _, records) => remove({ resource, inferred }, draft as Items, records as readonly KeptItem[]),
    async make(order) {
      const created = await makeItems(inferred.sown(order.seed), resource, order);
      const ids = created.flatMap(({ scope: parentIds, own }) =>
        own === undefined ? [] : [keyOf(parentIds, String(own))],
      );
      return {
        ids,
        add: (draft) => created.map((one) => addItem(inferred, resource, draft as Items, one, order)),
      };
    },
    problems: (draft, touched) => touched.flatMap((one) => findProblems(inferred, draft, resource, one)),
  };
}

/** @throws ApiError `invalid_argument` for an invalid item */
function parseItem(resource: Resource, written: unknown): WrittenItem {
  try {
    return readItem(resource, written);
  } catch (error) {
    throw new ApiError('invalid_argument', `it${(error as Error).message}`);
  }
}

/** @throws ApiError `already_exists` if the id or a unique value is taken */
function addItem(
  inferred: Inferred,
  resource: Resource,
  items: Items,
  read: WrittenItem,
  sandbox: RecordWorld,
): KeptItem {
  const stored = numbered(inferred, resource, items, read, sandbox);
  const draft = draftOf(items, resource);
  const existing = draft.get(stored.id);
  if (existing && !existing.gone) throw taken({ resource }, 'id', read.own);
  requireUnique({ resource }, draft, stored);
  if (existing) draft.replace(stored);
  else draft.add(stored);
  return stored;
}

/**
 * A new item with a number and an id: its own or a generated one. @throws ApiError `resource_exhausted` without a free
 * id
 */
function numbered(
  inferred: Inferred,
  resource: Resource,
  items: Items,
  { scope: parentIds, own, item }: WrittenItem,
  { newId, seed }: RecordWorld,
): KeptItem {
  const scope = tenantIn(resource, parentIds);
  begin({ inferred }, items, resource, scope);
  const number = nextNumber(items, resource, inferred.firstRecords().areInStore(resource, scope) ? undefined : scope);
  const stored = (id: string | number | undefined, whole: unknown): KeptItem => ({
    id: keyOf(parentIds, String(id ?? '')),
    number,
    ...parentsOf(resource.parents, parentIds),
    item: whole,
  });
  if (resource.single || own !== undefined) return stored(own, item);
  const { sample } = inferred.sown(seed);
  const existing = draftOf(items, resource);
  const isTaken = (id: string) => existing.get(keyOf(parentIds, id)) !== undefined;
  const id = newIdFor({ resource, number, newId, sample, document: inferred.document, isTaken });
  if (id === undefined) throw new ApiError('resource_exhausted', `no free id left for ${resource.name}`);
  return stored(id, resource.id?.place ? withValue(item, resource.id.place, id) : item);
}

/** Findings of an item: violations of its schema, and a missing parent. */
function findProblems(
  inferred: Inferred,
  draft: AnyDraft,
  resource: Resource,
  { collection, id }: Touched,
): readonly RecordProblem[] {
  const stored = draftOf(draft as Items, resource).get(id);
  if (!stored || stored.gone) return [];
  const within = writtenItem(resource, stored) === stored.item ? '' : '/item';
  const findings = findingsIn(resource, stored.item, inferred.document).map(({ pointer, message }) => ({
    collection,
    id,
    pointer: within + pointer,
    message,
  }));
  const missing = missingParent(inferred, draft as Items, resource, scopeIn(id));
  return missing === undefined ? findings : [{ collection, id, pointer: '', message: missing }, ...findings];
}

/** A message about a missing parent; undefined if all parents exist. */
function missingParent(inferred: Inferred, items: Items, resource: Resource, parentIds: Scope): string | undefined {
  const named = resource.parents.map((parent, index) => [parent, parentIds[index] ?? ''] as const);
  for (const [index, [parent, value]] of named.entries()) {
    const { resource: above } = parent;
    // Seed data that has not been written yet is not in the store.
    if (!above || !isKept(parent) || above === resource || unkeptParents(above).length > 0) continue;
    if (!inferred.firstRecords().areInStore(above)) continue;
    const around = scopeOf(above, named.slice(0, index));
    const existing = draftOf(items, above);
    const isThere = around ? existing.get(keyOf(around, value)) !== undefined : existing.group(BY_ID, value).size > 0;
    if (!isThere) return `belongs to ${above.name}/${shownId(value)}, which does not exist`;
  }
  return undefined;
}
