// Vitest's happy-dom environment, in which much looks like a page.
// @vitest-environment happy-dom

import { pageEnvironmentCases } from '../support/cases/environment.cases.ts';

pageEnvironmentCases('happy-dom');
