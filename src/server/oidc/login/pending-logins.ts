// Pending logins, device codes and anonymous sessions. Anyone who reaches the port can start them, so they are in
// memory only, and bounded.

import type { AdapterPayload } from 'oidc-provider';
import type { Index } from '../../../store/groups.ts';
import { MAIN, type Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import { type Artifact, type ArtifactDraft, firstOf } from '../tokens/issuer-state.ts';

/** Maximum number of each kind, in `main` and in other sandboxes. Their size is limited by `bounds.ts`. */
const [MOST, MOST_ELSEWHERE] = [500, 100];

const byBeginning: Index<Artifact> = { group: ({ kind }) => [kind], order: ({ begun = '' }) => begun };

/** Whether an artifact is pending: it has no user yet. */
export function isPending(kind: string, { accountId, result }: AdapterPayload): boolean {
  if (kind === 'Interaction') return result?.login === undefined;
  return (kind === 'DeviceCode' || kind === 'Session') && accountId === undefined;
}

let count = 0;

/** The next sequence number of this process. */
export function nextPendingNumber(): string {
  count += 1;
  return String(count).padStart(15, '0');
}

/** Removes the oldest pending artifacts of a kind above the limit. */
export function dropOldestPending(draft: ArtifactDraft, kind: string, { name }: Sandbox): void {
  const most = name === MAIN ? MOST : MOST_ELSEWHERE;
  const group = draft.group(byBeginning, kind);
  for (const { id } of firstOf(group.values(), group.size - most)) draft.remove(id);
}
