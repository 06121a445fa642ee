// Where trials take place: in a stand-in each has a sandbox of its own, elsewhere all share the one world that there is.

import type { Call } from '../requests/call.ts';
import type { Target } from '../target.ts';

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

/**
 * Looks whether a server is a mock server with sandboxes: it tells the time of the one that the request names. No other server knows that name.
 *
 * @param root - its address, without what stands before the paths of a document
 */
export async function worldsOf(root: Target): Promise<Worlds> {
  // Two runs at once are apart as well.
  const run = crypto.randomUUID().slice(0, 8);
  const end = (name: string) => root.ask({ ...CONTROL, method: 'DELETE', target: `/_understudy/sandboxes/${name}` });
  const first = `verify-${run}-0`;
  const answer = await root.ask({ ...CONTROL, method: 'GET', target: '/_understudy/clock' }, { [SANDBOX]: first });
  const isApart = !('reason' in answer) && answer.status === 200 && sandboxIn(answer.body) === first;
  if (!isApart) return { areApart: false, within: (work) => work({}) };
  await end(first);
  let number = 0;
  return {
    areApart: true,
    async within(work, from) {
      number += 1;
      const name = `verify-${run}-${number}`;
      try {
        if (from) await root.ask(forkOf(name, from[SANDBOX]));
        return await work({ [SANDBOX]: name });
      } finally {
        await end(name);
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

/** The sandbox that a response of the control API is about. */
function sandboxIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString()).sandbox;
  } catch {
    return undefined;
  }
}
