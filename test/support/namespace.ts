// Process namespaces, as containers have them.

import { spawnSync } from 'node:child_process';

/** Starts a program in a process namespace of its own, which ends with it. */
export const IN_NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const;

/** Whether this machine lets this user create such namespaces. */
export function canCreateNamespaces(): boolean {
  const [command, ...args] = IN_NAMESPACE;
  return spawnSync(command, [...args, 'true']).status === 0;
}
