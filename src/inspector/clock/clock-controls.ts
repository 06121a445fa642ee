// Controls of the clock: advance, set, speed.

import type { Clock } from '../../client/client.ts';
import { Field } from '../parts/field.ts';
import { html, useState, type VNode } from '../preact.ts';
import { messageOf, useSession } from '../session.ts';

interface Props {
  readonly clock: Clock;
  onChange(clock: Clock): void;
}

type Part = 'advance' | 'set' | 'speed';

const STEPS = [
  ['1m', '+ 1 minute'],
  ['1h', '+ 1 hour'],
  ['1d', '+ 1 day'],
  ['30d', '+ 30 days'],
] as const;

const SPEEDS = [1, 10, 60, 3600];

export function ClockControls({ clock, onChange }: Props): VNode {
  const { sandbox } = useSession();
  const [duration, setDuration] = useState('');
  const [moment, setMoment] = useState(() => clock.now.slice(0, 19));
  const [speed, setSpeed] = useState('');
  /** The last error, and the control that it belongs to. */
  const [failed, setFailed] = useState<{ readonly part: Part; readonly message: string } | undefined>(undefined);
  const turn = async (part: Part, work: () => Promise<Clock>) => {
    setFailed(undefined);
    try {
      onChange(await work());
    } catch (thrown) {
      setFailed({ part, message: messageOf(thrown) });
    }
  };
  const problem = (part: Part) => (failed?.part === part ? failed.message : undefined);
  const submit = (work: () => unknown) => (event: Event) => {
    event.preventDefault();
    work();
  };
  // Browsers leave out seconds that are zero.
  const momentText = () => `${moment}${/T\d\d:\d\d$/.test(moment) ? ':00' : ''}Z`;
  return html`<section>
      <h2>Advance</h2>
      <p class="row">${STEPS.map(([by, text]) => html`<button key=${by} type="button" onClick=${() => turn('advance', () => sandbox.clock.advance(by))}>${text}</button>`)}</p>
      <form class="with" onSubmit=${submit(() => turn('advance', () => sandbox.clock.advance(duration)))}>
        <${Field} label="Duration" value=${duration} onInput=${setDuration} problem=${problem('advance')} hint="For example 2h 30m. Units: ms, s, m, h, d, w" more=${{ required: true }} />
        <button type="submit">Advance</button>
      </form>
    </section>
    <section>
      <h2>Set time</h2>
      <form class="with" onSubmit=${submit(() => turn('set', () => sandbox.clock.set(momentText())))}>
        <${Field} label="Time (UTC)" value=${moment} onInput=${setMoment} problem=${problem('set')} hint="May be in the past"
          more=${{ type: 'datetime-local', step: '1', required: true, min: '1970-01-01T00:00:00', max: '9899-12-31T23:59:59' }} />
        <button type="submit">Set</button>
      </form>
      <p class="row"><button type="button" onClick=${() => turn('set', () => sandbox.clock.freeze(momentText()))}>Set and freeze</button></p>
    </section>
    <section>
      <h2>Speed</h2>
      <p class="row">${SPEEDS.map((times) => html`<button key=${times} type="button" aria-pressed=${clock.speed === times ? 'true' : 'false'} onClick=${() => turn('speed', () => sandbox.clock.speed(times))}>${times} ×</button>`)}</p>
      <form class="with" onSubmit=${submit(() => turn('speed', () => sandbox.clock.speed(Number(speed))))}>
        <${Field} label="Factor" value=${speed} onInput=${setSpeed} problem=${problem('speed')} hint="1 is normal speed"
          more=${{ type: 'number', step: 'any', min: '0', required: true }} />
        <button type="submit">Set speed</button>
      </form>
    </section>`;
}
