// Commands about what a sandbox answers under: faults and time.

import type { Clock, Fault, FaultPlan } from '../../client/client.ts';
import type { SandboxClock } from '../../client/clock.ts';
import { readPlan } from '../../fault/plan-text.ts';
import { Problems } from '../../schema/problems.ts';
import { columns } from '../columns.ts';
import { counted, type Steering } from './steering.ts';

export const fault: Steering = {
  usage: ["fault 'updateApp: status=503, times=2'", 'fault', 'fault --lift ID'],
  about: 'Lets something go wrong, as `serve --fault` does; shows what is to go wrong; lets it go well again.',
  flags: { lift: { takes: 'ID', help: 'lift this plan, or all of them (--lift all)' } },
  words: [0, 1],
  async run(sandbox, { words: [text], flags: { lift } }) {
    if (lift !== undefined) {
      await (lift === 'all' ? sandbox.removeFaults() : sandbox.control('removeFault', { id: String(lift) }));
      return { value: {}, lines: [lift === 'all' ? 'All faults are lifted.' : `The fault ${lift} is lifted.`] };
    }
    if (text !== undefined) {
      const value = await sandbox.control('addFault', readPlan(text) as FaultPlan);
      return { value, lines: [`${value.id} is in force; understudy fault --lift ${value.id} lifts it.`] };
    }
    const value = await sandbox.control('listFaults');
    return { value, lines: value.faults.length > 0 ? columns(value.faults.map(rowOf)) : ['Nothing is to go wrong.'] };
  },
};

function rowOf({ id, paused, over, matched, met, plan }: Fault): readonly string[] {
  const state = over ? 'over' : paused ? 'rests' : 'in force';
  return [id, state, `met by ${met} of ${counted(matched, 'request')}`, JSON.stringify(plan)];
}

export const clock: Steering = {
  usage: [
    'clock',
    'clock set TIME',
    'clock advance DURATION',
    'clock freeze [TIME]',
    'clock resume',
    'clock speed TIMES',
    'clock release',
  ],
  about:
    'Shows the time of a sandbox, sets it (2027-01-01T00:00:00Z), lets it pass (2h 30m), stops it, lets it go on, faster, or with the machine again.',
  words: [0, 3],
  async run(sandbox, { words: [deed, ...rest] }) {
    const value = await turned(sandbox.clock, deed, rest.join(' '));
    const pace = value.frozen
      ? ', and stands still'
      : value.speed === 1
        ? ''
        : `, and runs ${value.speed} times as fast`;
    return { value, lines: [`It is ${value.now}${pace}${value.machine ? ', as on the machine' : ''}.`] };
  },
};

function turned(clock: SandboxClock, deed: string | undefined, given: string): Promise<Clock> {
  const needed = () => {
    if (given !== '') return given;
    throw new Problems(`Say to what: understudy clock ${deed} …`, []);
  };
  switch (deed) {
    case undefined:
      return clock.show();
    case 'set':
      return clock.set(needed());
    case 'advance':
      return clock.advance(needed());
    case 'freeze':
      return clock.freeze(given === '' ? undefined : given);
    case 'speed':
      return clock.speed(Number(needed()));
    case 'resume':
      return clock.resume();
    case 'release':
      return clock.reset();
  }
  throw new Problems(`A clock cannot "${deed}": it can set, advance, freeze, resume, speed and release.`, []);
}
