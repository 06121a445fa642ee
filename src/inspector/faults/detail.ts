// What is known of one plan, and what can be done with it.

import type { Fault } from '../../client/client.ts';
import { JsonView } from '../parts/json-view.ts';
import { Facts, Side } from '../parts/side.ts';
import { html, type VNode } from '../preact.ts';
import { useDoing, useSession } from '../session.ts';
import { stateOf } from './row.ts';
import { stepsWords, whenWords } from './words.ts';

interface Props {
  readonly fault: Fault;
  onLike(): void;
  onClose(): void;
}

export function Detail({ fault, onLike, onClose }: Props): VNode {
  const { sandbox } = useSession();
  const doing = useDoing();
  const { id, plan, matched, met, paused, over } = fault;
  const pause = (isPaused: boolean) =>
    doing(() => sandbox.control('updateFault', { id, paused: isPaused }), isPaused ? `${id} rests.` : `${id} goes on.`);
  const lift = async () => {
    await doing(() => sandbox.control('removeFault', { id }), `${id} is lifted.`);
    onClose();
  };
  return html`<${Side} title=${id} onClose=${onClose}>
    <p><b>${whenWords(plan)}:</b> ${stepsWords(plan)}.</p>
    <p class="row">
      <button type="button" role="switch" aria-checked=${paused ? 'false' : 'true'} class="switch" disabled=${over} onClick=${() => pause(!paused)}>In force</button>
      <button type="button" onClick=${onLike}>Another one like it…</button>
      <button type="button" onClick=${lift}>Lift</button>
    </p>
    <${Facts} of=${[['State', stateOf(fault)], ['Requests it was for', matched], ['Requests that met it', met]]} />
    ${matched === 0 && html`<p class="soft">No request has matched it so far. If one should have, what it is for may have a mistake.</p>`}
    <h3>The plan</h3>
    <div class="boxed"><${JsonView} value=${plan} /></div>
  <//>`;
}
