// Actions of a test on a store, and the expected state of the store.

import fc from 'fast-check';
import { expect } from 'vitest';
import type { RecordLists } from '../../src/store/record.ts';
import type { Store } from '../../src/store/store.ts';

export interface Thing {
  readonly id: string;
  /** Never the same twice, except in the fixture. */
  readonly value: number;
}

export type Things = Store<{ things: Thing }>;

/** An action on a store. */
export type Action =
  | {
      readonly kind: 'change';
      readonly put: readonly string[];
      readonly remove: readonly string[];
      readonly throws: boolean;
    }
  | { readonly kind: 'undo'; readonly count: number }
  | { readonly kind: 'reset' };

/** The content of a store, and its content after an undo of the newest change. */
export interface Version {
  readonly things: readonly Thing[];
  readonly previous?: Version;
}

export const FIXTURE: RecordLists & { readonly things: readonly Thing[] } = {
  things: ['a', '__proto__', 'c'].map((id) => ({ id, value: 0 })),
};

const id = fc.constantFrom('a', '__proto__', 'c', 'd', ' ', '7');
const ids = fc.uniqueArray(id, { maxLength: 3 });

export const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('change'), put: ids, remove: ids, throws: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo'), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset') }) },
) as fc.Arbitrary<Action>;

/** The result of several concurrent actions. */
export interface Outcome {
  /** The newest version that was acknowledged. */
  readonly stored: Version;
  /** The versions between the first one and the newest. */
  readonly passed: readonly Version[];
  /** Later versions, which were requested. */
  readonly rejected: readonly Version[];
  /** The errors, one for each rejected action. */
  readonly errors: readonly unknown[];
}

const ON_PURPOSE = new Error('on purpose');

/** Runs actions concurrently. Fails when a change is acknowledged that was made on top of a rejected one. */
export async function perform(store: Things, batch: readonly Action[], from: Version): Promise<Outcome> {
  const versions = [from];
  const requested = batch.map((action) => {
    const { result, version } = send(store, action, versions.at(-1) ?? from);
    if (version !== versions.at(-1)) versions.push(version);
    return { result, at: versions.length - 1 };
  });
  let newest = 0;
  const errors: unknown[] = [];
  const settled = await Promise.allSettled(requested.map(({ result }) => result));
  for (const [index, one] of settled.entries()) {
    const error = one.status === 'rejected' ? one.reason : undefined;
    if (error === ON_PURPOSE) continue;
    if (error !== undefined) errors.push(error);
    else {
      expect(errors, 'nothing is acknowledged after something was refused').toEqual([]);
      newest = requested[index]?.at ?? 0;
    }
  }
  return {
    stored: versions[newest] ?? from,
    passed: versions.slice(1, newest),
    rejected: versions.slice(newest + 1),
    errors,
  };
}

let values = 0;

function send(store: Things, action: Action, latest: Version): { result: Promise<unknown>; version: Version } {
  if (action.kind === 'reset') {
    const isThere = JSON.stringify(latest.things) === JSON.stringify(FIXTURE.things);
    return { result: store.reset(), version: isThere ? latest : { things: FIXTURE.things, previous: latest } };
  }
  if (action.kind === 'undo') {
    let version = latest;
    for (let left = action.count; left > 0 && version.previous; left -= 1) version = version.previous;
    return { result: store.undo(action.count), version };
  }
  const model = new Map(latest.things.map((thing) => [thing.id, thing]));
  const result = store.change(({ things }) => {
    for (const id of action.remove) {
      things.remove(id);
      model.delete(id);
    }
    for (const id of action.put) {
      values += 1;
      const thing = { id, value: values };
      things[model.has(id) ? 'replace' : 'add'](thing);
      model.set(id, thing);
    }
    if (action.throws) throw ON_PURPOSE;
  });
  const things = [...model.values()];
  const isSame = action.throws || JSON.stringify(things) === JSON.stringify(latest.things);
  return { result, version: isSame ? latest : { things, previous: latest } };
}
