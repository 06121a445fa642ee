// Sandboxes of test cases: one for each on a mock server, a shared one elsewhere.

import type { Call } from '../requests/call.ts';
import type { Target } from '../target.ts';

/** Headers that select a sandbox. */
export type World = Readonly<Record<string, string>>;

export interface Worlds {
  /** Whether test cases are isolated: then any of them may change everything. */
  readonly areApart: boolean;
  /**
   * Runs work in a sandbox of its own, which is removed afterwards.
   *
   * @param from - the sandbox to copy, if they are isolated. Default: the initial state
   */
  within<T>(work: (world: World) => Promise<T>, from?: World): Promise<T>;
}

const SANDBOX = 'x-understudy-sandbox';
const CONTROL = { headers: [], body: undefined, sent: { path: {}, query: '', headers: {} } };

/**
 * Detects a mock server with sandboxes: it returns the time of the named one. Other servers do not know this name.
 *
 * @param root - its URL, without the base path of a document
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

/** Without this, the first request creates it. */
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
