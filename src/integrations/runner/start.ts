// Starts a mock server for tests: as `understudy serve`, in memory, on a free port.

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporarySettings } from '../../app/config.ts';
import { createServer } from '../../app/create-mock-server.ts';
import type { MockServerSettings } from '../../app/server-settings.ts';
import { chooseApis } from '../../cli/serve/chosen-apis.ts';
import { readSettings } from '../../cli/serve/read-settings.ts';
import { type Fetch, understudy } from '../../client/client.ts';
import { makeFolder } from '../../schema/make-folder.ts';

/**
 * A started mock server. If the environment variable `UNDERSTUDY_COVERAGE` names a folder, its coverage is written
 * there at its end.
 */
export interface Started {
  /** Its URL. */
  readonly url: string;
  close(): Promise<void>;
}

/** The documents, as for the command line. */
export interface ServedHere {
  /** The folder to search. */
  readonly folder: string;
  /** The documents to mock, by their paths from the folder. Default: those found there. */
  readonly documents?: readonly string[];
}

/**
 * @param given - APIs and settings, or where to find them
 * @throws UsageError if there is nothing to mock, or it cannot be used
 */
export async function startMockServer(given: MockServerSettings | ServedHere): Promise<Started> {
  const settings = 'folder' in given ? await settingsIn(given) : given;
  const server = await createServer({ ...settings, durability: 'memory' });
  const { url } = await server.listen();
  const { UNDERSTUDY_COVERAGE: coverage = '' } = process.env;
  const folder = resolve('folder' in given ? given.folder : process.cwd(), coverage);
  return {
    url,
    async close() {
      try {
        if (coverage !== '') await writeCoverage(folder, url, (request) => server.fetch(request));
      } finally {
        await server.close();
      }
    },
  };
}

/** The settings of config and environment. Nothing is watched: a test run uses one version of the files. */
async function settingsIn({ folder, documents = [] }: ServedHere): Promise<MockServerSettings> {
  const { config, configFile } = await readSettings(['--no-watch'], process.env, folder);
  const paths = documents.map((path) => (/^\w+:\/\//.test(path) ? path : resolve(folder, path)));
  const { apis } = await chooseApis({ documents: paths, config, configFile, folder, stdin: process.stdin });
  return temporarySettings(config, apis);
}

/**
 * Writes the coverage of all sandboxes to a file of its own, which `understudy coverage FOLDER/*.json` merges with
 * others.
 *
 * @param folder - created if it is missing
 * @param url - of the mock server
 */
async function writeCoverage(folder: string, url: string, send: Fetch): Promise<void> {
  const coverage = await understudy(url, { fetch: send }).coverage();
  await makeFolder(folder);
  // Unique: process id and port.
  const name = `understudy-${process.pid}-${new URL(url).port}.json`;
  await writeFile(join(folder, name), `${JSON.stringify(coverage, undefined, 2)}\n`);
}
