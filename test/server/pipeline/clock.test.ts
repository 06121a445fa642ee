// The clock of a sandbox, based on the system time.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClock } from '../../../src/server/pipeline/sandbox/clock.ts';
import { checkProperty } from '../../support/runs.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-11-22T12:00:00Z');
const JANUARY = new Date('2027-01-01T00:00:00Z');

/** A clock, and the system time under it, which tests advance. */
function clockAt(machine = NOON) {
  const at = { machine };
  const clock = createClock(() => new Date(at.machine));
  const shown = () => clock.now().toISOString();
  return { at, clock, shown };
}

describe('a clock', () => {
  test('shows the system time until it is changed, and again after a reset', () => {
    const { at, clock, shown } = clockAt();
    expect([clock.isSystemTime, clock.offset, shown()]).toEqual([true, 0, '2026-11-22T12:00:00.000Z']);
    clock.change({ set: JANUARY });
    at.machine += HOUR;
    expect([clock.isSystemTime, shown()]).toEqual([false, '2027-01-01T01:00:00.000Z']);
    clock.reset();
    expect([clock.isSystemTime, clock.offset, shown()]).toEqual([true, 0, '2026-11-22T13:00:00.000Z']);
  });

  test.each([
    ['runs on from the time that was set', [{ set: JANUARY }], '2027-01-01T02:00:00.000Z'],
    ['can be set back', [{ set: new Date(0) }], '1970-01-01T02:00:00.000Z'],
    ['jumps when it is advanced', [{ advance: HOUR }], '2026-11-22T15:00:00.000Z'],
    ['can be set, then advanced', [{ set: JANUARY, advance: HOUR }], '2027-01-01T03:00:00.000Z'],
    ['stops when it is frozen', [{ frozen: true }], '2026-11-22T12:00:00.000Z'],
    ['can be advanced while it is frozen', [{ frozen: true }, { advance: HOUR }], '2026-11-22T13:00:00.000Z'],
    ['stays frozen when it is set', [{ frozen: true }, { set: JANUARY }], '2027-01-01T00:00:00.000Z'],
    ['runs faster', [{ speed: 10 }], '2026-11-23T08:00:00.000Z'],
    ['keeps its speed when it is set', [{ speed: 10 }, { set: JANUARY }], '2027-01-01T20:00:00.000Z'],
    [
      'runs at its speed again after it was frozen',
      [{ speed: 2 }, { frozen: true }, { frozen: false }],
      '2026-11-22T16:00:00.000Z',
    ],
  ])('%s', (_, orders, then) => {
    const { at, clock, shown } = clockAt();
    for (const order of orders) clock.change(order);
    at.machine += 2 * HOUR;
    expect(shown()).toBe(then);
    expect(clock.offset).toBe(Date.parse(then) - at.machine);
  });

  test('runs on from the current time when its speed changes', () => {
    const { at, clock, shown } = clockAt();
    clock.change({ speed: 10 });
    at.machine += HOUR;
    clock.change({ speed: 1 });
    at.machine += HOUR;
    expect(shown()).toBe('2026-11-22T23:00:00.000Z');
  });

  test.each([
    ['set before 1970', { set: new Date(-1) }],
    ['set to no time at all', { set: new Date('2016-12-31T23:59:60Z') }],
    ['advanced beyond the year 9899', { advance: 1e15 }],
  ])('rejects being %s, and stays unchanged', (_, order) => {
    const { clock, shown } = clockAt();
    expect(() => clock.change(order)).toThrow(
      /the clock must be between 1970-01-01T00:00:00.000Z and 9899-12-31T23:59:59.999Z/,
    );
    expect([clock.isSystemTime, shown()]).toEqual([true, '2026-11-22T12:00:00.000Z']);
  });

  test('stops at the last possible time', () => {
    const { at, clock, shown } = clockAt();
    clock.change({ set: new Date('9899-12-31T00:00:00Z'), speed: 1_000_000 });
    at.machine += 24 * HOUR;
    expect(shown()).toBe('9899-12-31T23:59:59.999Z');
  });

  test('runs on in a fork from the same time, and is independent', () => {
    const { at, clock, shown } = clockAt();
    clock.change({ set: JANUARY, speed: 2 });
    const fork = clock.fork();
    clock.reset();
    at.machine += HOUR;
    expect(fork.now().toISOString()).toBe('2027-01-01T02:00:00.000Z');
    expect(shown()).toBe('2026-11-22T13:00:00.000Z');
  });

  test('never runs backwards by itself, for any settings', () => {
    const order = fc.record(
      { advance: fc.nat(1e9), frozen: fc.boolean(), speed: fc.double({ min: 1e-3, max: 1e3, noNaN: true }) },
      { requiredKeys: [] },
    );
    checkProperty(
      fc.property(fc.array(fc.tuple(order, fc.nat(1e7))), (steps) => {
        const { at, clock } = clockAt();
        let before = clock.now().getTime();
        for (const [one, passed] of steps) {
          clock.change(one);
          expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
          at.machine += passed;
          before = clock.now().getTime();
        }
      }),
    );
  });
});
