// Creates the items that an operation needs, with their parents.

import type { ReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { Resource, ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Said } from '../requests/call.ts';
import { referencesIn, withIds } from '../requests/references.ts';
import type { Requests } from '../requests/requests.ts';
import { saidFor } from '../scenarios/story.ts';
import type { Session } from '../session.ts';
import { type KnownValues, type Values, valuesByKey } from './known-values.ts';
import type { Exchange } from './trial.ts';
import type { World } from './worlds.ts';

/** Maximum nesting of created items. */
const MAX_LEVELS = 4;

export interface Making {
  readonly roles: readonly ResourceAction[];
  readonly requests: Requests;
  readonly session: Pick<Session, 'ask'>;
  readonly listed: Pick<KnownValues, 'ids'>;
  readonly referredTo: ReferenceResolver;
  /** The id of a created item; undefined if it is unknown, or the item existed before. */
  idOf(
    createAction: ResourceAction,
    exchange: Pick<Exchange, 'answer' | 'read' | 'call'>,
    input: Said,
  ): string | number | undefined;
}

export interface Maker {
  /**
   * Creates an item after its parents; returns the values of its path. Undefined if that is impossible.
   *
   * @param requested - requested path values
   */
  make(own: ResourceAction, known: Values, requested: Values, sandbox?: World): Promise<Values | undefined>;
  /** Values of the parents of an item; unknown parents are created. */
  makeAbove(own: ResourceAction, known: Values, requested: Values, sandbox?: World): Promise<Values>;
  /**
   * Replaces the ids in the body of a rejected request: from lists, else of created items. Undefined if the body has no
   * references, or no other ids are known.
   *
   * @param mayCreate - whether to create items if lists have none
   */
  naming(operation: Operation, input: Said, mayCreate: boolean, sandbox?: World): Promise<Said | undefined>;
}

/** A created item. */
interface CreatedRef {
  readonly id: unknown;
  /** Other path values, by the parameter names of another path. */
  readonly path: Values;
}

export function createMaker({
  roles: actions,
  requests,
  session,
  listed,
  referredTo: resolveReference,
  idOf,
}: Making): Maker {
  return {
    async make(own, known, requested, sandbox) {
      if (own.parameter === undefined) return undefined;
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
    makeAbove: createParents,
    naming: (operation, input, mayCreate, sandbox) => withExistingIds(operation, input, mayCreate, sandbox, 0),
  };

  async function withExistingIds(
    operation: Operation,
    input: Said,
    mayCreate: boolean,
    sandbox: World | undefined,
    level: number,
  ): Promise<Said | undefined> {
    const own = actions.find((one) => one.operation === operation);
    const parentValues = valuesByKey(own?.parents ?? [], input.path);
    const references = referencesIn(input.body, own, resolveReference);
    return withIds(input, references, requests.document, async (resource) => {
      const [shown] = await listed.ids(resource, parentValues);
      if (shown !== undefined || !mayCreate || !own || level === MAX_LEVELS) return shown;
      return (await createItem(resource, own, input.path, { path: {}, id: undefined }, sandbox, level + 1))?.id;
    });
  }

  async function createParents(
    own: ResourceAction,
    known: Values,
    requested: Values,
    sandbox?: World,
    level = 0,
  ): Promise<Values> {
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
    known: Values,
    requested: CreatedRef,
    sandbox: World | undefined,
    level: number,
  ): Promise<CreatedRef | undefined> {
    // Another path may have stricter constraints: then the wanted value is invalid.
    const all = [requested, { path: requested.path, id: undefined }, { path: {}, id: undefined }];
    const choices = requested.id === undefined ? all.slice(1) : all;
    for (const createAction of actions.filter((one) => one.resource === resource && isCreateAction(one))) {
      for (const { path, id } of choices) {
        const parentValues = await createParents(
          createAction,
          renamed(own, createAction, known),
          renamed(own, createAction, path),
          sandbox,
          level,
        );
        const given =
          createAction.parameter === undefined || id === undefined
            ? parentValues
            : { ...parentValues, [createAction.parameter]: id };
        const input = saidFor({ requests }, createAction, given, { key: `for ${own.operation.id}` });
        const found = input && (await sendCreate(createAction, input, sandbox, level));
        if (!found || found.answer.status >= 300) continue;
        const made =
          createAction.parameter === undefined ? idOf(createAction, found, input) : input.path[createAction.parameter];
        if (made !== undefined) return { id: made, path: renamed(createAction, own, input.path) };
      }
    }
    return undefined;
  }

  /** Sends a create request; after a rejection, once more with existing ids. */
  async function sendCreate({ operation }: ResourceAction, input: Said, sandbox: World | undefined, level: number) {
    const found = await session.ask(operation, input, sandbox);
    if (!found || found.answer.status < 400) return found;
    const other = await withExistingIds(operation, input, true, sandbox, level);
    return other ? session.ask(operation, other, sandbox) : found;
  }

  function isCreateAction({ kind: deed, parameter, isUpsert: makes }: ResourceAction): boolean {
    return deed === 'create' || (makes && parameter !== undefined);
  }
}

/** Maps the values of parents to the parameter names of another path. */
export function renamed(from: ResourceAction, to: ResourceAction, values: Values): Values {
  return Object.fromEntries(
    to.parents.flatMap(({ key, parameter }) => {
      const same = from.parents.find((parent) => parent.key === key);
      return same && values[same.parameter] !== undefined ? [[parameter, values[same.parameter]]] : [];
    }),
  );
}
