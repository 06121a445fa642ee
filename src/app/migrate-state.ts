// Moves the state of all sandboxes to changed APIs; sets invalid records aside.

import type { LoadedApi } from '../server/pipeline/api/load-api.ts';
import type { Sandboxes } from '../server/pipeline/sandbox/sandboxes.ts';
import { openQuarantineFile, type QuarantineFile } from '../store/disk/quarantine-file.ts';
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
  const files = new Map<string, QuarantineFile>();
  /** Records of a sandbox that were set aside, as last reported. */
  const reported = new Map<string, number>();

  const fileFor = async (name: string) => {
    const file = files.get(name) ?? (folder === undefined ? undefined : await openQuarantineFile(folder, name));
    if (file) files.set(name, file);
    return file;
  };
  return async (apis) => {
    const sentences: string[] = [];
    for (const { api, fixture } of apis) {
      if (fixtures.get(api.name) === fixture) continue;
      const is = StoreState.of(Object.keys(fixture.records), fixture.records);
      for (const sandbox of sandboxes.allWithTentative()) {
        const file = sandbox === sandboxes.main ? await fileFor(api.name) : undefined;
        const count = await sandbox.convertStore(api.name, fixture, is, file);
        const key = `${sandbox.name} ${api.name}`;
        const before = reported.get(key) ?? Object.values(file?.records ?? {}).flat().length;
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

/** Removes what earlier processes set aside, for a state that starts from the fixtures. */
export async function clearQuarantine(apis: readonly LoadedApi[], folder: string): Promise<void> {
  for (const { api } of apis) await (await openQuarantineFile(folder, api.name)).keep({});
}
