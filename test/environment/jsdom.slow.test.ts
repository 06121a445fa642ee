// Vitest's jsdom environment, in which much looks like a page.
// @vitest-environment jsdom

import { pageEnvironmentCases } from '../support/cases/environment.cases.ts';

pageEnvironmentCases('jsdom');
