// The browser of the run: one Chromium for all test files of the project `browser`.

import { type Browser, chromium } from 'playwright-core';
import { describe, inject, test } from 'vitest';
import { findBrowser, INSTALL } from './browser.ts';

/** Provided by the set-up of the project `browser`: the address of the browser, or an error. */
export type ProvidedBrowser = { readonly endpoint: string } | { readonly problem: string };

declare module 'vitest' {
  export interface ProvidedContext {
    browser: ProvidedBrowser;
  }
}

const isSkipped = (await findBrowser()) === undefined && !process.env.CI;
const titled = (title: string) => (isSkipped ? `${title} (skipped: ${INSTALL})` : title);

/** Like `describe`. Without a browser it skips the tests, with a note in the title; with `CI` set, they fail. */
export function describeWithBrowser(title: string, tests: () => void): void {
  describe.skipIf(isSkipped)(titled(title), tests);
}

/** Like `test`, under the conditions of `describeWithBrowser`. */
export function testWithBrowser(title: string, run: () => Promise<void>): void {
  test.skipIf(isSkipped)(titled(title), run);
}

/** Connects to the browser. `close` closes the contexts of this connection only. */
export function openBrowser(): Promise<Browser> {
  return chromium.connect(browserEndpoint());
}

/** The address of the browser. @throws Error with install instructions if it could not be started */
export function browserEndpoint(): string {
  const browser = inject('browser');
  if ('problem' in browser) throw new Error(browser.problem);
  return browser.endpoint;
}
