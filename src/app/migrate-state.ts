// Moves the state of all sandboxes to changed APIs; sets invalid records aside.

import type { LoadedApi } from '../server/pipeline/api/load-api.ts';
import type { ConvertedStore } from '../server/pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../server/pipeline/sandbox/sandboxes.ts';
import { StoreState } from '../store/state.ts';

/** Moves the state to changed APIs. Returns messages. */
export type MigrateState = (apis: readonly LoadedApi[]) => Promise<readonly string[]>;

/** @param first - the APIs of the present state */
export function createStateMigration(sandboxes: Sandboxes, first: readonly LoadedApi[]): MigrateState {
  const fixtures = new Map(first.map(({ api, fixture }) => [api.name, fixture]));
  return async (apis) => {
    const sentences: string[] = [];
    for (const { api, fixture } of apis) {
      if (fixtures.get(api.name) === fixture) continue;
      const is = StoreState.of(Object.keys(fixture.records), fixture.records);
      for (const sandbox of sandboxes.allWithTentative()) {
        const converted = await sandbox.convertStore(api.name, fixture, is);
        const whose = sandbox === sandboxes.main ? api.name : `${api.name} in sandbox ${sandbox.name}`;
        if (converted) sentences.push(...describeConversion(whose, converted));
      }
      fixtures.set(api.name, fixture);
    }
    return sentences;
  };
}

function describeConversion(whose: string, { before, after, place }: ConvertedStore): readonly string[] {
  if (after === before) return [];
  if (after === 0) return [`All records of ${whose} are valid again.`];
  if (after === 1) return [`1 record of ${whose} is no longer valid and was moved to ${place}; it returns when valid.`];
  return [`${after} records of ${whose} are no longer valid and were moved to ${place}; they return when valid.`];
}
