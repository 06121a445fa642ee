// Lists, undoes and compares changes of sandboxes, snapshots and fixtures.

import type { KnownChange } from '../../store/log/undo-history.ts';
import type { Identified } from '../../store/record.ts';
import { recordSize } from '../../store/record-size.ts';
import type { StoreState } from '../../store/state.ts';
import type { LocatedEdit } from '../../store/store-change.ts';
import type { RecordForm } from '../pipeline/api/record-form.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { IDEMPOTENCY_KEYS } from '../pipeline/idempotency/idempotency-keys.ts';
import type { Sandbox, Snapshot } from '../pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../pipeline/sandbox/sandboxes.ts';
import { storeOf } from './api-store.ts';
import type { ControlHandlers } from './control-handlers.ts';
import type { Change, EditedRecord } from './operations.ts';
import { PAGE_BYTES } from './record-page.ts';
import { noSandbox, noSnapshot } from './unknown-names.ts';

/** Maximum number of edits per change in a list. */
const EDITS_IN_LIST = 20;

type ChangeHandlers = Pick<ControlHandlers, 'listChanges' | 'showChange' | 'undoChanges'>;

/** @param recordForm - how the records of an api are written */
export function changeHandlers(recordForm: (api: string) => Promise<RecordForm>): ChangeHandlers {
  return {
    async listChanges({ input: { api: wanted, limit, before = Number.POSITIVE_INFINITY }, caller: { sandbox } }) {
      const [api, store] = storeOf(sandbox, wanted);
      const form = await recordForm(api);
      const known = store.changes.filter(({ number }) => number < before);
      const shown = known.slice(-limit);
      const [first] = shown;
      return {
        sandbox: sandbox.name,
        api,
        changes: shown.map((change) => showChange(change, form, EDITS_IN_LIST)),
        ...(first && shown.length < known.length && { before: first.number }),
      };
    },
    async showChange({ input: { api: wanted, number, limit }, caller: { sandbox } }) {
      const [api, store] = storeOf(sandbox, wanted);
      const form = await recordForm(api);
      const found = store.changes.find((change) => change.number === number);
      if (!found) throw noChange(sandbox, number);
      const records = firstRecords(editsOf(found.edits, form), limit, form);
      return { sandbox: sandbox.name, api, change: showChange(found, form, 0), records };
    },
    async undoChanges({ input: { changes: count, to, api }, caller: { sandbox } }) {
      const [, store] = storeOf(sandbox, api);
      if (to !== undefined && count !== undefined)
        throw new ApiError('invalid_argument', 'set either changes or to, not both');
      const undone = to === undefined ? await store.undo(count ?? 1) : await store.undoTo(to);
      if (undone === undefined) throw noChange(sandbox, to);
      await sandbox.forgetIdempotencyKeys();
      return { sandbox: sandbox.name, undone };
    },
  };
}

/** A sandbox as it was right after a change of an api; of other apis, as it is, and without idempotency keys. @throws ApiError `not_found` if it does not know the change */
export function snapshotAt(sandbox: Sandbox, number: number, wanted: string | undefined): Snapshot {
  const [api, store] = storeOf(sandbox, wanted);
  const state = store.stateAfter(number);
  if (!state) throw noChange(sandbox, number);
  const now = sandbox.snapshot();
  const keys = sandbox.initialState.states.get(IDEMPOTENCY_KEYS);
  return {
    ...now,
    states: new Map([...now.states, [api, state], ...(keys ? [[IDEMPOTENCY_KEYS, keys] as const] : [])]),
  };
}

function showChange({ number, origin, edits }: KnownChange, form: RecordForm, limit: number): Change {
  const caller = origin?.caller;
  const shown = editsOf(edits, form);
  return {
    number,
    ...(origin && { at: origin.at.toISOString(), operation: origin.operation }),
    ...(caller !== undefined && { caller }),
    touched: shown.length,
    edits: shown.slice(0, limit).map((edit) => {
      const { collection, id, kind } = recordsOf(edit, form);
      return { collection, id, kind };
    }),
  };
}

/** The edits of visible records: a store may have others. */
function editsOf(edits: readonly LocatedEdit[], { collections }: RecordForm): readonly LocatedEdit[] {
  const seen = new Set(collections);
  return edits.filter(({ collection }) => seen.has(collection));
}

/** The first edits with their records, up to `limit` and the size of a page. */
function firstRecords(edits: readonly LocatedEdit[], limit: number, form: RecordForm): EditedRecord[] {
  let size = 0;
  const count = edits.slice(0, limit).findIndex(({ was, is }, index) => {
    size += recordSize(was?.record) + recordSize(is?.record);
    return index > 0 && size > PAGE_BYTES;
  });
  return edits.slice(0, count === -1 ? limit : count).map((edit) => recordsOf(edit, form));
}

/** An edit with the previous and new record in the format of fixtures. */
function recordsOf({ collection, id, was, is }: LocatedEdit, form: RecordForm): EditedRecord {
  const written = (record: Identified | undefined) => record && form.toFileForm(collection, record);
  const [before, after] = [written(was?.record), written(is?.record)];
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return {
    collection,
    id,
    kind,
    ...(before !== undefined && { was: before }),
    ...(after !== undefined && { is: after }),
  };
}

function noChange({ name }: Sandbox, number: number | undefined): ApiError {
  return new ApiError('not_found', `sandbox ${name} has no change ${number}; it was undone, or is too old`);
}

/** The state that a new sandbox has. */
const FIXTURES = 'fixtures';

/** @param recordForm - how the records of an api are written */
export function differenceHandlers(
  sandboxes: Sandboxes,
  recordForm: (api: string) => Promise<RecordForm>,
): Pick<ControlHandlers, 'showDifference'> {
  /** The state of an API that a text refers to. @throws ApiError */
  const stateOf = (text: string, sandbox: Sandbox, api: string): StoreState => {
    const [kind = '', ...rest] = text.split(':');
    const name = rest.join(':');
    if (text === FIXTURES) return storeOf(sandbox, api)[1].fixture;
    if (kind === 'snapshot') {
      const found = sandbox.snapshots.get(name)?.states.get(api);
      if (found) return found;
      throw noSnapshot(name, sandbox);
    }
    if (kind === 'sandbox') {
      const found = sandboxes.all().find((one) => one.sandbox.name === name);
      if (found) return storeOf(found.sandbox, api)[1].state;
      throw noSandbox(name, sandboxes);
    }
    const allowed = `${FIXTURES}, snapshot:NAME or sandbox:NAME`;
    throw new ApiError('invalid_argument', `${JSON.stringify(text)} is not a state; use ${allowed}`);
  };

  return {
    async showDifference({ input: { api: wanted, from, to, limit }, caller: { sandbox } }) {
      const [api, store] = storeOf(sandbox, wanted);
      const form = await recordForm(api);
      const before = stateOf(from, sandbox, api);
      const all = before.changeTo(to === undefined ? store.state : stateOf(to, sandbox, api));
      const edits = editsOf(all, form);
      const records = firstRecords(edits, limit, form);
      return { sandbox: sandbox.name, api, from, to: to ?? `sandbox:${sandbox.name}`, touched: edits.length, records };
    },
  };
}
