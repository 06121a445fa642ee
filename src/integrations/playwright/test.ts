// A sandbox for every Playwright test and its pages: `understudy-api/playwright`.

import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as playwright,
  type TestInfo,
  type TestType,
} from '@playwright/test';
import { type AnyOperations, understudy as clientOf, type UnderstudyClient } from '../../client/client.ts';
import { requireKnownOptions } from '../runner/known-options.ts';
import { PageSandbox } from './page-sandbox.ts';
import { atHostOf, originsOf, withoutHostOf } from './route-pages.ts';
import { createMockServers, folderOf, type MockServers } from './servers.ts';
import { SETTING_NAMES, type UnderstudySettings } from './settings.ts';

export { expect } from '@playwright/test';
export type { PageSandbox } from './page-sandbox.ts';
export type { UnderstudySettings } from './settings.ts';

/** Options of configs and test files: `defineConfig<UnderstudyOptions>({ use: { understudy: { … } } })`. */
export interface UnderstudyOptions {
  readonly understudy: UnderstudySettings;
}

/** Fixtures of tests. */
export interface UnderstudyFixtures<Ops = AnyOperations> {
  /** A sandbox for each test, created from the fixtures and removed at its end. Pages use it. */
  readonly sandbox: PageSandbox<Ops>;
  /** The mock server, shared by all tests. */
  readonly server: UnderstudyClient<Ops>;
}

interface Names {
  readonly _sandboxName: string;
}

interface Workers {
  readonly _servers: MockServers;
}

/**
 * Playwright's `test`.
 *
 * @typeParam Ops - the `Operations` of `understudy types`. Default: any text is the id of an operation
 * @example export const test = base as UnderstudyTest<Operations>;
 */
export type UnderstudyTest<Ops = AnyOperations> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & UnderstudyOptions & UnderstudyFixtures<Ops>,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/**
 * Playwright's `test`, in which each test has a `sandbox`, whether it asks for it or only for a `page`.
 *
 * @example
 * test('a rejected name is reported', async ({ page, sandbox }) => {
 *   await sandbox.fault({ on: { operation: 'updateApp' }, steps: [{ code: 'unavailable' }] });
 *   await page.goto('/');
 *   …
 * });
 */
export const test: UnderstudyTest = playwright.extend<UnderstudyOptions & UnderstudyFixtures & Names, Workers>({
  understudy: [{}, { option: true }],
  _servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use, { config }) => {
      const servers = createMockServers(folderOf(config));
      await use(servers);
      await servers.close();
    },
    { scope: 'worker', box: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  _sandboxName: [async ({}, use, { title }) => use(sandboxName(title)), { box: true }],
  server: async ({ understudy, _servers }, use, test) => {
    await use(clientOf(await _servers.urlOf(inForce(understudy, test))));
  },
  baseURL: async ({ baseURL, understudy, _sandboxName }, use, test) => {
    const atHost = inForce(understudy, test).by === 'host' && baseURL && atHostOf(_sandboxName, baseURL);
    await use(atHost || baseURL);
  },
  sandbox: async ({ server, understudy, baseURL, _sandboxName }, use, test) => {
    const { by, origins = [], fixtures, from, clock, seed, expectFindings = [] } = inForce(understudy, test);
    const start = { ...(fixtures !== undefined && { fixtures }), ...(from !== undefined && { from }) };
    const created = await server.createSandbox({ name: _sandboxName, ...start });
    const led = by === 'host' ? [] : [server.url, baseURL ?? [], origins].flat().flatMap(originsOf);
    const sandbox = new PageSandbox(created, { expectFindings, origins: led });
    try {
      if (seed !== undefined) await sandbox.seed(seed);
      if (typeof clock === 'string') await sandbox.clock.freeze(clock);
      else if (clock) await sandbox.control('setClock', clock);
      await use(sandbox);
      await sandbox.finish(test);
    } finally {
      await sandbox.close();
    }
  },
  context: async ({ context, sandbox }, use) => {
    await sandbox.routePages(context);
    await use(context);
  },
  request: async ({ playwright, sandbox, baseURL, extraHTTPHeaders }, use) => {
    const request = await playwright.request.newContext({
      extraHTTPHeaders: { ...extraHTTPHeaders, ...sandbox.headers },
      ...(baseURL && { baseURL: withoutHostOf(sandbox.name, baseURL) }),
    });
    await use(request);
    await request.dispose();
  },
});

/** The settings of the config, overridden by those of the test file. @throws TypeError for an unknown one */
function inForce(settings: UnderstudySettings, { project }: TestInfo): UnderstudySettings {
  const { understudy } = project.use as Partial<UnderstudyOptions>;
  const all = { ...understudy, ...settings };
  requireKnownOptions('understudy', all, SETTING_NAMES);
  return all;
}

/** Maximum length of the title part: a name has at most 63 characters. */
const LONGEST = 48;

/** A name that no other sandbox has, beginning as the title of the test does. */
export function sandboxName(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');
  return `${words || 'test'}-${crypto.randomUUID().slice(0, 8)}`;
}
