// Process namespaces, as in containers.

import { spawnSync } from 'node:child_process';

/** Starts a program in its own process namespace, which ends with it. */
export const IN_NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const;

/** Whether this user can create such namespaces on this machine. */
export function canCreateNamespaces(): boolean {
  const [command, ...args] = IN_NAMESPACE;
  return spawnSync(command, [...args, 'true']).status === 0;
}
