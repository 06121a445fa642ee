// Report flags of `verify` and `proxy`, and report files.

import { constants } from 'node:fs';
import { access, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { escapeCommands } from '../../openapi/report/github-annotations.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { printable } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { ctrfReport } from '../../verify/report/ctrf.ts';
import { githubReport } from '../../verify/report/github.ts';
import { htmlReport } from '../../verify/report/html/page.ts';
import { junitReport } from '../../verify/report/junit.ts';
import type { OperationReport, Report } from '../../verify/report/report.ts';
import { sarifReport } from '../../verify/report/sarif.ts';
import { terminalReport } from '../../verify/report/terminal.ts';
import type { FlagValues } from '../command.ts';
import type { REPORTS } from '../command-tables/shared-flags.ts';
import type { CommandIO } from '../io.ts';

type ReportFlags = FlagValues<typeof REPORTS> & { readonly 'fail-on': 'error' | 'warn' };

const FORMS = {
  junit: junitReport,
  sarif: (reports: readonly Report[], command: string) =>
    `${stringifyJson(sarifReport(reports, command), undefined, 2)}\n`,
  html: htmlReport,
  ctrf: (reports: readonly Report[], command: string) =>
    `${stringifyJson(ctrfReport(reports, command), undefined, 2)}\n`,
} as const;

/** Writes the requested reports. @throws UsageError with reports that cannot be written; the others are written */
type WriteReports = (reports: readonly Report[]) => Promise<void>;

/**
 * Prepares the requested reports: checks that their files can be written, and removes those of an earlier run.
 *
 * @param command - the name of the command in the reports
 * @throws UsageError with reports that cannot be written
 */
export async function prepareReports(flags: ReportFlags, command: string, io: CommandIO): Promise<WriteReports> {
  const files = (Object.keys(FORMS) as (keyof typeof FORMS)[]).flatMap((form) => {
    const path = flags[form];
    return path === undefined ? [] : [{ form, path }];
  });
  const used = new Map<string, string>();
  const problems: string[] = [];
  for (const { form, path } of files) {
    const before = used.get(resolve(path));
    const reason = before === undefined ? await findObstacle(path) : `the same file as --${before}`;
    if (reason !== undefined) problems.push(`--${form} ${path}: ${reason}`);
    used.set(resolve(path), form);
  }
  if (problems.length > 0) throw new UsageError('Cannot write these reports:', problems);
  for (const { path } of files) await removeReport(path);
  // In reports for CI systems, a warning that fails the run is a failure.
  const shown = (form: keyof typeof FORMS, reports: readonly Report[]) =>
    flags['fail-on'] === 'warn' && form !== 'html' ? reports.map(withWarningsAsFindings) : reports;
  return async (reports) => {
    const written: string[] = [];
    const failed: string[] = [];
    for (const { form, path } of files)
      await writeFile(path, FORMS[form](shown(form, reports), command)).then(
        () => written.push(path),
        (error: Error) => failed.push(`--${form} ${path}: ${error.message}`),
      );
    print(reports, flags, io);
    if (written.length > 0 && !flags.json) io.stdout.write(`${printable(`Wrote ${written.join(', ')}.`)}\n`);
    if (failed.length > 0) throw new UsageError('Cannot write these reports:', failed);
  };
}

function withWarningsAsFindings(report: Report): Report {
  const operations = report.operations.map((one): OperationReport => {
    if (one.warnings.length === 0) return one;
    return { ...one, outcome: 'failed', findings: [...one.findings, ...one.warnings], warnings: [] };
  });
  return { ...report, operations };
}

/** Removes the report of an earlier run, which must not be taken for that of this run. */
export async function removeReport(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  // A file that is mounted alone can only be emptied.
  if (existing?.isFile()) await rm(path).catch(() => truncate(path));
}

/** The reason why a file cannot be written; undefined if none is known. */
async function findObstacle(path: string): Promise<string | undefined> {
  if (path === '') return 'file name missing';
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) return 'this is a folder';
  const folder = await stat(dirname(resolve(path))).catch(() => undefined);
  if (!folder?.isDirectory()) return `folder not found: ${dirname(path)}`;
  return access(existing ? path : dirname(resolve(path)), constants.W_OK).then(
    () => undefined,
    () => 'permission denied',
  );
}

/** Prints to the terminal. In the log of a workflow, only the annotations are commands. */
function print(reports: readonly Report[], flags: ReportFlags, io: CommandIO): void {
  const { json, coverage, github } = flags;
  const warnings = flags.warnings || flags['fail-on'] === 'warn';
  const isGithub = github || io.env.GITHUB_ACTIONS === 'true';
  const annotations = isGithub ? githubReport(reports, warnings).map((line) => `${line}\n`) : [];
  if (json) {
    // The old form of commands, which are valid anywhere in a line.
    const text = JSON.stringify(reports.length === 1 ? reports[0] : reports, undefined, 2).replaceAll(
      '##[',
      '#\\u0023[',
    );
    io.stdout.write(`${text}\n`);
    io.stderr.write(annotations.join(''));
    return;
  }
  const text = reports.map((report) => `${terminalReport(report, warnings, coverage).join('\n')}\n`).join('\n');
  io.stdout.write(`${isGithub ? escapeCommands(text) : text}${annotations.join('')}`);
}
