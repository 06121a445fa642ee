// The time and the chance of a sandbox, shown and changed.

import type { Sandbox } from '../engine/sandbox.ts';
import { milliseconds } from './duration.ts';
import type { ControlHandlers } from './principal.ts';

type WorldHandlers = Pick<ControlHandlers, 'showClock' | 'changeClock' | 'releaseClock' | 'showSeed' | 'sowSeed'>;

export const world: WorldHandlers = {
  showClock: ({ principal: { sandbox } }) => shownClock(sandbox),
  changeClock({ input: { set, advance, frozen, speed }, principal: { sandbox } }) {
    sandbox.clock.change({
      set: set === undefined ? undefined : new Date(set),
      advance: advance === undefined ? undefined : milliseconds(advance),
      frozen,
      speed,
    });
    return shownClock(sandbox);
  },
  releaseClock({ principal: { sandbox } }) {
    sandbox.clock.release();
    return shownClock(sandbox);
  },
  showSeed: ({ principal: { sandbox } }) => ({ sandbox: sandbox.name, seed: sandbox.seed }),
  sowSeed({ input: { seed }, principal: { sandbox } }) {
    sandbox.sow(seed);
    return { sandbox: sandbox.name, seed };
  },
};

/** As the control API shows it. */
export function shownClock({ name, clock }: Sandbox) {
  const { isFrozen: frozen, speed, isMachines: machine } = clock;
  return { sandbox: name, now: clock.now().toISOString(), frozen, speed, machine };
}
