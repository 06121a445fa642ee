// The Clock tab: the time of the sandbox, its controls, and the random seed.

import type { Clock } from '../../client/client.ts';
import { adoptStyle } from '../parts/style.ts';
import { html, useEffect, useState, type VNode } from '../preact.ts';
import { useAction, useEvents, useLoaded, useMedia, useSession } from '../session.ts';
import { ClockControls } from './clock-controls.ts';
import { type ClockReading, distanceWords, paceWords, timeAt } from './running.ts';
import { Seed } from './seed.ts';
import { CLOCK_STYLE } from './style.ts';

adoptStyle(CLOCK_STYLE);

export function ClockTab(): VNode {
  const { sandbox } = useSession();
  const [reading, setReading] = useState<ClockReading | undefined>(undefined);
  const take = (clock: Clock) => setReading({ clock, at: performance.now() });
  const { problem } = useLoaded(async () => take(await sandbox.clock.show()), []);
  useEvents((events) => {
    const last = events.findLast(({ event }) => event === 'clock');
    if (last?.event === 'clock') take(last.data);
  });
  return html`<div class="clock">
    ${problem !== undefined && html`<p class="problem">${problem}</p>`}
    ${reading && html`<${Dial} reading=${reading} onChange=${take} />`}
    <div class="controls">
      ${reading && html`<${ClockControls} clock=${reading.clock} onChange=${take} />`}
      <${Seed} />
    </div>
  </div>`;
}

interface DialProps {
  readonly reading: ClockReading;
  onChange(clock: Clock): void;
}

function Dial({ reading, onChange }: DialProps): VNode {
  const { sandbox } = useSession();
  const run = useAction();
  const turn = async (work: () => Promise<Clock>) => {
    const turned = await run(work);
    if (turned) onChange(turned);
  };
  const isCalm = useMedia(CALM);
  const time = useTime(reading, isCalm);
  const { clock } = reading;
  const written = new Date(time).toISOString();
  const [day = '', rest = ''] = written.split('T');
  const distance = clock.machine ? undefined : distanceWords(time, Date.now());
  return html`<section class="dial" aria-label=${`The time in ${sandbox.name}`}>
    <${AnalogClock} time=${time} isFrozen=${clock.frozen} hasSeconds=${!isCalm} />
    <div>
      <p class="time" role="timer"><time datetime=${written}><span class="day">${dayWords(time)}</span>
        <span class="digits">${rest.slice(0, isCalm ? 5 : 8)}</span></time> <abbr title="Coordinated Universal Time">UTC</abbr></p>
      <p class="pace" role="status"><span class="state" data-frozen=${clock.frozen ? '' : undefined}>${paceWords(clock)}</span>
        ${distance !== undefined && html` <span class="soft">${distance} of system time</span>`}</p>
      <p class="soft iso">${day}T${rest.slice(0, isCalm ? 5 : 8)}Z</p>
      <p class="row">
        <button type="button" class="main" onClick=${() => turn(() => (clock.frozen ? sandbox.clock.resume() : sandbox.clock.freeze()))}>${clock.frozen ? 'Resume' : 'Freeze'}</button>
        <button type="button" disabled=${clock.machine} onClick=${() => turn(() => sandbox.clock.reset())}>Reset to system time</button>
      </p>
    </div>
  </section>`;
}

/** The running time: by the second, or by the minute for reduced motion. */
function useTime(reading: ClockReading, isCalm: boolean): number {
  const [time, setTime] = useState(() => timeAt(reading, performance.now()));
  useEffect(() => {
    const unit = isCalm ? 60_000 : 1000;
    const shownOf = (milliseconds: number) => Math.floor(milliseconds / unit) * unit;
    const look = () =>
      setTime((before) => {
        const now = timeAt(reading, performance.now());
        return shownOf(now) === shownOf(before) && before !== 0 ? before : now;
      });
    setTime(timeAt(reading, performance.now()));
    if (reading.clock.frozen) return undefined;
    const timer = setInterval(look, isCalm ? 5000 : 100);
    return () => clearInterval(timer);
  }, [reading, isCalm]);
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

interface Props {
  /** Milliseconds since 1970, shown as UTC. */
  readonly time: number;
  readonly isFrozen: boolean;
  /** Whether to show the second hand, which moves all the time. */
  readonly hasSeconds: boolean;
}

/** An analog clock. Hidden from screen readers. */
function AnalogClock({ time, isFrozen, hasSeconds }: Props): VNode {
  const seconds = Math.floor(time / 1000) % 86_400;
  const hand = (turns: number) => `rotate(${(turns % 1) * 360} 50 50)`;
  const ticks = Array.from({ length: 12 }, (_, hour) => hour);
  return html`<svg class="face" data-frozen=${isFrozen ? '' : undefined} viewBox="0 0 100 100" aria-hidden="true">
    <circle class="rim" cx="50" cy="50" r="47" />
    ${ticks.map((hour) => html`<line key=${hour} class="tick" x1="50" y1=${hour % 3 === 0 ? 8 : 9.5} x2="50" y2="14" transform=${`rotate(${hour * 30} 50 50)`} />`)}
    <line class="hour" x1="50" y1="52" x2="50" y2="27" transform=${hand(seconds / 43_200)} />
    <line class="minute" x1="50" y1="53" x2="50" y2="15" transform=${hand(seconds / 3600)} />
    ${hasSeconds && html`<line class="second" x1="50" y1="58" x2="50" y2="12" transform=${hand(seconds / 60)} />`}
    <circle class="pin" cx="50" cy="50" r="2.4" />
  </svg>`;
}
