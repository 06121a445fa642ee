// What has changed in a sandbox, and taking it back.

import { Failure } from '../engine/failure.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { LocatedEdit } from '../store/state.ts';
import type { KnownChange } from '../store/store.ts';
import { storeOf } from './api-store.ts';
import type { Change, Edit } from './operations.ts';
import type { ControlHandlers } from './principal.ts';

/** How many edits of a change are told in a list of changes. */
const EDITS_IN_LIST = 20;

export const changes: Pick<ControlHandlers, 'listChanges' | 'showChange' | 'undoChanges'> = {
  listChanges({ input: { api: wanted, limit, before = Number.POSITIVE_INFINITY }, principal: { sandbox } }) {
    const [api, store] = storeOf(sandbox, wanted);
    const known = store.changes.filter(({ number }) => number < before);
    const shown = known.slice(-limit);
    const [first] = shown;
    return {
      sandbox: sandbox.name,
      api,
      changes: shown.map((change) => told(change, EDITS_IN_LIST)),
      ...(first && shown.length < known.length && { before: first.number }),
    };
  },
  showChange({ input: { api: wanted, number, limit }, principal: { sandbox } }) {
    const [api, store] = storeOf(sandbox, wanted);
    const found = store.changes.find((change) => change.number === number);
    if (!found) throw noChange(sandbox, number);
    return { sandbox: sandbox.name, api, change: told(found, 0), records: found.edits.slice(0, limit).map(recordsOf) };
  },
  async undoChanges({ input: { changes: count, to, api }, principal: { sandbox } }) {
    const [, store] = storeOf(sandbox, api);
    if (to !== undefined && count !== undefined)
      throw new Failure('invalid_argument', 'say how many changes are taken back, or to which one, and not both');
    const undone = to === undefined ? await store.undo(count ?? 1) : await store.undoTo(to);
    if (undone === undefined) throw noChange(sandbox, to);
    return { sandbox: sandbox.name, undone };
  },
};

function told({ number, origin, edits }: KnownChange, limit: number): Change {
  const caller = origin?.caller;
  return {
    number,
    ...(origin && { at: origin.at.toISOString(), operation: origin.operation }),
    ...(caller !== undefined && { caller }),
    touched: edits.length,
    edits: edits.slice(0, limit).map(editOf),
  };
}

/** What happened to a record. */
export function editOf({ collection, id, was, is }: LocatedEdit): Edit {
  return { collection, id, kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed' };
}

/** What happened to a record, with what it was and what it is. */
export function recordsOf(edit: LocatedEdit) {
  const { was, is } = edit;
  return { ...editOf(edit), ...(was && { was: { ...was.record } }), ...(is && { is: { ...is.record } }) };
}

function noChange({ name }: Sandbox, number: number | undefined): Failure {
  return new Failure('not_found', `the sandbox ${name} knows no change ${number}: it was taken back, or is too old`);
}
