// The tab Faults: what is to go wrong, how often it was met, and the form that plans more.

import type { Fault, FaultPlan } from '../../client/client.ts';
import { Ask } from '../parts/dialog.ts';
import { FilterField } from '../parts/filter-field.ts';
import { Beside } from '../parts/side.ts';
import { adoptStyle } from '../parts/style.ts';
import { VirtualList } from '../parts/virtual-list.ts';
import { html, useMemo, useRef, useState, type VNode } from '../preact.ts';
import { useEvents, useLoaded, useSession } from '../session.ts';
import type { TabProps } from '../tab.ts';
import { Detail } from './detail.ts';
import { PlanForm } from './plan-form.ts';
import { plansAfter } from './plans.ts';
import { rowOf, wordsIn } from './row.ts';
import { FAULTS_STYLE } from './style.ts';

adoptStyle(FAULTS_STYLE);

const NONE: readonly Fault[] = [];
/** In pixels. */
const ROW = 58;

export function FaultsTab({ rest }: TabProps): VNode {
  const { sandbox, go, say } = useSession();
  const [text, setText] = useState('');
  /** What the form begins with; undefined while it is not there. */
  const [planning, setPlanning] = useState<{ readonly plan?: FaultPlan } | undefined>(undefined);
  const [isLiftingAll, setIsLiftingAll] = useState(false);
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
  const liftAll = async () => {
    await sandbox.removeFaults();
    say('Nothing is to go wrong any more.', 'good');
  };
  const side =
    chosen &&
    html`<${Detail} key=${chosen.id} fault=${chosen} onLike=${() => setPlanning({ plan: chosen.plan })} onClose=${close} />`;
  return html`<${Beside} name="faults" side=${side} onClose=${close}>
    <div class="tools">
      <${FilterField} label="Filter the plans" value=${text} onInput=${setText} />
      <span class="soft count">${shown.length === faults.length ? faults.length : `${shown.length} of ${faults.length}`}</span>
      <span class="end"></span>
      <button type="button" disabled=${faults.length === 0} onClick=${() => setIsLiftingAll(true)}>Lift all…</button>
      <button type="button" class="main" onClick=${() => setPlanning({})}>Plan a fault…</button>
    </div>
    ${
      problem === undefined
        ? html`<${VirtualList} label="Fault plans" items=${shown} keyOf=${({ id }: Fault) => id} row=${rowOf} rowHeight=${ROW} chosen=${chosen?.id}
            onChoose=${({ id }: Fault, isOpened: boolean) => (isOpened || chosen) && go({ rest: [id] }, !chosen)}
            empty=${plans === undefined ? 'Looking…' : faults.length === 0 ? 'Nothing is to go wrong. Plan a fault, and requests meet it.' : 'None of the plans fits.'} />`
        : html`<p class="problem">${problem}</p>`
    }
    ${planning && html`<${PlanForm} plan=${planning.plan} onClose=${() => setPlanning(undefined)} />`}
    ${
      isLiftingAll &&
      html`<${Ask} title="Lift all plans" act="Lift them" tone="grave" onClose=${() => setIsLiftingAll(false)}
        onAct=${liftAll}>
        <p>Nothing goes wrong in ${sandbox.name} any more, and what was counted is forgotten.</p>
      <//>`
    }
  <//>`;
}
