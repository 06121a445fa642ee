// `understudy verify --replay REPORT [ID]`: whether the findings of a report still happen.

import { readDataFile } from '../../schema/data-file.ts';
import { isRecord } from '../../schema/is-record.ts';
import { printable } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { createRateLimiter } from '../../verify/rate-limiter.ts';
import { type ReplayResult, type ReportedFinding, replay } from '../../verify/replay/replay.ts';
import { REPORT_SCHEMA, type Report } from '../../verify/report/report.ts';
import { formatCount } from '../../verify/report/terminal.ts';
import { serverAddress } from '../flag-values.ts';
import type { CommandIO } from '../io.ts';
import { resolveExceptions } from './named-operations.ts';
import { type RunningServer, type ServerCommand, startServer } from './server-command.ts';
import {
  connectServer,
  type DocumentLocation,
  loadDocuments,
  requireGivenSchemes,
  testServer,
  type VerifyServersSettings,
} from './verify-servers.ts';

/** The findings that `--replay` repeats, and the server. */
interface ReplayCommand {
  /** The path of a report in JSON. */
  readonly file: string;
  /** The ID of a finding, or its start, and the URL of the server; both in any order, and optional. */
  readonly positionals: readonly string[];
  readonly isJson: boolean;
  /** The command that starts the server. Default: the server runs. */
  readonly command?: Pick<ServerCommand, 'words' | 'wait' | 'isPrinted'> | undefined;
}

/** Replays a report. @returns the exit code @throws UsageError if nothing can be replayed */
export async function replayReport(
  { file, positionals, isJson, command }: ReplayCommand,
  settings: VerifyServersSettings,
  location: Omit<DocumentLocation, 'document'>,
  io: CommandIO,
): Promise<number> {
  const reports = await readReports(file);
  const isUrl = (text: string) => /^https?:\/\//i.test(text);
  const [id, ...moreIds] = positionals.filter((one) => !isUrl(one));
  const [givenUrl] = positionals.filter(isUrl);
  if (moreIds.length > 0) throw new UsageError('--replay takes one ID and one URL: verify --replay REPORT [ID] [URL].');
  const selected = reports.map((report) => [report, selectFindings(report, id)] as const);
  const count = selected.reduce((sum, [, findings]) => sum + findings.length, 0);
  if (count === 0 && id !== undefined)
    throw new UsageError(`${file} has no finding with the ID ${JSON.stringify(id)}.`);
  if (
    id !== undefined &&
    new Set(selected.flatMap(([, all]) => all.map(({ finding }) => finding.fingerprint))).size > 1
  )
    throw new UsageError(`Several findings have an ID that begins with ${id}: use more of it.`);
  let server: RunningServer | undefined;
  try {
    const results: ReplayResult[] = [];
    for (const [report, findings] of selected) {
      if (findings.length === 0) continue;
      const url = givenUrl === undefined ? report.url : serverAddress(givenUrl);
      if (command && !server) server = await startServer({ ...command, url, signal: settings.signal }, io);
      results.push(...(await replayOne(report, findings, { ...settings, url }, location)));
    }
    io.stdout.write(isJson ? `${JSON.stringify({ findings: results.map(toJson) }, undefined, 2)}\n` : toText(results));
    if (results.some(({ outcome }) => outcome === 'happens')) return 1;
    return results.some(({ outcome }) => outcome === 'notReplayed') ? 2 : 0;
  } finally {
    await server?.stop();
  }
}

/** @throws UsageError if the file is no report of `verify` */
async function readReports(file: string): Promise<readonly Report[]> {
  const value = await readDataFile(file);
  const all = Array.isArray(value) ? value : [value];
  if (
    all.every((one): one is Report => isRecord(one) && one.$schema === REPORT_SCHEMA && Array.isArray(one.operations))
  )
    return all;
  throw new UsageError(`--replay ${file}: not a report of verify --json.`);
}

/** The errors of a report, or the findings whose ID begins with a text. */
function selectFindings({ operations }: Report, id: string | undefined): readonly ReportedFinding[] {
  const all = operations.flatMap((operation) => {
    const errors = id === undefined ? operation.findings : [...operation.findings, ...(operation.known ?? [])];
    const warnings = id === undefined ? [] : operation.warnings;
    return [
      ...errors.map((finding) => ({ operation, finding, severity: 'error' as const })),
      ...warnings.map((finding) => ({ operation, finding, severity: 'warning' as const })),
    ];
  });
  return id === undefined ? all : all.filter(({ finding }) => finding.fingerprint.startsWith(id));
}

async function replayOne(
  report: Report,
  findings: readonly ReportedFinding[],
  options: VerifyServersSettings & { readonly url: string },
  location: Omit<DocumentLocation, 'document'>,
): Promise<readonly ReplayResult[]> {
  const { config, documents } = await loadDocuments({ ...location, document: report.document });
  const settings = { ...options, ...resolveExceptions(options, config, documents, options.onNotice) };
  const [document] = documents;
  if (!document) throw new UsageError(`${report.document} is not found.`);
  requireGivenSchemes(documents, settings);
  const pace = createRateLimiter({ ...(settings.rate !== undefined && { rate: settings.rate }) });
  const connection = await connectServer(document, settings, pace);
  return testServer(document, connection, settings, (run) =>
    replay(findings, { ...run, report, secrets: connection.secrets() }),
  );
}

function toJson({ operation, finding, severity, outcome, reason }: ReplayResult) {
  const { fingerprint, check, message } = finding;
  return { fingerprint, check, operation: operation.operation, severity, message, outcome, reason };
}

const OUTCOMES = { happens: 'still happens', gone: 'gone', notReplayed: 'not replayed' } as const;

function toText(results: readonly ReplayResult[]): string {
  const width = OUTCOMES.happens.length + 2;
  const lines = results.flatMap(({ operation: { operation, method, path }, finding, outcome, reason }) => [
    `${OUTCOMES[outcome].padEnd(width)}${finding.fingerprint}  ${finding.check}: ${operation} (${method} ${path})`,
    `${' '.repeat(width)}${reason ?? finding.message}`,
  ]);
  const of = (outcome: ReplayResult['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const summary = `${formatCount(results.length, 'finding')}: ${of('happens')} still ${of('happens') === 1 ? 'happens' : 'happen'}, ${of('gone')} gone, ${of('notReplayed')} not replayed.`;
  return `${[...lines, summary].map(printable).join('\n')}\n`;
}
