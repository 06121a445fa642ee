// Understudy as it is published: plain JavaScript, without types to strip.

import { execFileSync } from 'node:child_process';
import type { Contender } from '../contender.ts';
import { inRepository } from '../repository.ts';

/** Builds the package, then gives what starts it with some settings. */
export function publish(): (...settings: readonly string[]) => Contender['command'] {
  execFileSync('npm', ['run', 'build'], { cwd: inRepository('.'), stdio: ['ignore', 'ignore', 'inherit'] });
  return (...settings) =>
    (port) => [process.execPath, inRepository('dist/cli/main.js'), 'serve', '--port', `${port}`, ...settings];
}
