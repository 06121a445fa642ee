// Check: the server has every operation of the document.

import type { ScenarioCheck } from '../../cases/test-case.ts';

export const operationImplemented: ScenarioCheck<{
  /** The status of all responses. */
  readonly status: number;
  /** Whether the document gives this status a meaning that may be true here. */
  readonly mayBeMeant: boolean;
}> = {
  description:
    'The server has every operation of the document. A finding is an operation whose valid requests are all rejected with 404, 405 or 501, although its path has no parameters, or the items in the path exist. A 404 that the document declares is a warning where it may describe the state of the server, such as a singleton that was never set.',
  *evaluate({ status, mayBeMeant }) {
    yield {
      severity: mayBeMeant ? 'warning' : 'error',
      message: `the server does not seem to have this operation: every valid request is rejected with ${status}`,
      cause: 'missing',
    };
  },
};
