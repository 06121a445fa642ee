// The linearizability checker: rejected and accepted histories, and agreement with an exhaustive search.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import { checkProperty } from '../support/runs.ts';
import { linearized, type Model, type Seen } from './linearizable.ts';
import { type CounterCall, counter, mergeUnread, type RegisterAnswer, type RegisterCall, register } from './models.ts';

type InRegister = Seen<RegisterCall, RegisterAnswer>;
type InCounter = Seen<CounterCall, number>;

const read = (value: string, began: number, at: number): InRegister => ({
  call: { does: 'read' },
  began,
  ended: { at, response: value },
});
const write = (value: string, began: number, at?: number): InRegister => ({
  call: { does: 'write', value },
  began,
  ended: at === undefined ? undefined : { at, response: true },
});
const exchange = (from: string, value: string, done: boolean, began: number, at: number): InRegister => ({
  call: { does: 'exchange', from, value },
  began,
  ended: { at, response: done },
});
const add = (response: number | undefined, began: number, at?: number): InCounter => ({
  call: { does: 'add', amount: 1 },
  began,
  ended: at === undefined || response === undefined ? undefined : { at, response },
});
const count = (response: number, began: number, at: number): InCounter => ({
  call: { does: 'read' },
  began,
  ended: { at, response },
});

const holds = (history: readonly InRegister[]) => linearized(history, register('0')).isLinearizable;
const counts = (history: readonly InCounter[]) => linearized(history, counter()).isLinearizable;

describe('rejects', () => {
  test.each<[string, InRegister[]]>([
    ['a stale read', [write('a', 1, 2), read('0', 3, 4)]],
    [
      'a stale read of another client, after a read of the newer value',
      [write('a', 1, 8), read('a', 2, 3), read('0', 4, 5)],
    ],
    ['a value that was never written', [write('a', 1, 2), read('b', 3, 4)]],
    ['a read from the future', [read('a', 1, 2), write('a', 3, 4)]],
    ['a read from the future of a write with an unknown end', [read('a', 1, 2), write('a', 3)]],
    ['a lost acknowledged write', [write('a', 1, 2), write('b', 3, 4), read('a', 5, 6)]],
    [
      'two clients that see two writes in two orders',
      [write('a', 1, 20), write('b', 2, 21), read('a', 3, 4), read('b', 5, 6), read('a', 7, 8)],
    ],
    ['two exchanges of one value', [exchange('0', 'a', true, 1, 4), exchange('0', 'b', true, 2, 5)]],
    ['a rejected exchange without an earlier one', [exchange('0', 'a', false, 1, 2), write('b', 3, 4)]],
    ['a value that returns', [write('a', 1), read('a', 2, 3), write('b', 4, 5), read('b', 6, 7), read('a', 8, 9)]],
  ])('%s', (_, history) => {
    expect(holds(history)).toBe(false);
  });

  test.each<[string, InCounter[]]>([
    ['a lost update', [add(1, 1, 3), add(1, 2, 4)]],
    ['a lost acknowledged update', [add(1, 1, 2), count(0, 3, 4)]],
    ['an update that counts twice', [add(1, 1, 2), count(2, 3, 4)]],
    ['an update with an unknown end that counts twice', [add(undefined, 1), count(1, 2, 3), count(2, 4, 5)]],
    ['results in another order than the updates', [add(2, 1, 2), add(1, 3, 4)]],
  ])('%s', (_, history) => {
    expect(counts(history)).toBe(false);
  });

  test('a stale read, and reports the operations without a place in the order', () => {
    const stale = read('a', 5, 6);
    const { order, left } = linearized([stale, write('b', 3, 4), write('a', 1, 2)], register('0'));
    expect(order).toEqual([write('a', 1, 2), write('b', 3, 4)]);
    expect(left).toEqual([stale]);
  });
});

