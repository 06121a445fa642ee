// Items in the format of fixture files and of the control API.

import type { JsonNumber } from '../../../schema/json/exact-number.ts';
import type {
  AnyDraft,
  RecordContext,
  RecordForm,
  RecordKey,
  RecordProblem,
} from '../../../server/pipeline/api/record-form.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import type { Fixture } from '../../../store/fixture.ts';
import { FILES } from '../files/stored-files.ts';
import { createExistsError, formatId, requireUnique } from '../item-errors.ts';
import { getItemScope, isStoredParent, listScopeParents, resolveParentIds } from '../path-scope.ts';
import { setAtPath } from '../property-path.ts';
import type { Resource, StoredItem } from '../resource.ts';
import type { InferredModel } from '../resource-call.ts';
import {
  checkItem,
  type FixtureItem,
  getMissingIdMessage,
  parseFixtureItem,
  parseFixtureItems,
  toFixtureItem,
} from '../seed/fixture-items.ts';
import { generateFromTemplate } from '../seed/generate-from-template.ts';
import { COUNTERS, nextNumber } from './counters.ts';
import { generateId } from './generate-id.ts';
import { BY_ID, buildItemKey, getParentIds, nameParentIds, type ParentIds } from './item-key.ts';
import { findItemReferences, listItemFields } from './item-references.ts';
import { getItemDraft, type ItemsDraft } from './items-draft.ts';
import { writeSeedData } from './read-items.ts';
import { removeItems } from './remove-items.ts';

