// Adds a fault for requests like a recorded one.

import type { FaultPlan, FaultStep } from '../../client/client.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { FormDialog } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { Exchange } from '../rows.ts';
import { useSession } from '../session.ts';
import { EFFECTS, faultPlanOf, type Like } from './fault-plan.ts';

interface Props {
  readonly exchange: Exchange;
  onClose(): void;
}

export function FaultDialog({ exchange, onClose }: Props): VNode {
  const { sandbox, go, notify } = useSession();
  const { operation, caller, requestBody } = exchange;
  const [like, setLike] = useState<Like>({
    by: operation === undefined ? 'path' : 'operation',
    caller: false,
    body: false,
    times: '1',
  });
  const [effect, setEffect] = useState(0);
  const step: FaultStep = EFFECTS[effect]?.step ?? {};
  const plan: FaultPlan = faultPlanOf(exchange, like, step);
  const submit = async () => {
    const { id } = await sandbox.fault(plan);
    notify(`${id} was added.`, 'good');
    go({ tab: 'faults', rest: [id] });
  };
  const check = (name: 'caller' | 'body', label: string) =>
    html`<label class="choice"><input type="checkbox" checked=${like[name]} onChange=${() => setLike({ ...like, [name]: !like[name] })} /> ${label}</label>`;
  return html`<${FormDialog} title="Add fault" act="Add" onAct=${submit} onClose=${onClose}>
    <label>Effect
      <select value=${effect} onChange=${(event: Event) => setEffect(Number((event.target as HTMLSelectElement).value))}>
        ${EFFECTS.map(({ label }, index) => html`<option key=${label} value=${index}>${label}</option>`)}
      </select></label>
    <label>Requests
      <select value=${like.by} onChange=${(event: Event) => setLike({ ...like, by: (event.target as HTMLSelectElement).value as Like['by'] })}>
        ${operation !== undefined && html`<option value="operation">${operation}</option>`}
        <option value="path">${exchange.method} with this path</option>
        <option value="all">All requests</option>
      </select></label>
    ${caller !== undefined && check('caller', `only from ${caller}`)}
    ${isObject(requestBody) && check('body', 'only with the values of this body')}
    <label>Number of requests <input type="number" min="1" max="1000000" value=${like.times} placeholder="until removed"
      onInput=${(event: InputEvent) => setLike({ ...like, times: (event.target as HTMLInputElement).value })} />
      <small>Empty: all until the fault is removed</small></label>
    <pre class="code" tabindex="0" aria-label="Fault as JSON">${stringifyJson(plan, null, 2)}</pre>
  <//>`;
}

function isObject(body: string | undefined): boolean {
  return body !== undefined && /^\s*\{/.test(body);
}