describe('accepts', () => {
  test.each<[string, InRegister[]]>([
    ['an empty history', []],
    ['a read of either value while it is written', [write('a', 1, 6), read('0', 2, 3), read('a', 4, 5)]],
    [
      'a write with an unknown end that takes effect much later',
      [write('a', 1), read('0', 2, 3), write('b', 4, 5), read('a', 6, 7)],
    ],
    ['a write with an unknown end that never takes effect', [write('a', 1), read('0', 2, 3), read('0', 4, 5)]],
    ['a read with an unknown end', [{ call: { does: 'read' }, began: 1 }, write('a', 2, 3)]],
    ['exchanges with one rejected', [exchange('0', 'a', true, 1, 4), exchange('0', 'b', false, 2, 3)]],
  ])('%s', (_, history) => {
    expect(holds(history)).toBe(true);
  });

  test.each<[string, InCounter[]]>([
    ['concurrent updates, in either order', [add(2, 1, 3), add(1, 2, 4), count(2, 5, 6)]],
    ['one of two updates with an unknown end', [add(undefined, 1), add(undefined, 2), count(1, 3, 4), add(2, 5, 6)]],
  ])('%s', (_, history) => {
    expect(counts(history)).toBe(true);
  });
});

/** Whether some order explains it, by exhaustive search. */
function explained<State extends string | number, Call, Answer>(
  history: readonly Seen<Call, Answer>[],
  model: Model<State, Call, Answer>,
  state = model.start,
): boolean {
  if (history.every(({ ended }) => !ended)) return true;
  return history.some((operation, index) => {
    const others = history.toSpliced(index, 1);
    if (others.some(({ ended }) => ended && ended.at < operation.began)) return false;
    const after = model.step(state, operation.call, operation.ended?.response);
    return after !== undefined && explained(others, model, after);
  });
}

/** Operations at distinct times, with any overlap; some have an unknown end. */
function historiesOf<Call, Answer>(
  operation: fc.Arbitrary<{ readonly call: Call; readonly response: Answer }>,
): fc.Arbitrary<readonly Seen<Call, Answer>[]> {
  const moments = fc.tuple(fc.nat(40), fc.nat(20), fc.integer({ min: 0, max: 3 }));
  return fc.array(fc.tuple(operation, moments), { maxLength: 6 }).map((drawn) =>
    drawn.map(([{ call, response }, [from, length, end]], index) => ({
      call,
      // No two events at the same time.
      began: from * 20 + 2 * index,
      ended: end === 0 ? undefined : { at: (from + length) * 20 + 2 * index + 1, response },
    })),
  );
}

const value = fc.constantFrom('0', 'a', 'b');
const inRegister = historiesOf<RegisterCall, RegisterAnswer>(
  fc.oneof(
    fc.record({ call: fc.record({ does: fc.constant('read' as const) }), response: value }),
    fc.record({ call: fc.record({ does: fc.constant('write' as const), value }), response: fc.constant(true) }),
    fc.record({
      call: fc.record({ does: fc.constant('exchange' as const), from: value, value }),
      response: fc.boolean(),
    }),
  ),
);
const amount = fc.integer({ min: 1, max: 2 });
const inCounter = historiesOf<CounterCall, number>(
  fc.oneof(
    fc.record({ call: fc.record({ does: fc.constant('read' as const) }), response: fc.nat(4) }),
    fc.record({
      call: fc.record({ does: fc.constant('add' as const), amount }),
      response: fc.integer({ min: 1, max: 5 }),
    }),
  ),
);

/** The results of operations that take effect atomically at some time between start and end. */
function rightHistory<State extends string | number, Call, Answer>(
  seed: string,
  calls: readonly Call[],
  state: State,
  perform: (state: State, call: Call) => readonly [State, Answer],
): readonly Seen<Call, Answer>[] {
  const random = createRandomNumbers(seed);
  let is = state;
  return calls.map((call, index) => {
    const [before, after, fate] = [random() * 5, random() * 5, random()];
    const [next, response] = perform(is, call);
    const takesEffect = fate > 0.05;
    if (takesEffect) is = next;
    const ended = fate < 0.15 ? undefined : { at: index + after + 1e-6, response };
    return { call, began: index - before, ended };
  });
}

