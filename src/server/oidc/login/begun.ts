// What somebody has begun and nobody has logged in for: a login page, a device's code, a session of nobody. Whoever reaches the port can begin as much
// as he likes, so it is kept in memory only, and the oldest makes room for the next.

import type { AdapterPayload } from 'oidc-provider';
import type { Index } from '../../../store/groups.ts';
import { MAIN, type Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import { type Artifact, type ArtifactDraft, firstOf } from '../tokens/state.ts';

/** How many of a kind are remembered, in `main` and in every other sandbox. None is longer than what a request may say (`bounds.ts`). */
const [MOST, MOST_ELSEWHERE] = [500, 100];

const byBeginning: Index<Artifact> = { group: ({ kind }) => [kind], order: ({ begun = '' }) => begun };

/** Whether a thing is only begun: nobody has logged in for it. */
export function isOnlyBegun(kind: string, { accountId, result }: AdapterPayload): boolean {
  if (kind === 'Interaction') return result?.login === undefined;
  return (kind === 'DeviceCode' || kind === 'Session') && accountId === undefined;
}

let count = 0;

/** A place among what this process has seen begin. */
export function nextPlace(): string {
  count += 1;
  return String(count).padStart(15, '0');
}

/** Forgets what was begun first of a kind, while there is too much of it. */
export function makeRoom(draft: ArtifactDraft, kind: string, { name }: Sandbox): void {
  const most = name === MAIN ? MOST : MOST_ELSEWHERE;
  const group = draft.group(byBeginning, kind);
  for (const { id } of firstOf(group.values(), group.size - most)) draft.remove(id);
}
