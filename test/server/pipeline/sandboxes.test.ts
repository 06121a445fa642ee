// Sandboxes: when they expire, and which requests create them.

import { describe, expect, test } from 'vitest';
import { Sandbox } from '../../../src/server/pipeline/sandbox/sandbox.ts';
import { Sandboxes } from '../../../src/server/pipeline/sandbox/sandboxes.ts';

function sandboxesAt(clock: { milliseconds: number }, count = 2) {
  const now = () => new Date(0);
  const main = new Sandbox({ name: 'main', stores: new Map(), now, seed: 'seed' });
  return new Sandboxes(main, { count, idle: 1000 }, () => clock.milliseconds);
}

/** A request that is accepted. */
function open(sandboxes: Sandboxes, name: string) {
  const { sandbox, accept: keep, leave } = sandboxes.visit(name);
  keep();
  leave();
  return sandbox;
}

/** A request that is rejected. */
function reject(sandboxes: Sandboxes, name: string) {
  const { sandbox, leave } = sandboxes.visit(name);
  leave();
  return sandbox;
}

const namesOf = (sandboxes: Sandboxes) => sandboxes.all().map(({ sandbox }) => sandbox.name);

describe('a sandbox without requests', () => {
  test('expires after its idle time, and makes room', () => {
    const clock = { milliseconds: 0 };
    const sandboxes = sandboxesAt(clock);
    open(sandboxes, 'one');
    open(sandboxes, 'two');
    clock.milliseconds = 999;
    expect(() => open(sandboxes, 'three')).toThrow(/2 sandboxes/);
    clock.milliseconds = 1000;
    expect(namesOf(sandboxes)).toEqual(['main']);
    open(sandboxes, 'three');
    expect(namesOf(sandboxes)).toEqual(['main', 'three']);
  });

  test('stays if a request arrives in time', () => {
    const clock = { milliseconds: 0 };
    const sandboxes = sandboxesAt(clock);
    const one = open(sandboxes, 'one');
    for (const milliseconds of [900, 1800, 2700]) {
      clock.milliseconds = milliseconds;
      expect(open(sandboxes, 'one')).toBe(one);
    }
    expect(sandboxes.all().at(-1)?.expires).toEqual(new Date(3700));
    clock.milliseconds = 3700;
    expect(open(sandboxes, 'one')).not.toBe(one);
  });

  test('expires on time, even if others were used just before', () => {
    const clock = { milliseconds: 0 };
    const sandboxes = sandboxesAt(clock);
    const one = open(sandboxes, 'one');
    clock.milliseconds = 500;
    open(sandboxes, 'two');
    clock.milliseconds = 999;
    open(sandboxes, 'main');
    clock.milliseconds = 1000;
    expect(open(sandboxes, 'one')).not.toBe(one);
    expect(namesOf(sandboxes)).toEqual(['main', 'two', 'one']);
  });

  test('never expires if it is main', () => {
    const clock = { milliseconds: 0 };
    const sandboxes = sandboxesAt(clock);
    const main = open(sandboxes, 'main');
    clock.milliseconds = Number.MAX_SAFE_INTEGER;
    expect(open(sandboxes, 'main')).toBe(main);
    expect(() => sandboxes.remove('main')).toThrow('main cannot be removed');
  });
});

describe('a sandbox whose requests are rejected', () => {
  test('does not exist afterwards, and takes no room', () => {
    const sandboxes = sandboxesAt({ milliseconds: 0 });
    for (let count = 0; count < 10; count += 1) reject(sandboxes, `refused-${count}`);
    expect(namesOf(sandboxes)).toEqual(['main']);
    open(sandboxes, 'one');
    expect(reject(sandboxes, 'one')).toBe(open(sandboxes, 'one'));
  });

  test('is shared by concurrent requests, and stays if one of them is accepted', () => {
    const sandboxes = sandboxesAt({ milliseconds: 0 });
    const [rejected, accepted, late] = [sandboxes.visit('one'), sandboxes.visit('one'), sandboxes.visit('one')];
    expect(accepted.sandbox).toBe(rejected.sandbox);
    rejected.leave();
    accepted.accept();
    accepted.leave();
    expect(open(sandboxes, 'one')).toBe(accepted.sandbox);
    late.accept();
    late.leave();
    expect(namesOf(sandboxes)).toEqual(['main', 'one']);
  });

  test('stays removed if an earlier request is accepted later', () => {
    const sandboxes = sandboxesAt({ milliseconds: 0 });
    const [first, second] = [sandboxes.visit('one'), sandboxes.visit('one')];
    first.accept();
    sandboxes.remove('one');
    second.accept();
    expect(namesOf(sandboxes)).toEqual(['main']);
    expect(open(sandboxes, 'one')).not.toBe(second.sandbox);
  });

  test('is rejected too if others took the room meanwhile', () => {
    const sandboxes = sandboxesAt({ milliseconds: 0 });
    const late = sandboxes.visit('late');
    open(sandboxes, 'one');
    open(sandboxes, 'two');
    expect(() => late.accept()).toThrow(/2 sandboxes/);
    expect(namesOf(sandboxes)).toEqual(['main', 'one', 'two']);
  });

  test('cannot be created during a request to it', () => {
    const sandboxes = sandboxesAt({ milliseconds: 0 });
    const visit = sandboxes.visit('one');
    expect(() => sandboxes.create('one')).toThrow('sandbox "one" already exists');
    visit.leave();
    expect(sandboxes.create('one')).not.toBe(visit.sandbox);
  });
});
