// How sandboxes go on at two replicas that have not heard of each other yet: what either did is done at both.

import { describe, expect, test } from 'vitest';
import { openSharedRecords } from '../../src/cluster/replica.ts';
import { SharedSandboxStates } from '../../src/cluster/shared-sandbox-states.ts';
import { SharedTallies } from '../../src/cluster/shared-tallies.ts';
import type { FaultPlan } from '../../src/server/pipeline/faults/fault-plan.ts';
import { Sandbox } from '../../src/server/pipeline/sandbox/sandbox.ts';
import { createSharedPlace } from '../support/shared-place.ts';

const PLAN: FaultPlan = { steps: [{ code: 'unavailable' }] };
const CANDIDATE = {
  api: 'pets',
  operation: { id: 'listPets', method: 'GET', path: '/pets' },
  path: () => '/pets',
  caller: undefined,
  body: undefined,
  headers: {},
};

/** A sandbox at two replicas, which hear of each other when they ask. */
async function atTwo() {
  const place = createSharedPlace();
  place.isQuiet = true;
  const at = async () => {
    const shared = await openSharedRecords(place);
    const tallies = new SharedTallies(place.counted, { apis: [], isLocal: false });
    const states = new SharedSandboxStates(shared, { requestLogs: undefined, tallies }, 'strong');
    const sandbox = new Sandbox({ name: 'main', stores: new Map(), now: () => new Date(0), seed: 'seed', tallies });
    states.follow(sandbox);
    const learn = async () => {
      await shared.newest();
      states.follow(sandbox);
    };
    return { sandbox, shared, worlds: states, tallies, learn, publish: () => states.publish(sandbox) };
  };
  return [await at(), await at()] as const;
}

const shown = ({ clock, seed, faults }: Sandbox) => ({
  now: clock.now().getTime(),
  seed,
  plans: faults.all().map(({ id, isPaused, met }) => `${id} ${isPaused ? 'paused' : met}`),
});

/** What is done at one replica and at the other, and what both show after that. */
const CASES: readonly [what: string, one: Deed, other: Deed, plans: readonly string[], rest?: object][] = [
  ['a count', ({ faults }) => void faults.match(CANDIDATE), nothing, ['fault-1 1']],
  ['a clock and a count', ({ clock }) => clock.change({ advance: 5 }), count, ['fault-1 1'], { now: 5 }],
  ['a count and a clock', count, ({ clock }) => clock.change({ advance: 5 }), ['fault-1 1'], { now: 5 }],
  ['a seed and a count', (sandbox) => sandbox.setSeed('other'), count, ['fault-1 1'], { seed: 'other' }],
  [
    'a seed and a clock',
    (sandbox) => sandbox.setSeed('x'),
    ({ clock }) => clock.change({ advance: 5 }),
    ['fault-1 0'],
    { seed: 'x', now: 5 },
  ],
  ['a new plan and a count', ({ faults }) => void faults.add(PLAN), count, ['fault-1 1', 'fault-2 0']],
  ['a lifted plan and a count', ({ faults }) => faults.remove('fault-1'), count, []],
  ['a count and a lifted plan', count, ({ faults }) => faults.remove('fault-1'), []],
  [
    'a plan that rests and another one',
    ({ faults }) => void faults.pause('fault-1', true),
    add,
    ['fault-1 paused', 'fault-2 0'],
  ],
  [
    'two clocks: the later one',
    ({ clock }) => clock.change({ advance: 5 }),
    ({ clock }) => clock.change({ advance: 7 }),
    ['fault-1 0'],
    { now: 7 },
  ],
];

type Replica = Awaited<ReturnType<typeof atTwo>>[number];

type Deed = (sandbox: Sandbox) => void;
function nothing(): void {}
function count({ faults }: Sandbox): void {
  faults.match(CANDIDATE);
}
function add({ faults }: Sandbox): void {
  faults.add(PLAN);
}

describe('what happened at two replicas at the same time', () => {
  describe.each([
    ['is done at both', async () => undefined],
    ['is not undone by hearing of the other before it is known', (other: Replica) => other.learn()],
  ])('%s', (_, meanwhile) => {
    test.each(CASES)('%s', async (_, doThis, doThat, plans, rest = {}) => {
      const [one, other] = await atTwo();
      one.sandbox.faults.add(PLAN);
      await one.publish();
      await other.learn();
      doThis(one.sandbox);
      doThat(other.sandbox);
      await one.publish();
      await meanwhile(other);
      await other.publish();
      await Promise.all([one.learn(), other.learn()]);
      const wanted = { now: 0, seed: 'seed', ...rest, plans };
      expect([shown(one.sandbox), shown(other.sandbox)]).toEqual([wanted, wanted]);
    });
  });

  test('begins again with other plans after a reset, though they have the same ids', async () => {
    const [one, other] = await atTwo();
    one.sandbox.faults.add(PLAN);
    await one.publish();
    await other.learn();
    for (const { sandbox } of [one, other]) count(sandbox);
    one.sandbox.faults.reset();
    one.sandbox.faults.add(PLAN);
    await one.publish();
    await other.publish();
    await one.learn();
    for (const { sandbox } of [one, other]) expect(shown(sandbox).plans).toEqual(['fault-1 0']);
  });

  test('keeps coverage cleared as often as it was, before all know where it is shared', async () => {
    const [one, other] = await atTwo();
    other.sandbox.clock.change({ advance: 5 });
    await other.publish();
    await one.tallies.clear([one.sandbox.tally], false);
    await one.publish();
    await other.learn();
    expect(other.tallies.clearedOf(other.sandbox)).toBe(1);
  });
});

test('what could not be told is told by one at a time, while nobody waits for it', async () => {
  const place = createSharedPlace();
  let told = 0;
  const shared = new Proxy(await openSharedRecords(place), {
    get(store, name) {
      if (name === 'change') told += 1;
      const value = Reflect.get(store, name, store);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
  const states = new SharedSandboxStates(shared, { requestLogs: undefined, tallies: undefined }, 'local');
  const sandbox = new Sandbox({ name: 'main', stores: new Map(), now: () => new Date(0), seed: 'seed' });
  states.follow(sandbox);
  place.failsToKeep = true;
  sandbox.clock.change({ advance: 5 });
  await expect(states.publish(sandbox)).rejects.toThrow('it is done here');
  for (let request = 0; request < 3; request += 1) await states.publish(sandbox);
  expect(told).toBe(2);
  place.failsToKeep = false;
  await expect
    .poll(async () => {
      await states.publish(sandbox);
      return shared.collections.states.get('main')?.clock;
    })
    .toBeDefined();
});

test('how a sandbox goes on that all know is told with how often its coverage was cleared, and no other one is', async () => {
  const [{ sandbox, shared, worlds: states }] = await atTwo();
  const others = ['listed', 'unlisted'].map((name) => sandbox.fork(name, sandbox.snapshot()));
  await shared.change(({ sandboxes }) => sandboxes.add({ id: 'listed', expires: new Date().toISOString() }));
  await states.publishCleared([sandbox, ...others]);
  expect([...shared.collections.states.values()].map(({ id }) => id)).toEqual(['main', 'listed']);
});
