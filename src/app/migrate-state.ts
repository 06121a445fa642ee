// Moves the state of all sandboxes to changed APIs; sets invalid records aside.

import type { LoadedApi } from '../server/pipeline/api/load-api.ts';
import type { Sandboxes } from '../server/pipeline/sandbox/sandboxes.ts';
import { createQuarantineFile } from '../store/disk/quarantine-file.ts';
import { StoreState } from '../store/state.ts';

/** Moves the state to changed APIs. Returns messages. */
export type MigrateState = (apis: readonly LoadedApi[]) => Promise<readonly string[]>;

/**
 * @param first - the APIs of the present state
 * @param folder - of the state files; undefined if the state is in memory
 */
export function createStateMigration(
  sandboxes: Sandboxes,
  first: readonly LoadedApi[],
  folder: string | undefined,
): MigrateState {
  const fixtures = new Map(first.map(({ api, fixture }) => [api.name, fixture]));
  const files = new Map<string, ReturnType<typeof createQuarantineFile>>();
  /** Records of a sandbox that were set aside, as last reported. */
  const reported = new Map<string, number>();

  const fileFor = (name: string) => {
    const file = files.get(name) ?? (folder === undefined ? undefined : createQuarantineFile(folder, name));
    if (file) files.set(name, file);
    return file;
  };
  return async (apis) => {
    const sentences: string[] = [];
    for (const { api, fixture } of apis) {
      if (fixtures.get(api.name) === fixture) continue;
      const is = StoreState.of(Object.keys(fixture.records), fixture.records);
      for (const sandbox of sandboxes.allWithTentative()) {
        const file = sandbox === sandboxes.main ? fileFor(api.name) : undefined;
        const count = await sandbox.convertStore(api.name, fixture, is, file?.keep);
        const key = `${sandbox.name} ${api.name}`;
        const before = reported.get(key) ?? 0;
        reported.set(key, count);
        if (count === before) continue;
        const whose = sandbox === sandboxes.main ? api.name : `${api.name} in sandbox ${sandbox.name}`;
        const where = file?.path ?? 'memory';
        if (count === 0) sentences.push(`All records of ${whose} are valid again.`);
        else if (count === 1)
          sentences.push(`1 record of ${whose} is no longer valid and was moved to ${where}; it returns when valid.`);
        else
          sentences.push(
            `${count} records of ${whose} are no longer valid and were moved to ${where}; they return when valid.`,
          );
      }
      fixtures.set(api.name, fixture);
    }
    return sentences;
  };
}
