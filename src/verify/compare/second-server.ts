// The write rule and leftovers of the second server.

import type { SandboxHeaders } from '../cases/sandboxes.ts';
import { createRun } from '../run.ts';
import type { VerifySettings } from '../settings.ts';
import type { VerdictLeftovers } from '../verdict.ts';
import { listLeftovers } from '../verify.ts';
import type { ServerSide, WriteGuard } from './server-pair.ts';

/** No leftovers. */
export const NO_LEFTOVERS: VerdictLeftovers = { items: [], unsafe: [] };

interface SecondServer {
  readonly guard: WriteGuard;
  /** Deletes items that exist there only: the first server may not have created them. Never throws. */
  finish(): Promise<VerdictLeftovers>;
}

interface SecondServerSettings extends Pick<VerifySettings, 'document' | 'allowUnsafe' | 'skipOperations'> {
  readonly sides: readonly [first: ServerSide, second: ServerSide];
}

/** @returns undefined for a mock server, which has a sandbox for the comparison */
export async function createSecondServer(
  { document, sides: [, second], allowUnsafe = [], skipOperations = [] }: SecondServerSettings,
  sandbox: SandboxHeaders | undefined,
): Promise<SecondServer | undefined> {
  if (!sandbox || second.sandboxes.areIsolated) return undefined;
  const run = await createRun({
    document,
    target: second.target,
    sandboxes: { areIsolated: false, withSandbox: (work) => work(sandbox) },
    credentials: second.credentials,
    checks: [],
    phases: [],
    coverage: false,
    allowWrites: true,
    allowUnsafe,
    skipOperations,
  });
  const { created, session } = run;
  // The run decides when they are due.
  session.permission.startUnsafe();
  return {
    guard: {
      denies(operation, call) {
        if (session.permission.findRequestDenial(operation, call) !== undefined) return true;
        created.expect(operation, call);
        return false;
      },
      observe(operation, response) {
        const item = created.observe(operation, response);
        if (item) session.onCreated?.(item);
      },
    },
    async finish() {
      await run.itemProvider.removeAll();
      return listLeftovers(run);
    },
  };
}
