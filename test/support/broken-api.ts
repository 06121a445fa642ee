// The identity API with a search that violates its document.

import { identity } from '../../src/identity/api.ts';
import type { Project } from '../../src/identity/operations.ts';
import { HandlerResponse } from '../../src/server/pipeline/handler-response.ts';

/** The identity API, but with every project that a search finds changed. Serve it with `outputCheck: 'report'`. */
export function identityWithProjects(change: (project: Project) => object): typeof identity {
  const { searchProjects } = identity.handlers;
  return {
    ...identity,
    handlers: {
      ...identity.handlers,
      async searchProjects(call) {
        const found = await searchProjects(call);
        if (found instanceof HandlerResponse) return found;
        const { details, result = [] } = found;
        return { details, result: result.map(change) as never };
      },
    },
  };
}
