// How long sandboxes live.

import { describe, expect, test } from 'vitest';
import { createIds } from '../../src/engine/ids.ts';
import { createRandom } from '../../src/engine/random.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { createSandboxes } from '../../src/engine/sandboxes.ts';

function sandboxesAt(clock: { milliseconds: number }) {
  const now = () => new Date(0);
  const main = createSandbox({ name: 'main', stores: new Map(), now, firstIds: createIds(now, createRandom('seed')) });
  return createSandboxes(main, { count: 2, idle: 1000 }, () => clock.milliseconds);
}

const namesOf = (sandboxes: ReturnType<typeof sandboxesAt>) => sandboxes.all().map(({ sandbox }) => sandbox.name);

describe('a sandbox that nobody asks for', () => {
  test('ends after its time, and makes room', () => {
    const clock = { milliseconds: 0 };
    const sandboxes = sandboxesAt(clock);
    sandboxes.open('one');
    sandboxes.open('two');
    clock.milliseconds = 999;
    expect(() => sandboxes.open('three')).toThrow(/2 sandboxes/);
    clock.milliseconds = 1000;
    expect(namesOf(sandboxes)).toEqual(['main']);
    sandboxes.open('three');
    expect(namesOf(sandboxes)).toEqual(['main', 'three']);
  });

  test('lives on when somebody asked for it in time', () => {
    const clock = { milliseconds: 0 };
    const sandboxes = sandboxesAt(clock);
    const one = sandboxes.open('one');
    for (const milliseconds of [900, 1800, 2700]) {
      clock.milliseconds = milliseconds;
      expect(sandboxes.open('one')).toBe(one);
    }
    expect(sandboxes.all().at(-1)?.expires).toEqual(new Date(3700));
    clock.milliseconds = 3700;
    expect(sandboxes.open('one')).not.toBe(one);
  });

  test('is main, and never ends', () => {
    const clock = { milliseconds: 0 };
    const sandboxes = sandboxesAt(clock);
    const main = sandboxes.open('main');
    clock.milliseconds = Number.MAX_SAFE_INTEGER;
    expect(sandboxes.open('main')).toBe(main);
    expect(() => sandboxes.remove('main')).toThrow('main cannot be removed');
  });
});
