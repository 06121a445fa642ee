// The body budget: bodies wait while it is full, and long ones are rejected if others wait too long.

import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BodyBudget, BudgetedBody } from '../../../src/server/http/body-budget.ts';

describe('the body budget', () => {
  const K = 1024;
  /** A body that records what happens to it. */
  const body = (rooms: readonly BodyBudget[]) => {
    const reported: string[] = [];
    const report = (word: string) => () => void reported.push(word);
    return {
      reported,
      place: new BudgetedBody(rooms, { pause: report('wait'), resume: report('go on'), reject: report('refused') }),
    };
  };
  const never = 2 ** 30;

  test('pauses all bodies but the oldest when it is full', () => {
    const room = new BodyBudget(100 * K, never);
    const [first, second, third] = [body([room]), body([room]), body([room])];
    second.place.grow(60 * K);
    third.place.grow(60 * K);
    expect([first.reported, second.reported, third.reported]).toEqual([[], [], ['wait']]);
    first.place.grow(500 * K);
    second.place.grow(K);
    expect([first.reported, second.reported]).toEqual([[], ['wait']]);
    for (const { place } of [first, second, third]) place.leave();
  });

  test('resumes the oldest first, and no more than fit before they can be paused', () => {
    const room = new BodyBudget(200 * K, never);
    const full = body([room]);
    full.place.grow(199 * K);
    const others = Array.from({ length: 5 }, () => body([room]));
    for (const { place } of others) place.grow(K);
    expect(others.map(({ reported }) => reported)).toEqual(others.map(() => ['wait']));
    full.place.leave();
    // They use 5 of 200 KiB; each may receive 64 more before it is paused.
    expect(others.map(({ reported }) => reported.at(-1))).toEqual(['go on', 'go on', 'go on', 'go on', 'wait']);
    others[0]?.place.leave();
    expect(others[4]?.reported.at(-1)).toBe('go on');
    for (const { place } of others) place.leave();
  });

  test('resumes the oldest also if complete bodies fill it until their response', () => {
    const room = new BodyBudget(100 * K, never);
    const [whole, next] = [body([room]), body([room])];
    whole.place.grow(150 * K);
    next.place.grow(K);
    expect(next.reported).toEqual(['wait']);
    whole.place.complete();
    expect(next.reported).toEqual(['wait', 'go on']);
    for (const { place } of [whole, next]) place.leave();
  });

  test('applies to each budget of a body', () => {
    const [all, one, other] = [
      new BodyBudget(100 * K, never),
      new BodyBudget(50 * K, never),
      new BodyBudget(50 * K, never),
    ];
    const [first, second, third] = [body([one, all]), body([one, all]), body([other, all])];
    first.place.grow(50 * K);
    second.place.grow(K);
    third.place.grow(K);
    expect([second.reported, third.reported]).toEqual([['wait'], []]);
    third.place.grow(60 * K);
    expect(third.reported).toEqual(['wait']);
    first.place.leave();
    expect([second.reported.at(-1), third.reported.at(-1)]).toEqual(['go on', 'go on']);
    for (const { place } of [second, third]) place.leave();
  });

  test('rejects the longest when others wait for too long, until half of it is free', async () => {
    const room = new BodyBudget(1000 * K, 1);
    const long = [400, 300, 200, 100].map((length) => {
      const one = body([room]);
      one.place.grow(length * K);
      return one;
    });
    const whole = body([room]);
    whole.place.grow(5 * K);
    whole.place.complete();
    const waiting = body([room]);
    waiting.place.grow(K);
    expect(waiting.reported).toEqual(['wait']);
    while (waiting.reported.length < 2) await setImmediate();
    expect(long.map(({ reported }) => reported.includes('refused'))).toEqual([true, true, false, false]);
    expect([whole.reported.includes('refused'), waiting.reported]).toEqual([false, ['wait', 'go on']]);
    for (const { place } of [...long, whole, waiting]) place.leave();
  });
});
