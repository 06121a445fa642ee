// The seed of the sandbox: what ids, samples and faults follow from.

import { CopyButton } from '../parts/copy-button.ts';
import { Field } from '../parts/field.ts';
import { html, useState, type VNode } from '../preact.ts';
import { sentenceOf, useLoaded, useSession } from '../session.ts';

export function Seed(): VNode {
  const { sandbox, say } = useSession();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const { value, problem, reload } = useLoaded(
    () => sandbox.seed(),
    [],
    ({ event }) => event === 'seed',
  );
  const sow = async (event: Event) => {
    event.preventDefault();
    setRefused(undefined);
    try {
      say(`Ids and samples follow from ${await sandbox.seed(typed)} from now on.`, 'good');
      setTyped('');
      reload();
    } catch (thrown) {
      setRefused(sentenceOf(thrown));
    }
  };
  return html`<section class="seed">
    <h2>Seed</h2>
    <p>Ids, samples and faults follow from it: the same records, the same time and the same seed give the same answers, byte by byte.</p>
    ${problem !== undefined && html`<p class="problem">${problem}</p>`}
    ${value !== undefined && html`<p class="row"><output class="sown">${value}</output> <${CopyButton} text=${value} label="Copy" /></p>`}
    <form class="with" onSubmit=${sow}>
      <${Field} label="Another seed" value=${typed} onInput=${setTyped} problem=${refused} hint="Any word: from now on, ids and samples follow from it" more=${{ required: true }} />
      <button type="submit">Sow it</button>
    </form>
  </section>`;
}
