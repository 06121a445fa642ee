// The state of all sandboxes brought over to apis that have changed. What does not fit them is kept aside, and told.

import type { LoadedApi } from './engine/load-api.ts';
import type { Sandboxes } from './engine/sandboxes.ts';
import { asideFile } from './store/aside-file.ts';
import { State } from './store/state.ts';

/** Brings state over to apis. Gives what is to be told, a sentence each. */
export type RefitState = (apis: readonly LoadedApi[]) => Promise<readonly string[]>;

/**
 * @param first - the apis that the state is of
 * @param folder - that of the state files; undefined where it lives in memory
 */
export function createRefit(sandboxes: Sandboxes, first: readonly LoadedApi[], folder: string | undefined): RefitState {
  const fixtures = new Map(first.map(({ api, fixture }) => [api.name, fixture]));
  const files = new Map<string, ReturnType<typeof asideFile>>();
  /** How many records of a sandbox were put aside, as it was told last. */
  const told = new Map<string, number>();

  const fileFor = (name: string) => {
    const file = files.get(name) ?? (folder === undefined ? undefined : asideFile(folder, name));
    if (file) files.set(name, file);
    return file;
  };
  return async (apis) => {
    const sentences: string[] = [];
    for (const { api, fixture } of apis) {
      if (fixtures.get(api.name) === fixture) continue;
      const is = State.of(Object.keys(fixture.records), fixture.records);
      for (const sandbox of sandboxes.everyOne()) {
        const file = sandbox === sandboxes.main ? fileFor(api.name) : undefined;
        const count = await sandbox.refit(api.name, fixture, is, file?.keep);
        const key = `${sandbox.name} ${api.name}`;
        const before = told.get(key) ?? 0;
        told.set(key, count);
        if (count === before) continue;
        const whose = sandbox === sandboxes.main ? api.name : `${api.name} in the sandbox ${sandbox.name}`;
        const where = file?.path ?? 'memory';
        if (count === 0) sentences.push(`All records of ${whose} fit again.`);
        else if (count === 1)
          sentences.push(
            `1 record of ${whose} does not fit any more, and is kept aside in ${where} until it fits again.`,
          );
        else
          sentences.push(
            `${count} records of ${whose} do not fit any more, and are kept aside in ${where} until they fit again.`,
          );
      }
      fixtures.set(api.name, fixture);
    }
    return sentences;
  };
}
