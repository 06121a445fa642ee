// A processor core for the servers and another one for the load, where that can be arranged.

import { execFileSync, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Whether servers get a core of their own, and this process another one. */
export const PINNED: boolean =
  availableParallelism() > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;

/** Moves this process, which makes the load, away from the core of the servers. */
export function pinLoad(): void {
  if (PINNED)
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', `${process.pid}`], { stdio: 'ignore' });
}

/** A command that runs on the core of the servers. */
export function pinned(command: readonly string[]): readonly string[] {
  return PINNED ? ['taskset', '--cpu-list', '0', ...command] : command;
}
