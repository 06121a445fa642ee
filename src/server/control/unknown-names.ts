// Errors about unknown sandboxes and snapshots, with existing names.

import { listNames } from '../pipeline/api/list-names.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../pipeline/sandbox/sandboxes.ts';

export function noSandbox(name: string, sandboxes: Sandboxes): ApiError {
  const names = sandboxes.all().map(({ sandbox }) => sandbox.name);
  return new ApiError('not_found', `sandbox ${JSON.stringify(name)} not found; ${listNames(names)}`);
}

export function noSnapshot(name: string, { name: sandbox, snapshots }: Sandbox): ApiError {
  const names = listNames([...snapshots.keys()]);
  return new ApiError('not_found', `snapshot ${JSON.stringify(name)} of sandbox ${sandbox} not found; ${names}`);
}
