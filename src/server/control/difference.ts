// Compares two states: of sandboxes, snapshots or fixtures.

import type { StoreState } from '../../store/state.ts';
import type { RecordForm } from '../pipeline/api/record-form.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../pipeline/sandbox/sandboxes.ts';
import { storeOf } from './api-store.ts';
import { editsOf, firstRecords } from './changes.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { noSandbox, noSnapshot } from './unknown-names.ts';

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
