// The mock servers of one worker, each started on first use.

import { dirname } from 'node:path';
import type { FullConfig } from '@playwright/test';
import type { MockServerSettings } from '../../app/server-settings.ts';
import type { Started } from '../runner/start.ts';
import type { UnderstudySettings } from './settings.ts';

/** Finds or starts mock servers. */
export interface MockServers {
  /** The URL of the mock server for settings, which is started if necessary. @throws UsageError if that fails */
  urlOf(settings: UnderstudySettings): Promise<string>;
  close(): Promise<void>;
}

/** @param folder - where to find the documents */
export function createMockServers(folder: string): MockServers {
  const started = new Map<MockServerSettings | string | undefined, Promise<Started>>();
  const start = async (server: MockServerSettings | undefined, document: string | undefined) => {
    // The mock server is large, and not needed if one is given.
    const { startMockServer } = await import('../runner/start.ts');
    return startMockServer(server ?? { folder, documents: document === undefined ? [] : [document] });
  };
  return {
    async urlOf({ url, document, server }) {
      const given = server ?? document;
      const running = url ?? (given === undefined ? process.env.UNDERSTUDY_URL : undefined);
      if (running) return running;
      const one = started.get(given) ?? start(server, document);
      started.set(given, one);
      return (await one).url;
    },
    async close() {
      // Failed starts were reported to each test.
      const ends = await Promise.allSettled([...started.values()].map(async (one) => (await one).close()));
      started.clear();
      return void ends;
    },
  };
}

/** The folder of the config; without one, that in which the tests were started. */
export function folderOf({ configFile }: FullConfig): string {
  return configFile === undefined ? process.cwd() : dirname(configFile);
}
