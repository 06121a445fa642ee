// Breaking changes of a released protobuf message.

import { expect, test } from 'vitest';
import { breakingChanges } from '../../../src/server/protobuf/number-changes.ts';
import { planDocument } from '../../../src/server/protobuf/plan-document.ts';
import { documentWith } from './plans.ts';

/** The plan of a message with these field numbers. */
function planWith(numbers: Readonly<Record<string, number>>, reserved: readonly number[] = []) {
  const properties = Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' }]));
  const words = { 'x-field-numbers': numbers, 'x-reserved-numbers': reserved };
  const { plan, problems } = planDocument(documentWith({ type: 'object', properties, ...words }));
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}

test.each<[what: string, numbers: Readonly<Record<string, number>>, reserved: readonly number[], breaks: boolean]>([
  ['stays', { name: 1, color: 2 }, [4], false],
  ['is removed', { name: 1 }, [4], true],
  ['is removed, and its number is reserved', { name: 1 }, [2, 4], false],
  ['has another number', { name: 1, color: 3 }, [4], true],
  ['stays, and a number is no longer reserved', { name: 1, color: 2 }, [], true],
])('clients of a message whose field %s: %j, reserved %j, broken: %j', (_, numbers, reserved, breaks) => {
  const changes = breakingChanges(planWith({ name: 1, color: 2 }, [4]), planWith(numbers, reserved));
  expect(changes.length > 0).toBe(breaks);
});
