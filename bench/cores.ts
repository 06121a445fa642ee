// Separate processor cores for the servers and the load, where possible.

import { execFileSync, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Whether the servers and this process have different cores. */
export const PINNED: boolean =
  availableParallelism() > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;

/** Moves this process, which creates the load, off the core of the servers. */
export function pinLoad(): void {
  if (PINNED)
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', `${process.pid}`], { stdio: 'ignore' });
}

/** A command that runs on the core of the servers. */
export function pinned(command: readonly string[]): readonly string[] {
  return PINNED ? ['taskset', '--cpu-list', '0', ...command] : command;
}
