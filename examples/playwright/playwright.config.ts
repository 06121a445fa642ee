// How the tests run: beside a stand-in and the server of the page, each on a free port that Playwright reads from what it says.

import { defineConfig } from '@playwright/test';
import type { UnderstudyOptions } from 'understudy-api/playwright';

export default defineConfig<UnderstudyOptions>({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 4,
  webServer: [
    { command: 'npx understudy serve --port 0 --memory', wait: { stdout: /at (?<understudy_url>http:\S+)/ } },
    { command: 'node serve.mjs', env: { PORT: '0' }, wait: { stdout: /is at (?<app_url>http:\S+)/ } },
  ],
  use: {
    baseURL: process.env.APP_URL,
    // Playwright's own browser, unless one of the machine is named.
    launchOptions: { executablePath: process.env.CHROMIUM },
  },
});
