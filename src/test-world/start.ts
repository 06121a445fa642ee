// Starts a stand-in for tests: what `understudy serve` would serve in this folder, in memory and on a free port.

import { chooseApis } from '../cli/chosen-apis.ts';
import { readSettings } from '../cli/settings.ts';
import { createStandIn } from '../stand-in.ts';
import type { StandInSettings } from '../stand-in-settings.ts';

/** A stand-in that was started. */
export interface Started {
  /** Where it answers. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * @param given - apis and settings, instead of those of this folder
 * @throws Problems if there is nothing to serve here, or it cannot be used
 */
export async function startStandIn(given?: StandInSettings): Promise<Started> {
  const standIn = await createStandIn({ ...(given ?? (await settingsHere())), durability: 'memory' });
  const { url } = await standIn.listen();
  return { url, close: () => standIn.close() };
}

/** The settings of the config and the environment. Nothing is watched: a run of tests is answered by one state of the files. */
async function settingsHere(): Promise<StandInSettings> {
  const folder = process.cwd();
  const { config, configFile, documents } = await readSettings(['--no-watch'], process.env, folder);
  const { apis } = await chooseApis({ documents, config, configFile, folder });
  return { ...config, apis, ...(config.empty && { records: 0 }) };
}
