// The order of requests of one browser session.

import { expect, test } from 'vitest';
import { createSessionLock } from '../../../src/server/oidc/login/session-lock.ts';
import type { Sandbox } from '../../../src/server/pipeline/sandbox/sandbox.ts';

const SANDBOX = {} as Sandbox;

test('requests of a session are processed one after the other, also after one that fails', async () => {
  const lock = createSessionLock();
  const steps: string[] = [];
  const response = (name: string, fails = false) =>
    lock.hold(SANDBOX, 'session', async () => {
      steps.push(`${name} begins`);
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const outcomes = await Promise.allSettled([response('first', true), response('second')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});
