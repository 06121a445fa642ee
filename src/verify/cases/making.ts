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
const MOST_LEVELS = 4;

export interface Making {
  readonly roles: readonly ResourceAction[];
  readonly requests: Requests;
  readonly session: Pick<Session, 'ask'>;
  readonly listed: Pick<KnownValues, 'ids'>;
  readonly referredTo: ReferenceResolver;
  /** The id of a created item; undefined if it is unknown, or the item existed before. */
  idOf(
    making: ResourceAction,
    exchange: Pick<Exchange, 'answer' | 'read' | 'call'>,
    said: Said,
  ): string | number | undefined;
}

export interface Maker {
  /**
   * Creates an item after its parents; returns the values of its path. Undefined if that is impossible.
   *
   * @param wanted - requested path values
   */
  make(own: ResourceAction, known: Values, wanted: Values, world?: World): Promise<Values | undefined>;
  /** Values of the parents of an item; unknown parents are created. */
  makeAbove(own: ResourceAction, known: Values, wanted: Values, world?: World): Promise<Values>;
  /**
   * Replaces the ids in the body of a rejected request: from lists, else of created items. Undefined if the body has no
   * references, or no other ids are known.
   *
   * @param mayMake - whether to create items if lists have none
   */
  naming(operation: Operation, said: Said, mayMake: boolean, world?: World): Promise<Said | undefined>;
}

/** A created item. */
interface Thing {
  readonly id: unknown;
  /** Other path values, by the parameter names of another path. */
  readonly path: Values;
}

export function createMaker({ roles, requests, session, listed, referredTo, idOf }: Making): Maker {
  return {
    async make(own, known, wanted, world) {
      if (own.parameter === undefined) return undefined;
      const thing = await makeThing(own.resource, own, known, { path: wanted, id: wanted[own.parameter] }, world, 0);
      return thing && makeAbove(own, { ...known, ...thing.path, [own.parameter]: thing.id }, wanted, world);
    },
    makeAbove,
    naming: (operation, said, mayMake, world) => naming(operation, said, mayMake, world, 0),
  };

  async function naming(
    operation: Operation,
    said: Said,
    mayMake: boolean,
    world: World | undefined,
    level: number,
  ): Promise<Said | undefined> {
    const own = roles.find((one) => one.operation === operation);
    const above = valuesByKey(own?.parents ?? [], said.path);
    const references = referencesIn(said.body, own, referredTo);
    return withIds(said, references, requests.document, async (resource) => {
      const [shown] = await listed.ids(resource, above);
      if (shown !== undefined || !mayMake || !own || level === MOST_LEVELS) return shown;
      return (await makeThing(resource, own, said.path, { path: {}, id: undefined }, world, level + 1))?.id;
    });
  }

  async function makeAbove(
    own: ResourceAction,
    known: Values,
    wanted: Values,
    world?: World,
    level = 0,
  ): Promise<Values> {
    let values = known;
    for (const { parameter, resource } of own.parents) {
      if (values[parameter] !== undefined || !resource || level === MOST_LEVELS) continue;
      const thing = await makeThing(resource, own, values, { path: wanted, id: wanted[parameter] }, world, level + 1);
      if (thing) values = { ...thing.path, ...values, [parameter]: thing.id };
    }
    // Unmanaged parents may take any value that all paths accept.
    const open = own.parents.filter(({ parameter, resource }) => !resource && wanted[parameter] !== undefined);
    return { ...Object.fromEntries(open.map(({ parameter }) => [parameter, wanted[parameter]])), ...values };
  }

  /** Creates an item of a type, below the known parents in the path of another operation. */
  async function makeThing(
    resource: Resource,
    own: ResourceAction,
    known: Values,
    wanted: Thing,
    world: World | undefined,
    level: number,
  ): Promise<Thing | undefined> {
    // Another path may have stricter constraints: then the wanted value is invalid.
    const all = [wanted, { path: wanted.path, id: undefined }, { path: {}, id: undefined }];
    const choices = wanted.id === undefined ? all.slice(1) : all;
    for (const making of roles.filter((one) => one.resource === resource && isMaking(one))) {
      for (const { path, id } of choices) {
        const above = await makeAbove(making, renamed(own, making, known), renamed(own, making, path), world, level);
        const given = making.parameter === undefined || id === undefined ? above : { ...above, [making.parameter]: id };
        const said = saidFor({ requests }, making, given, { key: `for ${own.operation.id}` });
        const found = said && (await askedFor(making, said, world, level));
        if (!found || found.answer.status >= 300) continue;
        const made = making.parameter === undefined ? idOf(making, found, said) : said.path[making.parameter];
        if (made !== undefined) return { id: made, path: renamed(making, own, said.path) };
      }
    }
    return undefined;
  }

  /** Sends a create request; after a rejection, once more with existing ids. */
  async function askedFor({ operation }: ResourceAction, said: Said, world: World | undefined, level: number) {
    const found = await session.ask(operation, said, world);
    if (!found || found.answer.status < 400) return found;
    const other = await naming(operation, said, true, world, level);
    return other ? session.ask(operation, other, world) : found;
  }

  function isMaking({ kind: deed, parameter, isUpsert: makes }: ResourceAction): boolean {
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
