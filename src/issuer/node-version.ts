// What this Node is too old for.

/** Why nobody can log in; undefined when people can. oidc-provider and we need what came with Node 22. */
export const tooOldForLogin =
  'groupBy' in Map ? undefined : `Login needs Node 22 or later, and this is Node ${process.versions.node}`;
