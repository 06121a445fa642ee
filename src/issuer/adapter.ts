// Where oidc-provider keeps what it gives: in the store of the sandbox.

import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Sandbox } from '../engine/sandbox.ts';
import { errors } from './library.ts';
import { byOtherName, changeGiven, type Given, type GivenDraft, givenId, issuerStore, ofGrant } from './state.ts';

/**
 * An adapter for one kind of thing. The library reads the clock of the machine, while what it gives ends by that of the sandbox: it is told an end
 * that is as far away on its own clock. What a client holds is good for one use even if it comes twice at the same time.
 */
export function createAdapter(sandbox: Sandbox, kind: string): Adapter {
  const store = issuerStore(sandbox);
  const { given } = store.collections;
  const change = (work: (draft: GivenDraft) => void) => changeGiven(store, sandbox.now(), work);
  const find = (id: string) => given.get(givenId(kind, id));
  const otherwiseNamed = (name: string) => shown(given.group(byOtherName, kind, name).last, sandbox);

  return {
    find: async (id) => shown(find(id), sandbox),
    findByUid: async (uid) => otherwiseNamed(uid),
    findByUserCode: async (code) => otherwiseNamed(code),
    upsert(id, payload, expiresIn) {
      const now = sandbox.now();
      const record: Given = {
        id: givenId(kind, id),
        kind,
        ...(expiresIn !== undefined && { ends: new Date(now.getTime() + expiresIn * 1000).toISOString() }),
        // As it will be read from the disk; the library goes on changing what it gave us.
        payload: JSON.parse(JSON.stringify(payload)),
      };
      return change((draft) => {
        if (draft.get(record.id)) draft.replace(record);
        else draft.add(record);
      });
    },
    consume: (id) =>
      change((draft) => {
        const record = draft.get(givenId(kind, id));
        if (!record || record.payload.consumed) throw new errors.InvalidGrant('it was used already');
        const consumed = Math.floor(sandbox.now().getTime() / 1000);
        draft.replace({ ...record, payload: { ...record.payload, consumed } });
      }),
    destroy: (id) => change((draft) => draft.remove(givenId(kind, id))),
    revokeByGrantId: (grantId) =>
      change((draft) => {
        for (const { id } of [...draft.group(ofGrant, grantId).values()].filter((one) => one.kind === kind))
          draft.remove(id);
      }),
  };
}

/** A record as the library knows it. */
function shown(record: Given | undefined, sandbox: Sandbox): AdapterPayload | undefined {
  if (!record) return undefined;
  const payload = structuredClone(record.payload);
  if (record.ends === undefined) return payload;
  const left = Date.parse(record.ends) - sandbox.now().getTime();
  return { ...payload, exp: Math.floor((Date.now() + left) / 1000) };
}
