// A sandbox for every test of Playwright, and for its pages: `understudy-api/playwright`.

import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as playwright,
  type TestInfo,
  type TestType,
} from '@playwright/test';
import { understudy as standInAt, type Understudy } from '../client/client.ts';
import { atHostOf, originsOf, withoutHostOf } from './lead.ts';
import { PageWorld } from './page-world.ts';
import type { UnderstudySettings } from './settings.ts';
import { createMockServers, folderOf, type MockServers } from './stand-ins.ts';
import { worldName } from './world-name.ts';

export { expect } from '@playwright/test';
export type { PageWorld } from './page-world.ts';
export type { UnderstudySettings } from './settings.ts';

/** What configs and files of tests may set: `defineConfig<UnderstudyOptions>({ use: { understudy: { … } } })`. */
export interface UnderstudyOptions {
  readonly understudy: UnderstudySettings;
}

/** What tests get. */
export interface UnderstudyFixtures {
  /** A sandbox of its own for each test: from the fixtures at its beginning, gone at its end. Pages mean it. */
  readonly world: PageWorld;
  /** The stand-in that all tests share. */
  readonly standIn: Understudy;
}

interface Names {
  readonly _worldName: string;
}

interface Workers {
  readonly _standIns: MockServers;
}

/** Playwright's `test`. */
export type UnderstudyTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & UnderstudyOptions & UnderstudyFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/**
 * Playwright's `test`, in which each test has a `world`, whether it asks for it or only for a `page`.
 *
 * @example
 * test('a refused name is told', async ({ page, world }) => {
 *   await world.fault({ on: { operation: 'updateApp' }, steps: [{ code: 'unavailable' }] });
 *   await page.goto('/');
 *   …
 * });
 */
export const test: UnderstudyTest = playwright.extend<UnderstudyOptions & UnderstudyFixtures & Names, Workers>({
  understudy: [{}, { option: true }],
  _standIns: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use, { config }) => {
      const standIns = createMockServers(folderOf(config));
      await use(standIns);
      await standIns.close();
    },
    { scope: 'worker', box: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  _worldName: [async ({}, use, { title }) => use(worldName(title)), { box: true }],
  standIn: async ({ understudy, _standIns }, use, test) => {
    await use(standInAt(await _standIns.urlOf(inForce(understudy, test))));
  },
  baseURL: async ({ baseURL, understudy, _worldName }, use, test) => {
    const atHost = inForce(understudy, test).by === 'host' && baseURL && atHostOf(_worldName, baseURL);
    await use(atHost || baseURL);
  },
  world: async ({ standIn, understudy, baseURL, _worldName }, use, test) => {
    const { by, origins = [], fixtures, from, clock, seed, expectFindings = [] } = inForce(understudy, test);
    const start = { ...(fixtures !== undefined && { fixtures }), ...(from !== undefined && { from }) };
    const sandbox = await standIn.sandbox({ name: _worldName, ...start });
    const led = by === 'host' ? [] : [standIn.url, baseURL ?? [], origins].flat().flatMap(originsOf);
    const world = new PageWorld(sandbox, { expectFindings, origins: led });
    try {
      if (seed !== undefined) await world.seed(seed);
      if (clock) await world.control('changeClock', clock);
      await use(world);
      await world.conclude(test);
    } finally {
      await world.close();
    }
  },
  context: async ({ context, world }, use) => {
    await world.lead(context);
    await use(context);
  },
  request: async ({ playwright, world, baseURL, extraHTTPHeaders }, use) => {
    const request = await playwright.request.newContext({
      extraHTTPHeaders: { ...extraHTTPHeaders, ...world.headers },
      ...(baseURL && { baseURL: withoutHostOf(world.name, baseURL) }),
    });
    await use(request);
    await request.dispose();
  },
});

/** What the config says, and in its place what the file of the test says. */
function inForce(said: UnderstudySettings, { project }: TestInfo): UnderstudySettings {
  const { understudy } = project.use as Partial<UnderstudyOptions>;
  return { ...understudy, ...said };
}
