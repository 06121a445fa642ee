// The stand-ins that one worker has started: each of them once, when the first test asks for it.

import { dirname } from 'node:path';
import type { FullConfig } from '@playwright/test';
import type { MockServerSettings } from '../../app/server-settings.ts';
import type { Started } from '../shared/start.ts';
import type { UnderstudySettings } from './settings.ts';

/** Finds out where tests are answered. */
export interface MockServers {
  /** The address of the stand-in that the settings mean. It is started if it has to be. @throws Problems if it cannot be */
  urlOf(settings: UnderstudySettings): Promise<string>;
  close(): Promise<void>;
}

/** @param folder - where what is served is looked for */
export function createMockServers(folder: string): MockServers {
  const started = new Map<MockServerSettings | string | undefined, Promise<Started>>();
  const start = async (standIn: MockServerSettings | undefined, document: string | undefined) => {
    // The stand-in is large, and a run that has one already does not need it.
    const { startStandIn } = await import('../shared/start.ts');
    return startStandIn(standIn ?? { folder, documents: document === undefined ? [] : [document] });
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
      // What could not be started was told to each test.
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
