// Reads and sets clock and random seed of a sandbox.

import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { milliseconds } from './duration.ts';

type WorldHandlers = Pick<ControlHandlers, 'showClock' | 'setClock' | 'resetClock' | 'showSeed' | 'setSeed'>;

export const world: WorldHandlers = {
  showClock: ({ caller: { sandbox } }) => shownClock(sandbox),
  setClock({ input: { set, advance, frozen, speed }, caller: { sandbox } }) {
    sandbox.clock.change({
      set: set === undefined ? undefined : new Date(set),
      advance: advance === undefined ? undefined : milliseconds(advance),
      frozen,
      speed,
    });
    return shownClock(sandbox);
  },
  resetClock({ caller: { sandbox } }) {
    sandbox.clock.release();
    return shownClock(sandbox);
  },
  showSeed: ({ caller: { sandbox } }) => ({ sandbox: sandbox.name, seed: sandbox.seed }),
  setSeed({ input: { seed }, caller: { sandbox } }) {
    sandbox.sow(seed);
    return { sandbox: sandbox.name, seed };
  },
};

/** As the control API shows it. */
export function shownClock({ name, clock }: Sandbox) {
  const { isFrozen: frozen, speed, isMachines: machine } = clock;
  return { sandbox: name, now: clock.now().toISOString(), frozen, speed, machine };
}
