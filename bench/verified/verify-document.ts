// Verifies the mock server of a document against it: each finding is an error in one of them.

import { stat } from 'node:fs/promises';
import { createMockServer } from '../../src/index.ts';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../src/verify/cases/sandboxes.ts';
import { CHECK_IDS } from '../../src/verify/checks.ts';
import { createTarget } from '../../src/verify/target.ts';
import { listErrors, type Verdict } from '../../src/verify/verdict.ts';
import { verify } from '../../src/verify/verify.ts';

/** The result of one document. */
export interface VerifiedDocument {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly operations: number;
  readonly stored: number;
  readonly notReached: number;
  readonly requests: number;
  /** In milliseconds. */
  readonly duration: number;
  /** Whether the time limit was reached. */
  readonly isCut: boolean;
  /** One line each: check, operation, message. */
  readonly findings: readonly string[];
  /** Why it was not served; undefined when it was. */
  readonly rejected?: string;
}

/** @param timeout - time limit, in milliseconds */
export async function verifyDocument(path: string, timeout: number, seed?: string): Promise<VerifiedDocument> {
  const mockServer = await createMockServer({
    apis: [{ name: 'own', document: path, infer: true }],
    onError: nothing,
    onNotice: nothing,
  });
  const { url } = await mockServer.listen();
  const target = createTarget(url);
  try {
    const document = createDocument(await openDocument(path));
    const sandboxes = await detectSandboxes(target);
    // Examples that contradict their schemas are errors of the document.
    const signal = AbortSignal.timeout(timeout);
    const credentials = new Map([['', 'token']]);
    const verdict = await verify({
      document,
      target,
      sandboxes,
      credentials,
      signal,
      checks: CHECK_IDS.filter((id) => id !== 'examples-valid'),
      ...(seed !== undefined && { seed }),
    });
    return { path, size: (await stat(path)).size, ...countsOf(verdict) };
  } finally {
    target.close();
    await mockServer.close();
  }
}

/** The result for a document that was not served, or ended its process. */
export function refusedDocument(path: string, rejected: string): VerifiedDocument {
  const none = { operations: 0, stored: 0, notReached: 0, requests: 0, duration: 0, isCut: false, findings: [] };
  return { path, size: 0, ...none, rejected };
}

/** Errors of the mock server itself appear in its responses. */
function nothing(): void {}

function countsOf(verdict: Verdict): Omit<VerifiedDocument, 'path' | 'size'> {
  const { operations, requests, duration, isIncomplete: isCut } = verdict;
  const count = (wanted: string) => operations.filter(({ outcome }) => outcome === wanted).length;
  return {
    operations: operations.length,
    stored: count('kept'),
    notReached: count('notTested'),
    requests,
    duration,
    isCut,
    findings: listErrors(verdict).map(
      ({ check, operation, message, exchange: { request: call, response, description: what } }) =>
        `${check} ${operation}: ${message} [${what}] ${call.method} ${call.target} -> ${response.status}`,
    ),
  };
}
