// Refusals of sandboxes and snapshots that there are not: with the names of those that there are.

import { ApiError } from '../engine/failure.ts';
import { listNames } from '../engine/list-names.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Sandboxes } from '../engine/sandboxes.ts';

export function noSandbox(name: string, sandboxes: Sandboxes): ApiError {
  const names = sandboxes.all().map(({ sandbox }) => sandbox.name);
  return new ApiError('not_found', `sandbox ${JSON.stringify(name)} not found; ${listNames(names)}`);
}

export function noSnapshot(name: string, { name: sandbox, snapshots }: Sandbox): ApiError {
  const names = listNames([...snapshots.keys()]);
  return new ApiError('not_found', `snapshot ${JSON.stringify(name)} of sandbox ${sandbox} not found; ${names}`);
}
