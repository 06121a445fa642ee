// Lists, creates, resets and removes sandboxes and their snapshots.

import { ApiError } from '../pipeline/errors/api-error.ts';
import type { Sandboxes } from '../pipeline/sandbox/sandboxes.ts';
import { apisOf } from './api-store.ts';
import { snapshotAt } from './changes.ts';
import type { ControlHandlers } from './control-handlers.ts';
import type { NamedFixtures } from './records.ts';
import { noSnapshot } from './unknown-names.ts';

type SandboxHandlers = Pick<
  ControlHandlers,
  'resetSandbox' | 'listSandboxes' | 'createSandbox' | 'removeSandbox' | 'getState'
>;
type SnapshotHandlers = Pick<
  ControlHandlers,
  'listSnapshots' | 'createSnapshot' | 'restoreSnapshot' | 'removeSnapshot'
>;

/** How many snapshots a sandbox may have. */
const SNAPSHOTS = 1000;

/** @param sets - the fixtures by their names */
export function sandboxHandlers(sandboxes: Sandboxes, sets: NamedFixtures): SandboxHandlers & SnapshotHandlers {
  return {
    ...snapshotHandlers,
    async resetSandbox({ input: { fixtures }, caller: { sandbox } }) {
      const beginning = fixtures === undefined ? undefined : await sets.beginningFrom(fixtures, sandbox);
      await sandbox.reset('resetSandbox', beginning);
      return { sandbox: sandbox.name };
    },
    listSandboxes: () => ({
      sandboxes: sandboxes.all().map(({ sandbox, expires }) => ({
        sandbox: sandbox.name,
        ...(expires && { expires: expires.toISOString() }),
      })),
    }),
    async createSandbox({ input: { name, from, fixtures, at, api } }) {
      if (from !== undefined && fixtures !== undefined)
        throw new ApiError('invalid_argument', 'set either fixtures or from, not both');
      if (at !== undefined && from === undefined)
        throw new ApiError('invalid_argument', 'at needs from, the sandbox of the change');
      if (at !== undefined)
        return { sandbox: sandboxes.create(name, from, (origin) => snapshotAt(origin, at, api)).name };
      const beginning = fixtures === undefined ? undefined : await sets.beginningFrom(fixtures, sandboxes.main);
      return { sandbox: sandboxes.create(name, from, beginning && (() => beginning)).name };
    },
    removeSandbox({ input }) {
      sandboxes.remove(input.name);
    },
    getState: ({ caller: { sandbox } }) => ({
      sandbox: sandbox.name,
      apis: Object.fromEntries(apisOf(sandbox).map(([name, store]) => [name, store.records()])),
    }),
  };
}

const snapshotHandlers: SnapshotHandlers = {
  listSnapshots: ({ caller: { sandbox } }) => ({
    sandbox: sandbox.name,
    snapshots: [...sandbox.snapshots.keys()],
  }),
  createSnapshot({ input: { name }, caller: { sandbox } }) {
    if (sandbox.snapshots.size >= SNAPSHOTS && !sandbox.snapshots.has(name)) {
      throw new ApiError(
        'resource_exhausted',
        `there are already ${SNAPSHOTS} snapshots, the maximum; remove one with DELETE /_understudy/snapshots/{name}`,
      );
    }
    // A restored snapshot keeps the present fault plans.
    sandbox.snapshots.set(name, { ...sandbox.snapshot(), faults: sandbox.initialState.faults });
    return { sandbox: sandbox.name, snapshot: name };
  },
  async restoreSnapshot({ input: { name }, caller: { sandbox } }) {
    const found = sandbox.snapshots.get(name);
    if (!found) throw noSnapshot(name, sandbox);
    await sandbox.restore(found, 'restoreSnapshot');
    return { sandbox: sandbox.name, snapshot: name };
  },
  removeSnapshot({ input: { name }, caller: { sandbox } }) {
    if (!sandbox.snapshots.delete(name)) throw noSnapshot(name, sandbox);
  },
};
