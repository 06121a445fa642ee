// Follows a store: the changes of the items of a resource, as they are acknowledged.

import { isDeepStrictEqual } from 'node:util';
import type { FollowedStore } from '../../../server/pipeline/responder.ts';
import type { Identified } from '../../../store/record.ts';
import type { StoreState } from '../../../store/state.ts';
import type { LocatedEdit } from '../../../store/store-change.ts';
import { COUNTERS, getCounterName } from '../items/counters.ts';
import { getIdFromKey, getParentIds } from '../items/item-key.ts';
import { getItemScope } from '../path-scope.ts';
import type { StoredItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import type { ChangeKind } from './change-words.ts';

/** A change of one item. */
export interface ItemChange {
  readonly kind: ChangeKind;
  /** As it is after the change; of a deletion, as it was. */
  readonly stored: StoredItem;
  /** Where a stream goes on after it; undefined inside of combined changes. */
  readonly position: Position | undefined;
}

/** A place among the changes of a store: after a version, and so many changes of items in it. */
export interface Position {
  readonly version: number;
  readonly count: number;
}

/** The edits of one version of a store. */
interface Step {
  readonly version: number;
  readonly edits: readonly LocatedEdit[];
  /** Whether it is the result of several versions, of which this is the last. */
  readonly isCombined: boolean;
}

/** The count of a position after all changes of a version. */
const ALL = 999_999_999;

/** Where a stream begins. */
export interface StreamStart {
  /** The version and state before the first step. */
  readonly version: number;
  readonly state: StoreState;
  /** The changes that were sent before; undefined for none. */
  readonly sent: Position | undefined;
}

/** Where a stream goes on after a position; undefined if the changes after it are not known any more. */
export function startAfter(call: ResourceCall, store: FollowedStore, position: Position): StreamStart | undefined {
  const made = store.changes.find(({ number }) => number === position.version);
  const all = made ? changesIn(call, { version: made.number, edits: made.edits, isCombined: false }).length : 0;
  // A position inside of a version begins with that again.
  const version = all > position.count ? position.version - 1 : position.version;
  if (version === store.version) return startNow(store);
  const state = version < store.version ? store.stateAfter(version) : undefined;
  return state && { version, state, sent: position };
}

/** Where a stream of new changes begins. */
export function startNow({ version, state }: FollowedStore): StreamStart {
  return { version, state, sent: undefined };
}

/**
 * The changes of the items that a call sees, until its sandbox ends. `undefined` is a sign of life after a silence.
 * Where a reader is too slow, or the history is gone, the changes of one item are combined.
 *
 * @param silence - in milliseconds
 */
export async function* followItems(
  call: ResourceCall,
  store: FollowedStore,
  { start, silence, ended }: { start: StreamStart; silence: number; ended: AbortSignal },
): AsyncGenerator<ItemChange | undefined> {
  const { sent } = start;
  let { version, state } = start;
  while (!ended.aborted) {
    const [now, next] = [store.version, store.state];
    for (const step of stepsAfter(store, version, state)) {
      const count = step.version === sent?.version && !step.isCombined ? sent.count : 0;
      for (const change of changesIn(call, step).slice(count)) {
        yield change;
        if (ended.aborted) return;
      }
    }
    [version, state] = [now, next];
    const isChanged = await nextChange(store, version, { silence, ended });
    if (!isChanged && !ended.aborted) yield undefined;
  }
}

/** The steps that lead from a version to the present one: its changes, or their result where they are not known. */
function stepsAfter(store: FollowedStore, version: number, state: StoreState): readonly Step[] {
  const now = store.version;
  if (now === version && store.state === state) return [];
  const known = store.changes.filter(({ number }) => number > version);
  const isWhole = known.length === now - version && known.length > 0;
  if (isWhole) return known.map(({ number, edits }) => ({ version: number, edits, isCombined: false }));
  return [{ version: now, edits: state.changeTo(store.state), isCombined: true }];
}

/** The changes of the items that a call sees. */
function changesIn(call: ResourceCall, step: Step): readonly ItemChange[] {
  const { resource, action } = call;
  const id = action.parameter === undefined ? undefined : call.id;
  const isFollowed = (stored: StoredItem) =>
    call.isBelowParents(stored) && (id === undefined || getIdFromKey(stored.id) === id);
  const seen = (stored: StoredItem | undefined) =>
    stored !== undefined && stored.gone !== true && isFollowed(stored) && call.isVisible(stored) ? stored : undefined;
  const edits = step.edits.filter(({ collection }) => collection === resource.name);
  const changes = edits.flatMap((edit): readonly Omit<ItemChange, 'position'>[] => {
    const was = seen(itemOf(call, step, edit, 'was'));
    const is = seen(itemOf(call, step, edit, 'is'));
    const stored = is ?? was;
    if (!stored || isDeepStrictEqual(was?.item, is?.item)) return [];
    const kind = !was ? 'created' : !is ? 'deleted' : 'updated';
    return [{ kind, stored }];
  });
  return changes.map((change, index) => {
    const isLast = index === changes.length - 1;
    if (step.isCombined) return { ...change, position: isLast ? { version: step.version, count: ALL } : undefined };
    return { ...change, position: { version: step.version, count: index + 1 } };
  });
}

/** An item on one side of a change. The first change of a scope writes its seed data, which were there before. */
function itemOf(
  { inferred, resource }: ResourceCall,
  { edits }: Step,
  edit: LocatedEdit,
  side: 'was' | 'is',
): StoredItem | undefined {
  const record: Identified | undefined = edit[side]?.record;
  if (record) return record as StoredItem;
  const scope = getItemScope(resource, getParentIds(edit.id));
  const counter = getCounterName(resource, scope);
  const isUnwritten = edits.some((one) => one.collection === COUNTERS && one.id === counter && one[side] === undefined);
  if (!isUnwritten || inferred.seedData().areInStore(resource, scope)) return undefined;
  return inferred
    .seedData()
    .of(resource, scope)
    .find(({ id }) => id === edit.id);
}

/** Resolves with true at the next change, with false after a silence or at the end. */
function nextChange(
  store: FollowedStore,
  version: number,
  { silence, ended }: { readonly silence: number; readonly ended: AbortSignal },
): Promise<boolean> {
  return new Promise((resolve) => {
    if (store.version !== version || ended.aborted) return resolve(!ended.aborted);
    const finish = (isChanged: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      ended.removeEventListener('abort', stop);
      resolve(isChanged);
    };
    const stop = () => finish(false);
    const timer = setTimeout(stop, silence).unref();
    const unsubscribe = store.subscribe(() => finish(true));
    ended.addEventListener('abort', stop);
  });
}
