// Starts a stand-in for tests: what `understudy serve` would serve in this folder, in memory and on a free port.

import { resolve } from 'node:path';
import { createServer } from '../../app/mock-server.ts';
import type { MockServerSettings } from '../../app/server-settings.ts';
import { chooseApis } from '../../cli/serve/chosen-apis.ts';
import { readSettings } from '../../cli/serve/settings.ts';
import { writeCoverage } from './write-coverage.ts';

/** A stand-in that was started. Where the environment variable `UNDERSTUDY_COVERAGE` names a folder, it writes there at its end what was exercised. */
export interface Started {
  /** Where it answers. */
  readonly url: string;
  close(): Promise<void>;
}

/** What is served as the command line would serve it. */
export interface ServedHere {
  /** Where it is looked for. */
  readonly folder: string;
  /** The documents to serve, by their paths from the folder. Default: what lies there. */
  readonly documents?: readonly string[];
}

/**
 * @param given - apis and settings, or where to look for them
 * @throws Problems if there is nothing to serve, or it cannot be used
 */
export async function startStandIn(given: MockServerSettings | ServedHere): Promise<Started> {
  const settings = 'folder' in given ? await settingsIn(given) : given;
  const standIn = await createServer({ ...settings, durability: 'memory' });
  const { url } = await standIn.listen();
  const { UNDERSTUDY_COVERAGE: coverage = '' } = process.env;
  const folder = resolve('folder' in given ? given.folder : process.cwd(), coverage);
  return {
    url,
    async close() {
      try {
        if (coverage !== '') await writeCoverage(folder, url, (request) => standIn.fetch(request));
      } finally {
        await standIn.close();
      }
    },
  };
}

/** The settings of the config and the environment. Nothing is watched: a run of tests is answered by one state of the files. */
async function settingsIn({ folder, documents = [] }: ServedHere): Promise<MockServerSettings> {
  const { config, configFile } = await readSettings(['--no-watch'], process.env, folder);
  const paths = documents.map((path) => (/^\w+:\/\//.test(path) ? path : resolve(folder, path)));
  const { apis } = await chooseApis({ documents: paths, config, configFile, folder, stdin: process.stdin });
  return { ...config, apis, ...(config.empty && { records: 0 }) };
}
