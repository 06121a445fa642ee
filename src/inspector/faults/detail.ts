// The details of one fault, and buttons to pause, copy and remove it.

import type { Fault } from '../../client/client.ts';
import { JsonView } from '../parts/json-view.ts';
import { Facts, Side } from '../parts/master-detail.ts';
import { html, type VNode } from '../preact.ts';
import { useAction, useSession } from '../session.ts';
import { stateOf } from './row.ts';
import { stepsWords, whenWords } from './words.ts';

interface Props {
  readonly fault: Fault;
  onDuplicate(): void;
  onClose(): void;
}

export function Detail({ fault, onDuplicate, onClose }: Props): VNode {
  const { sandbox } = useSession();
  const run = useAction();
  const { id, plan, matched, met, paused, over } = fault;
  const pause = (isPaused: boolean) =>
    run(
      () => sandbox.control('updateFault', { id, paused: isPaused }),
      isPaused ? `${id} is paused.` : `${id} is active.`,
    );
  const remove = async () => {
    await run(() => sandbox.control('removeFault', { id }), `${id} was removed.`);
    onClose();
  };
  return html`<${Side} title=${id} onClose=${onClose}>
    <p><b>${whenWords(plan)}:</b> ${stepsWords(plan)}</p>
    <p class="row">
      <button type="button" role="switch" aria-checked=${paused ? 'false' : 'true'} class="switch" disabled=${over} onClick=${() => pause(!paused)}>Active</button>
      <button type="button" onClick=${onDuplicate}>Duplicate…</button>
      <button type="button" onClick=${remove}>Remove</button>
    </p>
    <${Facts} of=${[['State', stateOf(fault)], ['Matching requests', matched], ['Applied to', met]]} />
    ${matched === 0 && html`<p class="soft">No request has matched yet. If one should have, check what the fault applies to.</p>`}
    <h3>Plan</h3>
    <div class="boxed"><${JsonView} value=${plan} /></div>
  <//>`;
}
