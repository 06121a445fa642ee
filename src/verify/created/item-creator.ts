// Creates the items that an operation needs, with their parents.

import type { ReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { Resource, ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { JsonNumber } from '../../schema/json/exact-number.ts';
import { type KnownValues, type PathValues, valuesByKey } from '../cases/known-values.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { referencesIn, replaceIds } from '../requests/references.ts';
import type { RequestGenerator } from '../requests/request-generator.ts';
import { sendUntilAccepted } from '../requests/revise-request.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import { createInput } from '../scenarios/scenario-context.ts';
import type { TestSession } from '../session.ts';

/** Maximum nesting of created items. */
const MAX_LEVELS = 4;

interface ItemCreatorSettings {
  readonly actions: readonly ResourceAction[];
  readonly requests: RequestGenerator;
  readonly session: Pick<TestSession, 'sendUnchecked'>;
  readonly knownValues: Pick<KnownValues, 'listIds'>;
  /** Resolves references in the bodies of an operation. */
  readonly resolverOf: (action: ResourceAction | undefined) => ReferenceResolver;
  /** Whether the run has created an item. It may be deleted by now. */
  isCreated(resource: Resource, id: unknown): boolean;
  /** The id of a created item; undefined if it is unknown, or the item existed before. */
  findCreatedId(
    createAction: ResourceAction,
    exchange: Pick<TestExchange, 'response' | 'decoded' | 'request'>,
    input: RequestInput,
  ): string | JsonNumber | undefined;
}

interface ItemCreator {
  /** Why the last item could not be created, a clause; undefined if no create request was rejected. */
  findFailure(): string | undefined;
  /**
   * Creates an item after its parents; returns the values of its path. Undefined if that is impossible.
   *
   * @param requested - requested path values
   */
  createItem(
    own: ResourceAction,
    known: PathValues,
    requested: PathValues,
    sandbox?: SandboxHeaders,
  ): Promise<PathValues | undefined>;
  /** Values of the parents of an item; unknown parents are created. */
  createParents(
    own: ResourceAction,
    known: PathValues,
    requested: PathValues,
    sandbox?: SandboxHeaders,
  ): Promise<PathValues>;
  /**
   * Replaces the ids in the body of a rejected request: from lists, else of created items. Undefined if the body has no
   * references, or no other ids are known.
   *
   * @param mayCreate - whether to create items if lists have none
   */
  withExistingIds(
    operation: Operation,
    input: RequestInput,
    mayCreate: boolean,
    sandbox?: SandboxHeaders,
  ): Promise<RequestInput | undefined>;
}

/** A created item. */
interface CreatedRef {
  readonly id: unknown;
  /** Other path values, by the parameter names of another path. */
  readonly path: PathValues;
}

export function createItemCreator({
  actions,
  requests,
  session,
  knownValues,
  resolverOf,
  isCreated,
  findCreatedId,
}: ItemCreatorSettings): ItemCreator {
  /** Number of create requests, by purpose. */
  const counts = new Map<string, number>();
  let failure: string | undefined;
  return {
    findFailure: () => failure,
    async createItem(own, known, requested, sandbox) {
      if (own.parameter === undefined) return undefined;
      failure = undefined;
      const item = await createItem(
        own.resource,
        own,
        known,
        { path: requested, id: requested[own.parameter] },
        sandbox,
        0,
      );
      return item && createParents(own, { ...known, ...item.path, [own.parameter]: item.id }, requested, sandbox);
    },
    createParents,
    withExistingIds: (operation, input, mayCreate, sandbox) => withExistingIds(operation, input, mayCreate, sandbox, 0),
  };

  async function withExistingIds(
    operation: Operation,
    input: RequestInput,
    mayCreate: boolean,
    sandbox: SandboxHeaders | undefined,
    level: number,
  ): Promise<RequestInput | undefined> {
    const own = actions.find((one) => one.operation === operation);
    const parentValues = valuesByKey(own?.parents ?? [], input.path);
    const references = referencesIn(input.body, own, resolverOf(own));
    return replaceIds(input, references, requests.document, async (resource) => {
      const ids = await knownValues.listIds(resource, parentValues);
      const existing = ids.find((id) => !isCreated(resource, id));
      if (existing !== undefined || !mayCreate || !own || level === MAX_LEVELS) return existing ?? ids[0];
      const item = await createItem(resource, own, input.path, { path: {}, id: undefined }, sandbox, level + 1);
      return item?.id ?? ids[0];
    });
  }

  async function createParents(
    own: ResourceAction,
    known: PathValues,
    requested: PathValues,
    sandbox?: SandboxHeaders,
    level = 0,
  ): Promise<PathValues> {
    let values = known;
    for (const { parameter, resource } of own.parents) {
      if (values[parameter] !== undefined || !resource || level === MAX_LEVELS) continue;
      const item = await createItem(
        resource,
        own,
        values,
        { path: requested, id: requested[parameter] },
        sandbox,
        level + 1,
      );
      if (item) values = { ...item.path, ...values, [parameter]: item.id };
    }
    // Unmanaged parents may take any value that all paths accept.
    const open = own.parents.filter(({ parameter, resource }) => !resource && requested[parameter] !== undefined);
    return { ...Object.fromEntries(open.map(({ parameter }) => [parameter, requested[parameter]])), ...values };
  }

  /** Creates an item of a type, below the known parents in the path of another operation. */
  async function createItem(
    resource: Resource,
    own: ResourceAction,
    known: PathValues,
    requested: CreatedRef,
    sandbox: SandboxHeaders | undefined,
    level: number,
  ): Promise<CreatedRef | undefined> {
    // Another path may have stricter constraints: then the wanted value is invalid.
    const all = [requested, { path: requested.path, id: undefined }, { path: {}, id: undefined }];
    const choices = requested.id === undefined ? all.slice(1) : all;
    for (const createAction of actions.filter((one) => one.resource === resource && isCreateAction(one))) {
      for (const { path, id } of choices) {
        const parentValues = await createParents(
          createAction,
          renameParents(own, createAction, known),
          renameParents(own, createAction, path),
          sandbox,
          level,
        );
        const given =
          createAction.parameter === undefined || id === undefined
            ? parentValues
            : { ...parentValues, [createAction.parameter]: id };
        const created = await sendCreate(createAction, given, `for ${own.operation.id}`, sandbox, level);
        if (!created) continue;
        const { input, found } = created;
        const made =
          createAction.parameter === undefined
            ? findCreatedId(createAction, found, input)
            : input.path[createAction.parameter];
        if (made !== undefined) return { id: made, path: renameParents(createAction, own, input.path) };
      }
    }
    return undefined;
  }

  /** Sends create requests until one is accepted: generated ones, then with the document's examples. */
  async function sendCreate(
    createAction: ResourceAction,
    values: PathValues,
    purpose: string,
    sandbox: SandboxHeaders | undefined,
    level: number,
  ) {
    const { operation } = createAction;
    const revisions = requests.createRevisions(operation);
    for (const examples of [false, true]) {
      // Each item has other values, so that none is a duplicate.
      const count = (counts.get(purpose) ?? 0) + 1;
      counts.set(purpose, count);
      const first = createInput({ requests }, createAction, values, { key: `${purpose} ${count}`, examples });
      if (!first) continue;
      const { input, exchange: found } = await sendUntilAccepted(
        first,
        revisions,
        (one) => session.sendUnchecked(operation, one, sandbox),
        (one) => withExistingIds(operation, one, true, sandbox, level),
      );
      if (found && found.response.status < 300) return { input, found };
      if (found) failure = `${operation.id} ${requests.describeRejection(operation, input, found)}`;
    }
    return undefined;
  }

  function isCreateAction({ kind, parameter, isUpsert }: ResourceAction): boolean {
    return kind === 'create' || (isUpsert && parameter !== undefined);
  }
}

/** Maps the values of parents to the parameter names of another path. */
export function renameParents(from: ResourceAction, to: ResourceAction, values: PathValues): PathValues {
  return Object.fromEntries(
    to.parents.flatMap(({ key, parameter }) => {
      const same = from.parents.find((parent) => parent.key === key);
      return same && values[same.parameter] !== undefined ? [[parameter, values[same.parameter]]] : [];
    }),
  );
}
