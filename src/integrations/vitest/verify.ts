// Verifies a server in tests: `understudy-api/verify`. For Vitest a test per operation, for others the report.

import { openBaseline } from '../../cli/verify/baseline-flags.ts';
import {
  type LoadedDocuments,
  loadDocuments,
  type VerifiedServer,
  verifyServers,
} from '../../cli/verify/verify-servers.ts';
import { ownVersion } from '../../cli/version.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { filePath } from '../../schema/file-path.ts';
import { findingNotes } from '../../verify/report/finding-notes.ts';
import { outageSentence } from '../../verify/report/leftovers.ts';
import { createReport, type OperationReport, type Report } from '../../verify/report/report.ts';
import { formatFindingLines, outcomeText } from '../../verify/report/terminal.ts';
import { isNotTested } from '../../verify/verdict.ts';
import { operationsIn, settingsFor, startLimits, type VerifyOptions } from './verify-options.ts';

export type { Phase } from '../../verify/cases/test-case.ts';
export type { CheckId } from '../../verify/checks.ts';
export {
  type Contract,
  type ContractCase,
  type ContractRequest,
  type ContractResponse,
  type ContractServer,
  defineContract,
} from '../../verify/contracts/contract.ts';
export type { OAuthClient } from '../../verify/oauth/client.ts';
export type { FindingReport, OperationReport, Report } from '../../verify/report/report.ts';
export type { VerifyOptions } from './verify-options.ts';

/**
 * Adds a test of Vitest for each operation of a document, which fails with its findings. Requests are sent when the first of
 * these tests runs, for the selected ones only.
 *
 * @param document - a path from the folder of the project, or a URL. Default: what `understudy serve` would serve in this folder
 * @throws UsageError if it cannot be read, or an option cannot be used
 * @example
 * await verify('petstore.yaml', { url: 'http://127.0.0.1:3000', auth: { key: process.env.KEY ?? '' }, allowWrites: true });
 */
export async function verify(document?: string | URL, options: VerifyOptions = {}): Promise<void> {
  const { describe, test } = await import('vitest');
  const all = await documentsOf(document, options);
  const wanted = operationsIn(options, all.documents);
  let running: Promise<readonly Report[]> | undefined;
  for (const { source, operations } of all.documents) {
    const { title } = source.bundled.info;
    describe(`${title} (${shownPath(source.path)}) at ${options.url ?? 'a mock server'}`, () => {
      for (const { id, method, path } of operations.values()) {
        if (!wanted.includes(id)) continue;
        // The total time depends on the server; each request has a timeout.
        test(`${id} (${method} ${path})`, { timeout: 0 }, async ({ task, skip }) => {
          running ??= reportsOf(
            all,
            options,
            wanted.filter((one) => isToRun(one, task)),
          );
          // A document without selected operations is not tested.
          const report = (await running).find((one) => one.document === shownPath(source.path));
          const own = report?.operations.find(({ operation }) => operation === id);
          if (report?.outage) throw new Error(outageSentence(report.outage));
          const isUntested = own?.outcome === 'notTested' || own?.outcome === 'skipped';
          if (isUntested && !(options.requireTested && isNotTested(own))) return skip(own.reason ?? '');
          if (own?.outcome !== 'passed' || (options.requireTested && own.onlyEmptyLists)) throw failureOf(own);
        });
      }
    });
  }
}

/**
 * Tests a server against a document, and returns the results: for `node:test` and other programs.
 *
 * @param document - a path from the folder of the process, or a URL
 * @throws UsageError if it cannot be read, or there is no response
 * @example
 * const { operations } = await verifyServer('petstore.yaml', { url: 'http://127.0.0.1:3000' });
 * for (const { operation, findings } of operations) test(operation, () => assert.deepEqual(findings, []));
 */
export async function verifyServer(document: string | URL, options: VerifyOptions = {}): Promise<Report> {
  const all = await documentsOf(document, options);
  const [report] = await reportsOf(all, options, operationsIn(options, all.documents));
  if (!report) throw new Error('no operation was tested');
  return report;
}

async function documentsOf(
  document: string | URL | undefined,
  { allowFetch }: VerifyOptions,
): Promise<LoadedDocuments> {
  const named = document instanceof URL && document.protocol === 'file:' ? filePath(document) : document?.toString();
  return loadDocuments({ document: named, folder: process.cwd(), allowFetch, stdin: process.stdin });
}

async function reportsOf(
  all: LoadedDocuments,
  options: VerifyOptions,
  wanted: readonly string[],
): Promise<readonly Report[]> {
  const { baseline: file, phases } = options;
  const known = { baseline: file, 'write-baseline': false, 'fail-on': 'error', phases: phases?.join() } as const;
  const baseline = await openBaseline(known);
  const settings = settingsFor(options, wanted);
  const limits = startLimits(options);
  try {
    const verified = await verifyServers(all, { ...settings, limits, knownFindings: baseline.ids });
    const reports = await Promise.all(verified.map(reportOn));
    await baseline.finish(reports, process.stderr);
    return reports;
  } finally {
    limits.close();
  }
}

async function reportOn({ document: { source, base }, credentials, verdict }: VerifiedServer): Promise<Report> {
  return createReport(verdict, { source, base, credentials, version: ownVersion(), displayPath: shownPath });
}

/** Whether the test of an operation is selected. */
function isToRun(id: string, { suite }: VitestTask): boolean {
  const own = suite?.tasks.filter(({ name }) => name.startsWith(`${id} (`)) ?? [];
  return own.length === 0 || own.some(({ mode }) => mode !== 'skip');
}

interface VitestTask {
  readonly suite?: { readonly tasks: readonly { readonly name: string; readonly mode: string }[] } | undefined;
}

/** The error of a test: the findings, without a stack. */
function failureOf(own: OperationReport | undefined): Error {
  const { findings = [], reason = own?.onlyEmptyLists ? 'only empty lists seen' : 'it was not run' } = own ?? {};
  const lines = own ? findings.flatMap((one, index) => formatFindingLines(own, one, index + 1)) : [];
  const error = new Error(
    findings.length === 0
      ? `${outcomeText(own?.outcome ?? 'notTested')}: ${reason}`
      : [...lines, ...findingNotes(findings)].join('\n'),
  );
  error.stack = `Error: ${error.message}`;
  return error;
}
