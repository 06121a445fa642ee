// An analog clock. Hidden from screen readers.

import { html, type VNode } from '../preact.ts';

interface Props {
  /** Milliseconds since 1970, shown as UTC. */
  readonly time: number;
  readonly isFrozen: boolean;
  /** Whether to show the second hand, which moves all the time. */
  readonly hasSeconds: boolean;
}

export function AnalogClock({ time, isFrozen, hasSeconds }: Props): VNode {
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
