// Reads and sets clock and random seed of a sandbox.

import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { ControlHandlers } from './control-handlers.ts';

type WorldHandlers = Pick<ControlHandlers, 'showClock' | 'setClock' | 'resetClock' | 'showSeed' | 'setSeed'>;

export const clockHandlers: WorldHandlers = {
  showClock: ({ caller: { sandbox } }) => clockState(sandbox),
  setClock({ input: { set, advance, frozen, speed }, caller: { sandbox } }) {
    sandbox.clock.change({
      set: set === undefined ? undefined : new Date(set),
      advance: advance === undefined ? undefined : parseDuration(advance),
      frozen,
      speed,
    });
    return clockState(sandbox);
  },
  resetClock({ caller: { sandbox } }) {
    sandbox.clock.reset();
    return clockState(sandbox);
  },
  showSeed: ({ caller: { sandbox } }) => ({ sandbox: sandbox.name, seed: sandbox.seed }),
  setSeed({ input: { seed }, caller: { sandbox } }) {
    sandbox.setSeed(seed);
    return { sandbox: sandbox.name, seed };
  },
};

/** As the control API shows it. */
export function clockState({ name, clock }: Sandbox) {
  const { isFrozen: frozen, speed, isSystemTime: machine } = clock;
  return { sandbox: name, now: clock.now().toISOString(), frozen, speed, machine };
}

/** Milliseconds in each unit. */
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A duration in milliseconds. @param text - of numbers with units, as the document of the control API allows it */
function parseDuration(text: string): number {
  let total = 0;
  for (const [, number, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g))
    total += Number(number) * (UNITS[unit] ?? 0);
  return Math.round(total);
}
