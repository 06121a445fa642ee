// The tab Clock: the time of the sandbox as it runs, what turns it, and the seed.

import type { Clock } from '../../client/client.ts';
import { adoptStyle } from '../parts/style.ts';
import { html, useEffect, useState, type VNode } from '../preact.ts';
import { useDoing, useEvents, useLoaded, useMedia, useSession } from '../session.ts';
import { Face } from './face.ts';
import { distanceWords, type Looked, paceWords, timeAt } from './running.ts';
import { Seed } from './seed.ts';
import { CLOCK_STYLE } from './style.ts';
import { Turning } from './turning.ts';

adoptStyle(CLOCK_STYLE);

export function ClockTab(): VNode {
  const { sandbox } = useSession();
  const [looked, setLooked] = useState<Looked | undefined>(undefined);
  const take = (clock: Clock) => setLooked({ clock, at: performance.now() });
  const { problem } = useLoaded(async () => take(await sandbox.clock.show()), []);
  useEvents((events) => {
    const last = events.findLast(({ event }) => event === 'clock');
    if (last?.event === 'clock') take(last.data);
  });
  return html`<div class="clock">
    ${problem !== undefined && html`<p class="problem">${problem}</p>`}
    ${looked && html`<${Dial} looked=${looked} onTurned=${take} />`}
    <div class="turning">
      ${looked && html`<${Turning} clock=${looked.clock} onTurned=${take} />`}
      <${Seed} />
    </div>
  </div>`;
}

interface DialProps {
  readonly looked: Looked;
  onTurned(clock: Clock): void;
}

function Dial({ looked, onTurned }: DialProps): VNode {
  const { sandbox } = useSession();
  const doing = useDoing();
  const turn = async (work: () => Promise<Clock>) => {
    const turned = await doing(work);
    if (turned) onTurned(turned);
  };
  const isCalm = useMedia(CALM);
  const time = useTime(looked, isCalm);
  const { clock } = looked;
  const written = new Date(time).toISOString();
  const [day = '', rest = ''] = written.split('T');
  const distance = clock.machine ? undefined : distanceWords(time, Date.now());
  return html`<section class="dial" aria-label=${`The time in ${sandbox.name}`}>
    <${Face} time=${time} isStill=${clock.frozen} hasSeconds=${!isCalm} />
    <div>
      <p class="time" role="timer"><time datetime=${written}><span class="day">${dayWords(time)}</span>
        <span class="digits">${rest.slice(0, isCalm ? 5 : 8)}</span></time> <abbr title="Coordinated Universal Time">UTC</abbr></p>
      <p class="pace" role="status"><span class="state" data-still=${clock.frozen ? '' : undefined}>${paceWords(clock)}</span>
        ${distance !== undefined && html` <span class="soft">${distance} of the machine</span>`}</p>
      <p class="soft iso">${day}T${rest.slice(0, isCalm ? 5 : 8)}Z</p>
      <p class="row">
        <button type="button" class="main" onClick=${() => turn(() => (clock.frozen ? sandbox.clock.resume() : sandbox.clock.freeze()))}>${clock.frozen ? 'Let it go on' : 'Stop it'}</button>
        <button type="button" disabled=${clock.machine} onClick=${() => turn(() => sandbox.clock.reset())}>Back to the machine’s time</button>
      </p>
    </div>
  </section>`;
}

/** The time as it runs: by the second, or by the minute where nothing should move. */
function useTime(looked: Looked, isCalm: boolean): number {
  const [time, setTime] = useState(() => timeAt(looked, performance.now()));
  useEffect(() => {
    const unit = isCalm ? 60_000 : 1000;
    const shownOf = (milliseconds: number) => Math.floor(milliseconds / unit) * unit;
    const look = () =>
      setTime((before) => {
        const now = timeAt(looked, performance.now());
        return shownOf(now) === shownOf(before) && before !== 0 ? before : now;
      });
    setTime(timeAt(looked, performance.now()));
    if (looked.clock.frozen) return undefined;
    const timer = setInterval(look, isCalm ? 5000 : 100);
    return () => clearInterval(timer);
  }, [looked, isCalm]);
  return time;
}

const CALM = '(prefers-reduced-motion: reduce)';

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

function dayWords(time: number): string {
  return DAY.format(time);
}
