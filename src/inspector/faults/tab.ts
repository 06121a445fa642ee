// The Faults tab: faults, how often they were applied, and the form to add one.

import type { Fault, FaultPlan } from '../../client/client.ts';
import { FormDialog } from '../parts/dialog.ts';
import { FilterField } from '../parts/filter-field.ts';
import { MasterDetail } from '../parts/master-detail.ts';
import { adoptStyle } from '../parts/style.ts';
import { VirtualList } from '../parts/virtual-list.ts';
import { html, useMemo, useRef, useState, type VNode } from '../preact.ts';
import { useAction, useEvents, useLoaded, useSession } from '../session.ts';
import type { TabProps } from '../tab.ts';
import { Detail } from './detail.ts';
import { plansAfter } from './fault-plans.ts';
import { PlanForm } from './plan-form.ts';
import { rowOf, wordsIn } from './row.ts';
import { FAULTS_STYLE } from './style.ts';

adoptStyle(FAULTS_STYLE);

const NONE: readonly Fault[] = [];
/** In pixels. */
const ROW = 58;

export function FaultsTab({ rest }: TabProps): VNode {
  const { sandbox, go, notify, live } = useSession();
  const run = useAction();
  const [text, setText] = useState('');
  /** The initial values of the open form; undefined while it is closed. */
  const [form, setForm] = useState<{ readonly plan?: FaultPlan; readonly operation?: string | undefined } | undefined>(
    undefined,
  );
  const [isRemovingAll, setIsRemovingAll] = useState(false);
  const [plans, setPlans] = useState<readonly Fault[] | undefined>(undefined);
  const known = useRef(plans);
  known.current = plans;
  const { problem } = useLoaded(
    async () => setPlans(await sandbox.faults()),
    [],
    ({ event, data }) => event === 'fault' && known.current?.every(({ id }) => id !== data.id) === true,
  );
  useEvents((events) => setPlans((before) => before && plansAfter(before, events)));
  const faults = plans ?? NONE;
  const wanted = text.trim().toLowerCase();
  const shown = useMemo(
    () => (wanted === '' ? faults : faults.filter((one) => wordsIn(one).includes(wanted))),
    [faults, wanted],
  );
  const chosen = faults.find(({ id }) => id === rest[0]);
  const close = () => go({ rest: [] });
  const removeAll = async () => {
    await sandbox.removeFaults();
    notify('All faults were removed.', 'good');
  };
  const add = async () => {
    const recent = live.rows.find(({ operation }) => operation !== undefined)?.operation;
    const operation = recent ?? (await run(() => sandbox.control('listOperations', { limit: 1 })))?.operations[0]?.id;
    setForm({ operation });
  };
  const side =
    chosen &&
    html`<${Detail} key=${chosen.id} fault=${chosen} onDuplicate=${() => setForm({ plan: chosen.plan })} onClose=${close} />`;
  return html`<${MasterDetail} name="faults" side=${side} onClose=${close}>
    <div class="tools">
      <${FilterField} label="Filter faults" value=${text} onInput=${setText} />
      <span class="soft count">${shown.length === faults.length ? faults.length : `${shown.length} of ${faults.length}`}</span>
      <span class="end"></span>
      <button type="button" disabled=${faults.length === 0} onClick=${() => setIsRemovingAll(true)}>Remove all…</button>
      <button type="button" class="main" onClick=${add}>Add fault…</button>
    </div>
    ${
      problem === undefined
        ? html`<${VirtualList} label="Faults" items=${shown} keyOf=${({ id }: Fault) => id} row=${rowOf} rowHeight=${ROW} chosen=${chosen?.id}
            onChoose=${({ id }: Fault, isOpened: boolean) => (isOpened || chosen) && go({ rest: [id] }, !chosen)}
            empty=${plans === undefined ? 'Loading…' : faults.length === 0 ? 'No faults. Add one to simulate errors.' : 'No matching faults.'} />`
        : html`<p class="problem">${problem}</p>`
    }
    ${form && html`<${PlanForm} plan=${form.plan} operation=${form.operation} onClose=${() => setForm(undefined)} />`}
    ${
      isRemovingAll &&
      html`<${FormDialog} title="Remove all faults" act="Remove" tone="grave" onClose=${() => setIsRemovingAll(false)}
        onAct=${removeAll}>
        <p>This removes all faults of ${sandbox.name} and their counters.</p>
      <//>`
    }
  <//>`;
}
