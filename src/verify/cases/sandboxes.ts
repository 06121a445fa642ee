// Sandboxes of test cases: isolated on a mock server, shared elsewhere.

import type { SerializedRequest } from '../requests/serialize-request.ts';
import type { Target } from '../target.ts';

/** Headers that select a sandbox. */
export type SandboxHeaders = Readonly<Record<string, string>>;

export interface TestSandboxes {
  /** Whether test cases are isolated, so that each may change all data. */
  readonly areIsolated: boolean;
  /**
   * Runs work in a new sandbox, which is removed afterwards, beside what follows.
   *
   * @param from - the sandbox to copy, if they are isolated. Default: the initial state
   */
  withSandbox<T>(work: (sandbox: SandboxHeaders) => Promise<T>, from?: SandboxHeaders): Promise<T>;
}

const SANDBOX = 'x-understudy-sandbox';
const CONTROL = { headers: [], body: undefined, rawParameters: { path: {}, query: '', headers: {} } };

/**
 * Detects a mock server with sandboxes: its control API returns the clock of a named sandbox. If its login has issued
 * tokens, new sandboxes are copies of the main one: a token is valid in its sandbox and in copies of it.
 *
 * @param root - its URL, without the base path of a document
 * @param signal - stops the detection; then there are none
 */
export async function detectSandboxes(root: Target, signal?: AbortSignal): Promise<TestSandboxes> {
  // Concurrent runs are isolated as well.
  const run = crypto.randomUUID().slice(0, 8);
  const removeSandbox = (name: string) =>
    root.send({ ...CONTROL, method: 'DELETE', target: `/_understudy/sandboxes/${name}` });
  const first = `verify-${run}-0`;
  const clock = { ...CONTROL, method: 'GET', target: '/_understudy/clock' };
  const response = await root.send(clock, { [SANDBOX]: first }, signal);
  const isIsolated = !('reason' in response) && response.status === 200 && sandboxIn(response.body) === first;
  if (!isIsolated) return { areIsolated: false, withSandbox: (work) => work({}) };
  await removeSandbox(first);
  const issued = await root.send({ ...CONTROL, method: 'GET', target: '/_understudy/tokens' });
  const initial = !('reason' in issued) && hasTokens(issued.body) ? { [SANDBOX]: 'main' } : undefined;
  let number = 0;
  let removal: Promise<unknown> | undefined;
  return {
    areIsolated: true,
    async withSandbox(work, from = initial) {
      number += 1;
      const name = `verify-${run}-${number}`;
      try {
        if (from) await root.send(createForkRequest(name, from[SANDBOX]));
        return await work({ [SANDBOX]: name });
      } finally {
        // One at a time: a slow server is not left with a heap of sandboxes.
        await removal;
        removal = removeSandbox(name);
      }
    },
  };
}

/** A request that copies a sandbox. Otherwise, the first request creates it. */
function createForkRequest(name: string, from: string | undefined): SerializedRequest {
  const headers = [['Content-Type', 'application/json']] as const;
  return {
    ...CONTROL,
    headers,
    method: 'POST',
    target: '/_understudy/sandboxes',
    body: Buffer.from(JSON.stringify({ name, from })),
  };
}

/** The sandbox name in a response of the control API. */
function sandboxIn(body: Uint8Array): unknown {
  return objectIn(body).sandbox;
}

/** Whether a response of the control API lists valid tokens. */
function hasTokens(body: Uint8Array): boolean {
  const { tokens } = objectIn(body);
  return Array.isArray(tokens) && tokens.length > 0;
}

function objectIn(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(body).toString()));
  } catch {
    return {};
  }
}
