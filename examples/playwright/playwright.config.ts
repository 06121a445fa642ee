// Starts the mock server and the development server, each on a free port.

import { defineConfig } from '@playwright/test';
import type { UnderstudyOptions } from 'understudy-api/playwright';

export default defineConfig<UnderstudyOptions>({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 4,
  webServer: [
    { command: 'npx understudy demo --port 0 --memory', wait: { stdout: /at (?<understudy_url>http:\S+)/ } },
    { command: 'node serve.mjs', env: { PORT: '0' }, wait: { stdout: /is at (?<app_url>http:\S+)/ } },
  ],
  use: {
    baseURL: process.env.APP_URL,
    // Default: the browser that Playwright has installed.
    launchOptions: { executablePath: process.env.CHROMIUM },
  },
});
