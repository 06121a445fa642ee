// The storage adapter of oidc-provider: the store of the sandbox.

import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Index } from '../../../store/groups.ts';
import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import { MAIN } from '../../pipeline/sandbox/sandbox.ts';
import { errors } from '../oidc-provider.ts';
import {
  type Artifact,
  type ArtifactDraft,
  artifactId,
  byOtherName,
  changeArtifacts,
  firstOf,
  type IssuerStore,
  issuerStore,
  ofGrant,
  pendingStore,
} from './issuer-state.ts';
import { toLibrary, toSandbox } from './library-time.ts';

/**
 * An adapter for one kind of artifact. The library uses the clock of the machine, while artifacts expire by that of
 * the sandbox: times are converted. A code or token is used at most once even by concurrent requests. Pending
 * artifacts are stored elsewhere, and move after a login.
 */
export function createAdapter(sandbox: Sandbox, kind: string): Adapter {
  const records = issuerStore(sandbox);
  const begun = pendingStore(sandbox);
  const change = (store: IssuerStore, work: (draft: ArtifactDraft) => void) =>
    changeArtifacts(store, sandbox.now(), work);
  const find = (id: string) => begun.collections.given.get(id) ?? records.collections.given.get(id);
  const holderOf = (id: string) => (begun.collections.given.get(id) ? begun : records);
  const remove = async (store: IssuerStore, id: string) => {
    if (store.collections.given.get(id)) await change(store, (draft) => draft.remove(id));
  };
  const otherwiseNamed = (name: string) => {
    const named = (store: IssuerStore) => store.collections.given.group(byOtherName, kind, name).last;
    return shown(named(begun) ?? named(records), sandbox);
  };

  return {
    find: async (id) => shown(find(artifactId(kind, id)), sandbox),
    findByUid: async (uid) => otherwiseNamed(uid),
    findByUserCode: async (code) => otherwiseNamed(code),
    async upsert(name, payload, expiresIn) {
      const now = sandbox.now();
      const id = artifactId(kind, name);
      const isBegun = isPending(kind, payload);
      const record: Artifact = {
        id,
        kind,
        ...(expiresIn !== undefined && { ends: new Date(now.getTime() + expiresIn * 1000).toISOString() }),
        ...(isBegun && { begun: find(id)?.begun ?? nextPendingNumber() }),
        // A copy, because the library continues to change its object.
        payload: JSON.parse(JSON.stringify(toSandbox(payload, sandbox))),
      };
      await change(isBegun ? begun : records, (draft) => {
        if (draft.get(id)) draft.replace(record);
        else draft.add(record);
        if (isBegun) dropOldestPending(draft, kind, sandbox);
      });
      await remove(isBegun ? records : begun, id);
    },
    consume: (name) =>
      change(holderOf(artifactId(kind, name)), (draft) => {
        const record = draft.get(artifactId(kind, name));
        if (!record || record.payload.consumed) throw new errors.InvalidGrant('it was already used');
        const consumed = Math.floor(sandbox.now().getTime() / 1000);
        draft.replace({ ...record, payload: { ...record.payload, consumed } });
      }),
    async destroy(name) {
      for (const store of [begun, records]) await remove(store, artifactId(kind, name));
    },
    revokeByGrantId: (grantId) =>
      change(records, (draft) => {
        for (const { id } of [...draft.group(ofGrant, grantId).values()].filter((one) => one.kind === kind))
          draft.remove(id);
      }),
  };
}

/** A record as the library knows it. */
function shown(record: Artifact | undefined, sandbox: Sandbox): AdapterPayload | undefined {
  if (!record) return undefined;
  const payload = toLibrary(structuredClone(record.payload), sandbox);
  if (record.ends === undefined) return payload;
  const left = Date.parse(record.ends) - sandbox.now().getTime();
  return { ...payload, exp: Math.floor((Date.now() + left) / 1000) };
}

/**
 * Maximum number of pending artifacts of each kind, in `main` and in other sandboxes: anyone who reaches the port can start a login, a device code or a session,
 * so those are in memory only, and bounded. Their size is limited by `bounds.ts`.
 */
const [MOST, MOST_ELSEWHERE] = [500, 100];

const byBeginning: Index<Artifact> = { group: ({ kind }) => [kind], order: ({ begun = '' }) => begun };

/** Whether an artifact is pending: it has no user yet. */
function isPending(kind: string, { accountId, result }: AdapterPayload): boolean {
  if (kind === 'Interaction') return result?.login === undefined;
  return (kind === 'DeviceCode' || kind === 'Session') && accountId === undefined;
}

let count = 0;

/** The next sequence number of this process. */
function nextPendingNumber(): string {
  count += 1;
  return String(count).padStart(15, '0');
}

/** Removes the oldest pending artifacts of a kind above the limit. */
function dropOldestPending(draft: ArtifactDraft, kind: string, { name }: Sandbox): void {
  const most = name === MAIN ? MOST : MOST_ELSEWHERE;
  const group = draft.group(byBeginning, kind);
  for (const { id } of firstOf(group.values(), group.size - most)) draft.remove(id);
}
