// The global setup of Playwright.

import { defineConfig } from '@playwright/test';
import setup from 'understudy-api/playwright/setup';

export const started = setup;
export default defineConfig({ globalSetup: 'understudy-api/playwright/setup' });
// @ts-expect-error: it starts a server for a configuration
await setup(503);