/** @param plain - the format of collections without a resource: those of handlers */
export function createItemForm(
  inferred: InferredModel,
  fixture: Pick<Fixture, 'records'>,
  plain: (names: readonly string[]) => RecordForm,
): RecordForm {
  const { all } = inferred.resources;
  const others = plain(
    Object.keys(fixture.records).filter((name) => !all.has(name) && name !== COUNTERS && name !== FILES),
  );
  const form = (collection: string): RecordForm => {
    const resource = all.get(collection);
    return resource ? formOf(inferred, resource) : others;
  };
  return {
    collections: [...all.keys(), ...others.collections],
    toRecords: (collection, entries) => form(collection).toRecords(collection, entries),
    toFileForm: (collection, record) => form(collection).toFileForm(collection, record),
    isSingleton: (collection) => form(collection).isSingleton(collection),
    hasTombstones: (collection) => form(collection).hasTombstones(collection),
    fields: (collection) => form(collection).fields(collection),
    references: (state, touched, written) => form(touched.collection).references(state, touched, written),
    idsOf: (collection, written) => form(collection).idsOf(collection, written),
    idOf: (collection, written) => form(collection).idOf(collection, written),
    add: (draft, collection, written, sandbox) => form(collection).add(draft, collection, written, sandbox),
    replace: (draft, collection, previous, written) => form(collection).replace(draft, collection, previous, written),
    remove: (draft, collection, records) => form(collection).remove(draft, collection, records),
    generate: (order) => form(order.collection).generate(order),
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

function formOf(inferred: InferredModel, resource: Resource): RecordForm {
  return {
    collections: [resource.name],
    toRecords: (_, entries) =>
      Array.isArray(entries) ? parseFixtureItems(resource, entries, inferred.document) : entries,
    toFileForm: (_, record) =>
      (record as StoredItem).gone ? undefined : toFixtureItem(resource, record as StoredItem),
    isSingleton: () => resource.isSingleton,
    hasTombstones: () => resource.isVirtual,
    fields: () => listItemFields(inferred, resource),
    references: (state, { id }, written) => findItemReferences(inferred, resource, { state, id, written }),
    idsOf(_, written) {
      try {
        const { parentIds, id: own } = parseFixtureItem(resource, written);
        return own === undefined ? [] : [buildItemKey(parentIds, String(own))];
      } catch {
        return [];
      }
    },
    idOf(_, written) {
      const { parentIds, id: own } = parseItem(resource, written);
      if (own === undefined && !resource.isSingleton)
        throw new ApiError('invalid_argument', `it${getMissingIdMessage(resource)}`);
      return buildItemKey(parentIds, String(own ?? ''));
    },
    add: (draft, _, written, sandbox) =>
      addItem(inferred, resource, draft as ItemsDraft, parseItem(resource, written), sandbox),
    replace(draft, _, previous, written) {
      const { parentIds, id: own, item } = parseItem(resource, written);
      const id = buildItemKey(parentIds, String(own ?? ''));
      if (id !== previous.id)
        throw new ApiError('invalid_argument', `the id of item "${previous.id}" cannot change to "${id}"`);
      const stored = { ...(previous as StoredItem), item };
      requireUnique({ resource }, getItemDraft(draft as ItemsDraft, resource), stored);
      getItemDraft(draft as ItemsDraft, resource).replace(stored);
      return stored;
    },
    remove: (draft, _, records) =>
      removeItems({ resource, inferred }, draft as ItemsDraft, records as readonly StoredItem[]),
    async generate(order) {
      const created = await generateFromTemplate(inferred.withSeed(order.seed), resource, order);
      const ids = created.flatMap(({ parentIds, id: own }) =>
        own === undefined ? [] : [buildItemKey(parentIds, String(own))],
      );
      return {
        ids,
        add: (draft) => created.map((one) => addItem(inferred, resource, draft as ItemsDraft, one, order)),
      };
    },
    problems: (draft, touched) => touched.flatMap((one) => findProblems(inferred, draft, resource, one)),
  };
}

/** @throws ApiError `invalid_argument` for an invalid item */
function parseItem(resource: Resource, written: unknown): FixtureItem {
  try {
    return parseFixtureItem(resource, written);
  } catch (error) {
    throw new ApiError('invalid_argument', `it${(error as Error).message}`);
  }
}

/** @throws ApiError `already_exists` if the id or a unique value is taken */
function addItem(
  inferred: InferredModel,
  resource: Resource,
  items: ItemsDraft,
  read: FixtureItem,
  sandbox: RecordContext,
): StoredItem {
  const stored = numbered(inferred, resource, items, read, sandbox);
  const draft = getItemDraft(items, resource);
  const existing = draft.get(stored.id);
  if (existing && !existing.gone) throw createExistsError({ resource }, 'id', read.id);
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
  inferred: InferredModel,
  resource: Resource,
  items: ItemsDraft,
  { parentIds, id: own, item }: FixtureItem,
  { newId, seed }: RecordContext,
): StoredItem {
  const scope = getItemScope(resource, parentIds);
  writeSeedData({ inferred }, items, resource, scope);
  const number = nextNumber(items, resource, inferred.seedData().areInStore(resource, scope) ? undefined : scope);
  const stored = (id: string | JsonNumber | undefined, whole: unknown): StoredItem => ({
    id: buildItemKey(parentIds, String(id ?? '')),
    number,
    ...nameParentIds(resource.parents, parentIds),
    item: whole,
  });
  if (resource.isSingleton || own !== undefined) return stored(own, item);
  const { sample } = inferred.withSeed(seed);
  const existing = getItemDraft(items, resource);
  const isTaken = (id: string) => existing.get(buildItemKey(parentIds, id)) !== undefined;
  const { document } = inferred;
  const like = inferred.seedData().exemplaryId(resource);
  const id = generateId({ resource, number, newId, sample, document, like, isTaken });
  if (id === undefined) throw new ApiError('resource_exhausted', `no free id left for ${resource.name}`);
  return stored(id, resource.id?.path ? setAtPath(item, resource.id.path, id) : item);
}

/** Findings of an item: violations of its schema, and a missing parent. */
function findProblems(
  inferred: InferredModel,
  draft: AnyDraft,
  resource: Resource,
  { collection, id }: RecordKey,
): readonly RecordProblem[] {
  const stored = getItemDraft(draft as ItemsDraft, resource).get(id);
  if (!stored || stored.gone) return [];
  const within = toFixtureItem(resource, stored) === stored.item ? '' : '/item';
  const findings = checkItem(resource, stored.item, inferred.document).map(({ pointer, message }) => ({
    collection,
    id,
    pointer: within + pointer,
    message,
  }));
  const missing = missingParent(inferred, draft as ItemsDraft, resource, getParentIds(id));
  return missing === undefined ? findings : [{ collection, id, pointer: '', message: missing }, ...findings];
}

/** A message about a missing parent; undefined if all parents exist. */
function missingParent(
  inferred: InferredModel,
  items: ItemsDraft,
  resource: Resource,
  parentIds: ParentIds,
): string | undefined {
  const named = resource.parents.map((parent, index) => [parent, parentIds[index] ?? ''] as const);
  for (const [index, [parent, value]] of named.entries()) {
    const { resource: above } = parent;
    // Seed data that has not been written yet is not in the store.
    if (!above || !isStoredParent(parent) || above === resource || listScopeParents(above).length > 0) continue;
    if (!inferred.seedData().areInStore(above)) continue;
    const around = resolveParentIds(above, named.slice(0, index));
    const existing = getItemDraft(items, above);
    const isThere = around
      ? existing.get(buildItemKey(around, value)) !== undefined
      : existing.group(BY_ID, value).size > 0;
    if (!isThere) return `belongs to ${above.name}/${formatId(value)}, which does not exist`;
  }
  return undefined;
}
