// Judges that search a server for planted faults: verify and Dredd.

import { judgeWithDredd } from '../../contracts/judges/dredd.ts';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../src/verify/cases/sandboxes.ts';
import { createTarget, type Target } from '../../src/verify/target.ts';
import { listErrors } from '../../src/verify/verdict.ts';
import { verify } from '../../src/verify/verify.ts';
import { inRepository } from '../repository.ts';
import type { Mutant } from './mutant.ts';

/** A server to judge. */
export interface Judged {
  readonly of: Mutant['of'];
  readonly url: string;
  readonly token: string;
  /** Of the copy of the project that it runs from. */
  readonly folder: string;
  /** Its fault. */
  readonly patches: Mutant['patches'];
}

/** Returns the findings of a server: equal texts for equal findings. */
export type Judge = (judged: Judged) => Promise<readonly string[]>;

/** The original documents: the served ones may come from a faulty copy. */
export const DOCUMENTS = {
  identity: inRepository('spec/identity.yaml'),
  workshop: inRepository('bench/mutants/workshop.yaml'),
};
/** The hooks of the identity API are Dredd's default. */
const HOOKS = { identity: undefined, workshop: inRepository('bench/mutants/workshop-hooks.cjs') };

export const byVerify: Judge = async ({ of, url, token }) => (await verdictOf(of, url, token)).findings;

/** The settings of verify. */
export interface VerdictSettings {
  /** Default: the usual one. */
  readonly seed?: string | undefined;
  /** The operations to test. Default: all. */
  readonly operations?: readonly string[] | undefined;
  /** Sends requests; closed at the end. */
  readonly target?: Target;
  readonly root?: Target;
}

/** Runs verify on a server. */
export async function verdictOf(
  of: Mutant['of'],
  url: string,
  token: string,
  { seed, operations, target = createTarget(url), root = createTarget(url) }: VerdictSettings = {},
) {
  const document = createDocument(await openDocument(DOCUMENTS[of]));
  try {
    const verdict = await verify({
      document,
      target,
      sandboxes: await detectSandboxes(root),
      // The inferred API accepts any token.
      credentials: new Map(
        of === 'identity'
          ? [
              ['oauth2', token],
              ['bearer', token],
            ]
          : [['', token]],
      ),
      ...(seed !== undefined && { seed }),
      ...(operations && { operations }),
    });
    const missed = verdict.operations.flatMap(({ operation, outcome, reason }) =>
      outcome === 'notTested' ? [`${operation.id}: ${reason}`] : [],
    );
    return {
      missed,
      checks: listErrors(verdict).map(({ check }) => check),
      findings: listErrors(verdict).map(({ check, operation, message }) => `${check} ${operation}: ${message}`),
    };
  } finally {
    target.close();
    root.close();
  }
}

/** Dredd with hooks that provoke each status of each operation, from the seed data on. */
export const byDredd: Judge = async ({ of, url }) => {
  const { bundled: document } = await openDocument(DOCUMENTS[of]);
  const { output, problems } = await judgeWithDredd({ document, url, ...(HOOKS[of] && { hooks: HOOKS[of] }) });
  // Dredd prints each failure twice.
  const failed = new Set(output.match(/^(fail|error): .*(?= duration: )/gm));
  return failed.size > 0 ? [...failed] : problems;
};
