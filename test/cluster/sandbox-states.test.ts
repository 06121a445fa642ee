// Concurrent changes of sandboxes at two replicas are merged.

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

/** A sandbox at two replicas, which read changes on request. */
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
    return { sandbox, shared, sandboxes: states, tallies, learn, publish: () => states.publish(sandbox) };
  };
  return [await at(), await at()] as const;
}

const shown = ({ clock, seed, faults }: Sandbox) => ({
  now: clock.now().getTime(),
  seed,
  plans: faults.all().map(({ id, isPaused, met }) => `${id} ${isPaused ? 'paused' : met}`),
});

/** A change at one replica and at the other one, and the merged state. */
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
  ['a removed plan and a count', ({ faults }) => faults.remove('fault-1'), count, []],
  ['a count and a removed plan', count, ({ faults }) => faults.remove('fault-1'), []],
  [
    'a paused plan and another one',
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

describe('concurrent changes at two replicas', () => {
  describe.each([
    ['are applied at both', async () => undefined],
    ['are not undone by changes of the other that arrive first', (other: Replica) => other.learn()],
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

  test('do not apply to other plans after a reset, though they have the same ids', async () => {
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

  test('preserve the number of coverage clears, before the shared sandbox is known to all', async () => {
    const [one, other] = await atTwo();
    other.sandbox.clock.change({ advance: 5 });
    await other.publish();
    await one.tallies.clear([one.sandbox.tally], false);
    await one.publish();
    await other.learn();
    expect(other.tallies.clearedOf(other.sandbox)).toBe(1);
  });
});

test('an unpublished change is retried by one request at a time, in the background', async () => {
  const place = createSharedPlace();
  let reported = 0;
  const shared = new Proxy(await openSharedRecords(place), {
    get(store, name) {
      if (name === 'change') reported += 1;
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
  expect(reported).toBe(2);
  place.failsToKeep = false;
  await expect
    .poll(async () => {
      await states.publish(sandbox);
      return shared.collections.states.get('main')?.clock;
    })
    .toBeDefined();
});

test('the state of a shared sandbox is published with the number of coverage clears, and no other one is', async () => {
  const [{ sandbox, shared, sandboxes: states }] = await atTwo();
  const others = ['listed', 'unlisted'].map((name) => sandbox.fork(name, sandbox.snapshot()));
  await shared.change(({ sandboxes }) => sandboxes.add({ id: 'listed', expires: new Date().toISOString() }));
  await states.publishCleared([sandbox, ...others]);
  expect([...shared.collections.states.values()].map(({ id }) => id)).toEqual(['main', 'listed']);
});
