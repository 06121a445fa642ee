// Provides created items for mutating operations, and removes them at the end.

import type { ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { JsonNumber } from '../../schema/json/exact-number.ts';
import type { KnownValues, PathValues } from '../cases/known-values.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import { createBodyReferences, referencesIn } from '../requests/references.ts';
import type { RequestGenerator } from '../requests/request-generator.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import { createInput, findCreatedId } from '../scenarios/scenario-context.ts';
import type { TestSession } from '../session.ts';
import type { Leftover } from '../verdict.ts';
import type { CreatedItems, RequestResult } from './created-items.ts';
import type { AddressedItem } from './creation-log.ts';
import { createItemCreator } from './item-creator.ts';
import { createReadBeforeWrite } from './read-before-write.ts';
import { createRemoval } from './remove-created.ts';

export interface ItemProvider {
  /**
   * Path values of an operation, with a created item for changes and deletions; undefined if none can be created.
   *
   * @param known - known values of the others
   */
  valuesFor(operation: Operation, known: PathValues): Promise<PathValues | undefined>;
  /** Creates another item for the path of an operation; returns the path values. Undefined if none can be created. */
  createNewItem(operation: Operation): Promise<PathValues | undefined>;
  /**
   * Creates the missing items of an operation: that of its path, and its parents. Returns the path values; undefined if
   * none could be created, and its body has no references.
   *
   * @param sandbox - the sandbox
   */
  createMissing(operation: Operation, known: PathValues, sandbox: SandboxHeaders): Promise<PathValues | undefined>;
  /**
   * Replaces the ids in the body of a rejected request: from lists, else of created items. Undefined if the body has no
   * references, or no other ids are known.
   *
   * @param sandbox - the sandbox of created items. Default: the shared sandbox; if sandboxes are isolated, none is created
   */
  withExistingIds(
    operation: Operation,
    input: RequestInput,
    sandbox?: SandboxHeaders,
  ): Promise<RequestInput | undefined>;
  /**
   * Whether the list of a collection contained an item before the run created any there.
   *
   * @param path - path values of the create operation
   */
  existedBefore(operation: Operation, path: PathValues, id: string | JsonNumber): boolean;
  /** Why the last item could not be created, a clause; undefined if no create request was rejected. */
  findCreateFailure(): string | undefined;
  /** Deletes all created items, the newest first. Never throws. */
  removeAll(): Promise<void>;
  /** Items that could not be deleted so far. */
  leftovers(): readonly Leftover[];
}

interface ItemProviderSettings {
  readonly resources: Pick<Resources, 'all' | 'action'>;
  readonly requests: RequestGenerator;
  readonly session: TestSession;
  readonly created: CreatedItems;
  readonly findAddressedItems: (operation: Operation) => readonly AddressedItem[];
  /** Whether each test case has its own sandbox. */
  readonly areIsolated: boolean;
  readonly knownValues: Pick<KnownValues, 'listIds' | 'givenValues'>;
}

export function createItemProvider(settings: ItemProviderSettings): ItemProvider {
  const { resources, requests, session, created, findAddressedItems, areIsolated, knownValues } = settings;
  const actions = [...requests.document.operations.keys()].flatMap((id) => resources.action(id) ?? []);
  const removal = createRemoval(actions, requests, session, created);
  if (!areIsolated)
    session.onSend = createReadBeforeWrite(actions, requests, session, knownValues, created, findAddressedItems);
  session.onCreated = removal.add;
  const idOf = (createAction: ResourceAction, exchange: RequestResult, input: RequestInput) => {
    const id = findCreatedId(createAction, exchange, input.body);
    return id === undefined || (!areIsolated && created.existed(createAction, input.path, id)) ? undefined : id;
  };
  const resolverOf = createBodyReferences(resources);
  const { createItem, createParents, withExistingIds, findFailure } = createItemCreator({
    actions,
    requests,
    session,
    knownValues,
    resolverOf,
    isCreated: (resource, id) => created.find(resource, id).length > 0,
    findCreatedId: idOf,
  });

  /** Creates an item for the path of an operation, below created parents if possible. */
  async function createOwn(operation: Operation, known: PathValues): Promise<PathValues | undefined> {
    const own = resources.action(operation.id);
    const given = knownValues.givenValues(operation);
    const { parameter } = own ?? {};
    if (own && parameter !== undefined && !own.resource.isSingleton) {
      const createdValues = await createItem(own, without(given, parameter), {});
      if (createdValues) return createdValues;
      const below = await createItem(own, without(known, parameter), {});
      if (below) return below;
    }
    const items = findAddressedItems(operation);
    const index = items.findLastIndex(({ action }) => action !== undefined && action !== own);
    const parentAction = items[index]?.action;
    const createdValues = parentAction && (await createItem(parentAction, {}, {}));
    if (!parentAction || !createdValues) return own && own.parents.length > 0 ? createParents(own, {}, {}) : undefined;
    // The other path may have other parameter names.
    const names = findAddressedItems(parentAction.operation).map((item) => item.parameter);
    return Object.fromEntries(
      items.slice(0, index + 1).map((item, at) => [item.parameter, createdValues[names[at] ?? '']]),
    );
  }

  return {
    async valuesFor(operation, known) {
      if (!session.permission.mayAddressAny(operation)) return createOwn(operation, known);
      if (session.permission.isUnsafe(operation)) return (await createOwn(operation, known)) ?? known;
      const own = resources.action(operation.id);
      if (areIsolated || own?.kind !== 'create' || own.parents.length === 0) return known;
      return { ...known, ...(await createParents(own, knownValues.givenValues(operation), {})) };
    },
    createNewItem: (operation) => createOwn(operation, {}),
    async createMissing(operation, known, sandbox) {
      const own = resources.action(operation.id);
      if (!own) return undefined;
      const { path: wanted = {}, body } = createInput({ requests }, own, known, { key: 'before' }) ?? {};
      if (own.parameter !== undefined && !own.resource.isSingleton)
        return createItem(own, without(known, own.parameter), wanted, sandbox);
      const values = await createParents(own, known, wanted, sandbox);
      return values === known && referencesIn(body, own, resolverOf(own)).length === 0 ? undefined : values;
    },
    withExistingIds: (operation, input, sandbox) =>
      withExistingIds(operation, input, sandbox !== undefined || !areIsolated, sandbox),
    existedBefore(operation, path, id) {
      const createAction = resources.action(operation.id);
      return !areIsolated && createAction !== undefined && created.existed(createAction, path, id);
    },
    findCreateFailure: findFailure,
    removeAll: removal.removeAll,
    leftovers: removal.leftovers,
  };
}

function without(values: PathValues, name: string): PathValues {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}
