// Provides created items for mutating operations, and removes them at the end.

import { createReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { KnownValues, Values } from '../cases/known-values.ts';
import { createMaker } from '../cases/making.ts';
import type { World } from '../cases/worlds.ts';
import type { Said } from '../requests/call.ts';
import { referencesIn } from '../requests/references.ts';
import type { Requests } from '../requests/requests.ts';
import { idOfMade, saidFor } from '../scenarios/story.ts';
import type { Session } from '../session.ts';
import type { Leftover } from '../verdict.ts';
import type { AddressedItem } from './addressed-items.ts';
import type { Answered, CreatedItems } from './created-items.ts';
import { createFirstLook } from './first-look.ts';
import { createRemoval } from './leftovers.ts';

export interface Made {
  /**
   * Path values of an operation, with a created item for changes and deletions; undefined if none can be created.
   *
   * @param known - known values of the others
   */
  for(operation: Operation, known: Values): Promise<Values | undefined>;
  /**
   * Creates the missing items of an operation: that of its path, and its parents. Returns the path values; undefined if
   * none could be created, and its body has no references.
   *
   * @param world - the sandbox
   */
  before(operation: Operation, known: Values, world: World): Promise<Values | undefined>;
  /**
   * Replaces the ids in the body of a rejected request: from lists, else of created items. Undefined if the body has no
   * references, or no other ids are known.
   *
   * @param world - the sandbox of created items. Default: the shared sandbox; if sandboxes are isolated, none is created
   */
  naming(operation: Operation, said: Said, world?: World): Promise<Said | undefined>;
  /**
   * Whether the list of a collection contained an item before the run created any there.
   *
   * @param path - path values of the create operation
   */
  isTheirs(operation: Operation, path: Values, id: string | number): boolean;
  /** Deletes all created items, the newest first. Never throws. */
  remove(): Promise<void>;
  /** Items that could not be deleted so far. */
  leftovers(): readonly Leftover[];
}

export interface MadeSettings {
  readonly resources: Pick<Resources, 'all' | 'action'>;
  readonly requests: Requests;
  readonly session: Session;
  readonly created: CreatedItems;
  readonly itemsIn: (operation: Operation) => readonly AddressedItem[];
  /** Whether each test case has its own sandbox. */
  readonly areApart: boolean;
  readonly listed: Pick<KnownValues, 'ids' | 'byHand'>;
}

export function createMade(settings: MadeSettings): Made {
  const { resources, requests, session, created, itemsIn, areApart, listed } = settings;
  const roles = [...requests.document.operations.keys()].flatMap((id) => resources.action(id) ?? []);
  const removal = createRemoval(roles, requests, session, created);
  if (!areApart) session.onSend = createFirstLook(roles, requests, session, listed, created);
  session.onCreated = removal.add;
  const idOf = (making: ResourceAction, exchange: Answered, said: Said) => {
    const id = idOfMade(making, exchange, said.body);
    return id === undefined || (!areApart && created.existed(making, said.path, id)) ? undefined : id;
  };
  const referredTo = createReferenceResolver(resources);
  const { make, makeAbove, naming } = createMaker({ roles, requests, session, listed, referredTo, idOf });

  /** Creates an item for the path of an operation, below created parents if possible. */
  async function makeOwn(operation: Operation, known: Values): Promise<Values | undefined> {
    const own = resources.action(operation.id);
    const given = listed.byHand(operation);
    const { parameter } = own ?? {};
    if (own && parameter !== undefined && !own.resource.isSingleton) {
      const made = await make(own, without(given, parameter), {});
      if (made) return made;
      const below = await make(own, without(known, parameter), {});
      if (below) return below;
    }
    const items = itemsIn(operation);
    const index = items.findLastIndex(({ role }) => role !== undefined && role !== own);
    const above = items[index]?.role;
    const made = above && (await make(above, {}, {}));
    if (!above || !made) return own && own.parents.length > 0 ? makeAbove(own, {}, {}) : undefined;
    // The other path may have other parameter names.
    const names = itemsIn(above.operation).map((item) => item.parameter);
    return Object.fromEntries(items.slice(0, index + 1).map((item, at) => [item.parameter, made[names[at] ?? '']]));
  }

  return {
    async for(operation, known) {
      if (!session.permission.mayNameAny(operation)) return makeOwn(operation, known);
      if (session.permission.isUnsafe(operation)) return (await makeOwn(operation, known)) ?? known;
      const own = resources.action(operation.id);
      if (areApart || own?.kind !== 'create' || own.parents.length === 0) return known;
      return { ...known, ...(await makeAbove(own, listed.byHand(operation), {})) };
    },
    async before(operation, known, world) {
      const own = resources.action(operation.id);
      if (!own) return undefined;
      const { path: wanted = {}, body } = saidFor({ requests }, own, known, { key: 'before' }) ?? {};
      if (own.parameter !== undefined && !own.resource.isSingleton)
        return make(own, without(known, own.parameter), wanted, world);
      const values = await makeAbove(own, known, wanted, world);
      return values === known && referencesIn(body, own, referredTo).length === 0 ? undefined : values;
    },
    naming: (operation, said, world) => naming(operation, said, world !== undefined || !areApart, world),
    isTheirs(operation, path, id) {
      const making = resources.action(operation.id);
      return !areApart && making !== undefined && created.existed(making, path, id);
    },
    remove: removal.removeAll,
    leftovers: removal.leftovers,
  };
}

function without(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}