describe('for any history', () => {
  test('of a small register it agrees with an exhaustive search', () => {
    checkProperty(
      fc.property(inRegister, (history) => holds(history) === explained(history, register('0'))),
      { numRuns: 2000 },
    );
  });

  test('of a small counter it agrees with an exhaustive search', () => {
    checkProperty(
      fc.property(inCounter, (history) => counts(history) === explained(history, counter())),
      { numRuns: 2000 },
    );
  });

  test('the order found explains the results, and respects the real-time order', () => {
    checkProperty(
      fc.property(inRegister, (history) => {
        const { isLinearizable, order, left } = linearized(history, register('0'));
        let state: string | undefined = '0';
        for (const { call, ended } of order) state = state && register('0').step(state, call, ended?.response);
        const isInTime = order.every(({ began }, index) =>
          order.slice(index).every(({ ended }) => (ended?.at ?? Number.POSITIVE_INFINITY) > began),
        );
        const known = order.filter(({ ended }) => ended).length;
        return (
          state !== undefined &&
          isInTime &&
          (left.length === 0) === isLinearizable &&
          known + left.length === history.filter(({ ended }) => ended).length
        );
      }),
    );
  });

  test('a long one of many clients is accepted when correct, and rejected with one response that is too old', () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const random = createRandomNumbers(`calls ${seed}`);
      const calls = Array.from({ length: 200 }, (_, index): RegisterCall => {
        const does = random();
        if (does < 0.5) return { does: 'read' };
        return { does: 'write', value: `v${index}` };
      });
      const right = rightHistory<string, RegisterCall, RegisterAnswer>(`${seed}`, calls, '0', (state, call) =>
        call.does === 'read' ? [state, state] : [call.value, true],
      );
      expect(holds(right), `seed ${seed}`).toBe(true);
      // A value that was overwritten long ago by a finished operation.
      const late = right.findLast(({ call, ended }) => call.does === 'read' && ended && ended.response !== '0');
      const stale = right.map((seen) => (seen === late ? read('0', seen.began, seen.ended?.at ?? 0) : seen));
      expect(holds(stale), `seed ${seed}`).toBe(false);
    }
  });

  test('values that nobody read may have one name', () => {
    checkProperty(
      fc.property(inRegister, (history) => holds(mergeUnread(history)) === holds(history)),
      { numRuns: 2000 },
    );
  });

  describe('with two hundred operations that ended unknown', () => {
    const lost = Array.from({ length: 200 }, (_, index) => index);

    test.each([
      ['counts some of them is accepted', true, 60],
      ['loses one of them is rejected', false, 59],
    ])('a counter that %s', (_, isRight, last) => {
      const history: readonly InCounter[] = [
        ...lost.map((index): InCounter => ({ call: { does: 'add', amount: 1 + (index % 3) }, began: index + 1 })),
        ...lost.slice(0, 60).map((index) => count(index + 1, 300 + 2 * index, 301 + 2 * index)),
        count(last, 500, 501),
      ];
      expect(counts(history)).toBe(isRight);
    });

    test.each([
      ['keeps the last value is accepted', true, 'x'],
      ['loses the last value is rejected', false, '0'],
    ])('a register that %s', (_, isRight, last) => {
      const history: readonly InRegister[] = [
        ...lost.map((index) => write(`v${index}`, index + 1)),
        ...lost.flatMap((index) => [
          exchange('0', `w${index}`, false, 300 + 4 * index, 301 + 4 * index),
          write('0', 302 + 4 * index, 303 + 4 * index),
        ]),
        write('x', 1200, 1201),
        read(last, 1202, 1203),
      ];
      expect(holds(mergeUnread(history))).toBe(isRight);
    });
  });

  test('a search that takes too long gives no verdict', () => {
    const many = Array.from({ length: 12 }, (_, index) => add(index === 11 ? 6000 : undefined, index, 100 + index));
    const distinct = many.map((seen, index): InCounter => ({ ...seen, call: { does: 'add', amount: 2 ** index } }));
    expect(() => linearized(distinct, counter(), 100)).toThrow('not decided after 100 situations');
  });
});
