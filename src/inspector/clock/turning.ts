// What turns the clock: letting time pass, setting it, its speed.

import type { Clock } from '../../client/client.ts';
import { Field } from '../parts/field.ts';
import { html, useState, type VNode } from '../preact.ts';
import { sentenceOf, useSession } from '../session.ts';

interface Props {
  readonly clock: Clock;
  onTurned(clock: Clock): void;
}

type Part = 'advance' | 'set' | 'speed';

const STEPS = [
  ['1m', '+ 1 minute'],
  ['1h', '+ 1 hour'],
  ['1d', '+ 1 day'],
  ['30d', '+ 30 days'],
] as const;

const SPEEDS = [1, 10, 60, 3600];

export function Turning({ clock, onTurned }: Props): VNode {
  const { sandbox } = useSession();
  const [duration, setDuration] = useState('');
  const [moment, setMoment] = useState(() => clock.now.slice(0, 19));
  const [speed, setSpeed] = useState('');
  /** What was refused, and which part asked. */
  const [refused, setRefused] = useState<{ readonly part: Part; readonly message: string } | undefined>(undefined);
  const turn = async (part: Part, work: () => Promise<Clock>) => {
    setRefused(undefined);
    try {
      onTurned(await work());
    } catch (thrown) {
      setRefused({ part, message: sentenceOf(thrown) });
    }
  };
  const problem = (part: Part) => (refused?.part === part ? refused.message : undefined);
  const submit = (work: () => unknown) => (event: Event) => {
    event.preventDefault();
    work();
  };
  // Browsers leave seconds out that are none.
  const momentSaid = () => `${moment}${/T\d\d:\d\d$/.test(moment) ? ':00' : ''}Z`;
  return html`<section>
      <h2>Let time pass</h2>
      <p class="row">${STEPS.map(([by, text]) => html`<button key=${by} type="button" onClick=${() => turn('advance', () => sandbox.clock.advance(by))}>${text}</button>`)}</p>
      <form class="with" onSubmit=${submit(() => turn('advance', () => sandbox.clock.advance(duration)))}>
        <${Field} label="Another duration" value=${duration} onInput=${setDuration} problem=${problem('advance')} hint="Such as 2h 30m: ms, s, m, h, d, w" more=${{ required: true }} />
        <button type="submit">Let it pass</button>
      </form>
    </section>
    <section>
      <h2>Set it</h2>
      <form class="with" onSubmit=${submit(() => turn('set', () => sandbox.clock.set(momentSaid())))}>
        <${Field} label="Time (UTC)" value=${moment} onInput=${setMoment} problem=${problem('set')} hint="It may lie before the present one"
          more=${{ type: 'datetime-local', step: '1', required: true, min: '1970-01-01T00:00:00', max: '9899-12-31T23:59:59' }} />
        <button type="submit">Set it</button>
      </form>
      <p class="row"><button type="button" onClick=${() => turn('set', () => sandbox.clock.freeze(momentSaid()))}>Set and stop</button></p>
    </section>
    <section>
      <h2>Speed</h2>
      <p class="row">${SPEEDS.map((times) => html`<button key=${times} type="button" aria-pressed=${clock.speed === times ? 'true' : 'false'} onClick=${() => turn('speed', () => sandbox.clock.speed(times))}>${times} ×</button>`)}</p>
      <form class="with" onSubmit=${submit(() => turn('speed', () => sandbox.clock.speed(Number(speed))))}>
        <${Field} label="Another speed" value=${speed} onInput=${setSpeed} problem=${problem('speed')} hint="How many times as fast as the clock of the machine"
          more=${{ type: 'number', step: 'any', min: '0', required: true }} />
        <button type="submit">Run so fast</button>
      </form>
    </section>`;
}
