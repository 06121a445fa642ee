// The identity API with a search that answers what its document does not allow.

import { identity } from '../../src/identity/api.ts';

/** One project of a search result, as the identity API answers it. */
type Project = NonNullable<Awaited<ReturnType<typeof identity.handlers.searchProjects>>['result']>[number];

/** The identity API, but with every project that a search finds changed. Serve it with `outputCheck: 'report'`. */
export function identityWithProjects(change: (project: Project) => object): typeof identity {
  const { searchProjects } = identity.handlers;
  return {
    ...identity,
    handlers: {
      ...identity.handlers,
      async searchProjects(call) {
        const { details, result = [] } = await searchProjects(call);
        return { details, result: result.map(change) as never };
      },
    },
  };
}
