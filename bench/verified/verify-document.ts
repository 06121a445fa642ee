// Verifies the mock server of a document against it: each finding is an error in one of them.

import { stat } from 'node:fs/promises';
import { createMockServer } from '../../src/index.ts';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../src/verify/cases/sandboxes.ts';
import { CHECK_IDS } from '../../src/verify/checks.ts';
import { createTarget } from '../../src/verify/target.ts';
import { listErrors, type OperationVerdict, type Verdict } from '../../src/verify/verdict.ts';
import { verify } from '../../src/verify/verify.ts';

/** The result of one document. */
export interface VerifiedDocument {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly operations: number;
  readonly passed: number;
  readonly notTested: number;
  readonly requests: number;
  /** In milliseconds. */
  readonly duration: number;
  /** Whether the time limit was reached. */
  readonly isIncomplete: boolean;
  /** One line each: check, operation, message, request, status. */
  readonly findings: readonly string[];
  /** Why it was not served; undefined when it was. */
  readonly rejected?: string;
}

/** Time limit of a request in milliseconds: on a busy machine, server and client in one process are slow. */
const REQUEST_TIMEOUT = 30_000;

/** @param timeout - time limit of the document, in milliseconds */
export async function verifyDocument(path: string, timeout: number, seed?: string): Promise<VerifiedDocument> {
  const mockServer = await createMockServer({
    apis: [{ name: 'own', document: path, infer: true }],
    onError: ignore,
    onNotice: ignore,
  });
  const { url } = await mockServer.listen();
  const target = createTarget(url, { timeout: REQUEST_TIMEOUT });
  try {
    const document = createDocument(await openDocument(path));
    const sandboxes = await detectSandboxes(target);
    const verdict = await verify({
      document,
      target,
      sandboxes,
      credentials: new Map([['', 'token']]),
      signal: AbortSignal.timeout(timeout),
      // Examples that contradict their schemas are errors of the document.
      checks: CHECK_IDS.filter((id) => id !== 'examples-valid'),
      ...(seed !== undefined && { seed }),
    });
    return { path, size: (await stat(path)).size, ...summarize(verdict) };
  } finally {
    target.close();
    await mockServer.close();
  }
}

/** The result for a document that was not served, or ended its process. */
export function rejectedVerification(path: string, rejected: string): VerifiedDocument {
  const none = { operations: 0, passed: 0, notTested: 0, requests: 0, duration: 0, isIncomplete: false, findings: [] };
  return { path, size: 0, ...none, rejected };
}

/** Errors of the mock server itself appear in its responses. */
function ignore(): void {}

function summarize(verdict: Verdict): Omit<VerifiedDocument, 'path' | 'size'> {
  const { operations, requests, duration, isIncomplete } = verdict;
  const count = (wanted: OperationVerdict['outcome']) => operations.filter(({ outcome }) => outcome === wanted).length;
  return {
    operations: operations.length,
    passed: count('passed'),
    notTested: count('notTested') + count('skipped'),
    requests,
    duration,
    isIncomplete,
    findings: listErrors(verdict).map(
      ({ check, operation, message, exchange: { request, response, description } }) =>
        `${check} ${operation}: ${message} [${description}] ${request.method} ${request.target} -> ${response.status}`,
    ),
  };
}
