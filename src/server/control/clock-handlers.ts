// Reads and sets clock and random seed of a sandbox.

import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { parseDuration } from './parse-duration.ts';

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
