#!/usr/bin/env node
// The command `understudy`: from its sources in a clone, which has not been built, else as it was published.

import { existsSync } from 'node:fs';
import module from 'node:module';

// As `main.ts` does, but before it is loaded: else every start would load what strips its types.
module.enableCompileCache?.();

const sources = new URL('../src/cli/main.ts', import.meta.url);
if (!process.features.require_module || !module.enableCompileCache) {
  // Libraries that are written one way load some that are written the other way.
  console.error(`Understudy needs Node 22.12 or later, and this is Node ${process.versions.node}.`);
  process.exitCode = 1;
} else if (!existsSync(sources)) await import('../dist/cli/main.js');
else if (process.features.typescript) {
  // Whoever imports the package here, as the examples do, means these sources too: a build would be a second copy of everything.
  module.registerHooks?.({
    resolve(name, { conditions, ...context }, next) {
      const isOurs = name === 'understudy-api' || name.startsWith('understudy-api/');
      return next(name, { ...context, conditions: isOurs ? [...conditions, 'source'] : conditions });
    },
  });
  await import(sources.href);
} else {
  const node = `Node ${process.versions.node}`;
  console.error(
    `${node} does not run TypeScript. In a clone use npx understudy, which takes the Node that npm ci installed.`,
  );
  process.exitCode = 1;
}
