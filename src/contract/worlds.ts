// Where trials take place: in a stand-in each has a sandbox of its own, elsewhere all share the one world that there is.

import type { Call } from './request/call.ts';
import type { Target } from './target.ts';

/** Header fields by which a request means a world. */
export type World = Readonly<Record<string, string>>;

export interface Worlds {
  /** Whether trials are apart from each other: then any of them may change what it likes. */
  readonly areApart: boolean;
  /** Lets something happen in a world of its own, which ends with it. @param from - of which it is a copy, where they are apart. Default: as the server begins */
  within<T>(work: (world: World) => Promise<T>, from?: World): Promise<T>;
}

const SANDBOX = 'x-understudy-sandbox';
const CONTROL = { headers: [], body: undefined, sent: { path: {}, query: '', headers: {} } };

/** Looks whether a server is a stand-in. @param root - its address, without what stands before the paths of a document */
export async function worldsOf(root: Target): Promise<Worlds> {
  const answer = await root.ask({ ...CONTROL, method: 'GET', target: '/_understudy/sandboxes' });
  const isStandIn = answer.status === 200 && isSandboxes(answer.body);
  if (!isStandIn) return { areApart: false, within: (work) => work({}) };
  let number = 0;
  // Two runs at once are apart as well.
  const run = crypto.randomUUID().slice(0, 8);
  return {
    areApart: true,
    async within(work, from) {
      number += 1;
      const name = `verify-${run}-${number}`;
      try {
        if (from) await root.ask(forkOf(name, from[SANDBOX]));
        return await work({ [SANDBOX]: name });
      } finally {
        await root.ask({ ...CONTROL, method: 'DELETE', target: `/_understudy/sandboxes/${name}` });
      }
    },
  };
}

/** A world that is made without this is made by its first request. */
function forkOf(name: string, from: string | undefined): Call {
  const headers = [['Content-Type', 'application/json']] as const;
  return {
    ...CONTROL,
    headers,
    method: 'POST',
    target: '/_understudy/sandboxes',
    body: Buffer.from(JSON.stringify({ name, from })),
  };
}

function isSandboxes(body: Uint8Array): boolean {
  try {
    return Array.isArray(JSON.parse(Buffer.from(body).toString()).sandboxes);
  } catch {
    return false;
  }
}
