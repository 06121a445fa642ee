// Global set-up of the project `browser`: starts its one Chromium, and stops it.

import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser, INSTALL, launchOptions } from './browser.ts';
import type { ProvidedBrowser } from './shared-browser.ts';

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const provide = (browser: ProvidedBrowser) => project.provide('browser', browser);
  try {
    const options = launchOptions(await findBrowser());
    // On SIGINT, Chromium closes itself and ends the run; handlers for other signals would prevent that.
    const server = await chromium.launchServer({ ...options, handleSIGTERM: false, handleSIGHUP: false });
    provide({ endpoint: server.wsEndpoint() });
    return () => server.close();
  } catch (error) {
    provide({ problem: `The browser cannot be started: ${INSTALL}. ${error}` });
    return undefined;
  }
}
