// Lets requests like an exchange go wrong from now on.

import type { FaultPlan, FaultStep } from '../../client/client.ts';
import { Ask } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { WholeExchange } from '../rows.ts';
import { useSession } from '../session.ts';
import { faultPlanOf, type Like, WRONGS } from './fault-plan.ts';

export function FaultDialog({
  exchange,
  onClose,
}: {
  readonly exchange: WholeExchange;
  readonly onClose: () => void;
}): VNode {
  const { sandbox, go, say, tabs } = useSession();
  const { operation, caller, requestBody } = exchange;
  const [like, setLike] = useState<Like>({
    by: operation === undefined ? 'path' : 'operation',
    caller: false,
    body: false,
    times: '1',
  });
  const [wrong, setWrong] = useState(0);
  const step: FaultStep = WRONGS[wrong]?.step ?? {};
  const plan: FaultPlan = faultPlanOf(exchange, like, step);
  const act = async () => {
    const { id } = await sandbox.fault(plan);
    say(`${id} is planned.`, 'good');
    if (tabs.includes('faults')) go({ tab: 'faults', rest: [id] });
  };
  const check = (name: 'caller' | 'body', label: string) =>
    html`<label class="choice"><input type="checkbox" checked=${like[name]} onChange=${() => setLike({ ...like, [name]: !like[name] })} /> ${label}</label>`;
  return html`<${Ask} title="Make this a fault" act="Plan it" onAct=${act} onClose=${onClose}>
    <label>What goes wrong
      <select value=${wrong} onChange=${(event: Event) => setWrong(Number((event.target as HTMLSelectElement).value))}>
        ${WRONGS.map(({ label }, index) => html`<option key=${label} value=${index}>${label}</option>`)}
      </select></label>
    <label>For
      <select value=${like.by} onChange=${(event: Event) => setLike({ ...like, by: (event.target as HTMLSelectElement).value as Like['by'] })}>
        ${operation !== undefined && html`<option value="operation">each request of ${operation}</option>`}
        <option value="path">each ${exchange.method} of this path</option>
        <option value="all">each request</option>
      </select></label>
    ${caller !== undefined && check('caller', `only of ${caller}`)}
    ${isObject(requestBody) && check('body', 'only with what this body holds')}
    <label>How often <input type="number" min="1" max="1000000" value=${like.times} placeholder="until it is lifted"
      onInput=${(event: InputEvent) => setLike({ ...like, times: (event.target as HTMLInputElement).value })} />
      <small>Nothing: until it is lifted</small></label>
    <pre class="code" tabindex="0" aria-label="The plan">${JSON.stringify(plan, null, 2)}</pre>
  <//>`;
}

function isObject(body: string | undefined): boolean {
  return body !== undefined && /^\s*\{/.test(body);
}
