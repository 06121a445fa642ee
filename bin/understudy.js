#!/usr/bin/env node
// The command `understudy`: from its sources in a clone, which has not been built, else as it was published.

import { existsSync } from 'node:fs';

const sources = new URL('../src/cli/main.ts', import.meta.url);
await import(existsSync(sources) ? sources.href : '../dist/cli/main.js');
