// The random seed of the sandbox.

import { CopyButton } from '../parts/copy-button.ts';
import { Field } from '../parts/field.ts';
import { html, useState, type VNode } from '../preact.ts';
import { messageOf, useLoaded, useSession } from '../session.ts';

export function Seed(): VNode {
  const { sandbox, notify } = useSession();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const {
    value,
    problem: loadProblem,
    reload,
  } = useLoaded(
    () => sandbox.seed(),
    [],
    ({ event }) => event === 'seed',
  );
  const submit = async (event: Event) => {
    event.preventDefault();
    setProblem(undefined);
    try {
      notify(`The random seed is ${await sandbox.seed(typed)}.`, 'good');
      setTyped('');
      reload();
    } catch (thrown) {
      setProblem(messageOf(thrown));
    }
  };
  return html`<section class="seed">
    <h2>Random seed</h2>
    <p>Ids, generated data and random faults depend on the seed. The same data, time and seed give identical responses.</p>
    ${loadProblem !== undefined && html`<p class="problem">${loadProblem}</p>`}
    ${value !== undefined && html`<p class="row"><output class="value">${value}</output> <${CopyButton} text=${value} label="Copy" /></p>`}
    <form class="with" onSubmit=${submit}>
      <${Field} label="New seed" value=${typed} onInput=${setTyped} problem=${problem} hint="Any text" more=${{ required: true }} />
      <button type="submit">Set seed</button>
    </form>
  </section>`;
}
