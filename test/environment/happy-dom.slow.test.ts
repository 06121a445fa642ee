// Vitest's happy-dom environment, in which much looks like a page.
// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
// As in docs/guides/msw.md: MSW 3 gets the preflight requests of happy-dom without their headers.

import { pageEnvironmentCases } from '../support/cases/environment.cases.ts';

pageEnvironmentCases('happy-dom');
