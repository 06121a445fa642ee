// What came of it, for people at a terminal.

import { printable } from '../../engine/printable.ts';
import { coverageSummary, missingLines } from './coverage.ts';
import { leftoverLines, outageSentence } from './leftovers.ts';
import type { FoundReport, OperationReport, Report } from './report.ts';

/** How much of an answer is shown. */
const MOST_SHOWN = 300;
/** How many other ways are named in which a finding was met. */
const MOST_WAYS = 8;

/**
 * The lines of the report.
 *
 * @param showsRemarks - whether remarks are told as well
 * @param namesMissing - whether all that was not exercised is named. Default false
 */
export function terminalReport(report: Report, showsRemarks: boolean, namesMissing = false): readonly string[] {
  const { operations } = report;
  const findings = operations.flatMap((one) => one.findings.map((found) => [one, found] as const));
  const remarks = operations.flatMap((one) => one.remarks.map((found) => [one, found] as const));
  const told = (all: typeof findings) =>
    all.flatMap(([operation, one], index) => ['', ...findingLines(operation, one, index + 1)]);
  return [
    ...operations.map(line),
    ...told(findings),
    ...(showsRemarks && remarks.length > 0 ? ['', 'Remarks: what the document leaves open', ...told(remarks)] : []),
    '',
    ...summary(report, findings.length, remarks.length, showsRemarks),
    ...coverageLines(report, namesMissing),
    ...leftLines(report),
  ];
}

function line({ operation, outcome, requests, findings, reason }: OperationReport): string {
  const found = findings.length > 0 ? `, ${counted(findings.length, 'finding')}` : '';
  const what = reason !== undefined && outcome !== 'broken' ? reason : `${counted(requests, 'request')}${found}`;
  return `${outcome.padEnd(11)}  ${printable(operation)}  ${printable(what)}`;
}

/** The lines about one finding. */
export function findingLines(
  { operation, method, path }: OperationReport,
  one: FoundReport,
  number: number,
): readonly string[] {
  const { check, message, pointer, place, count, ways, request, answer } = one;
  const times = count > 1 ? ` (${count} times)` : '';
  const body = answer.body.length > MOST_SHOWN ? `${answer.body.slice(0, MOST_SHOWN)}…` : answer.body;
  return [
    `${number}. ${check}: ${operation} (${method} ${path})${times}`,
    `   ${message}`,
    ...(ways.length > 1 ? [`   also: ${otherWays(ways)}`] : []),
    `   in the document: ${pointer} (${place.file}:${place.line})`,
    `   ${request.curl}`,
    answer.status === 0 ? '   not answered' : `   answered with ${answer.status}${body === '' ? '' : `: ${body}`}`,
  ].map(printable);
}

/** The ways but the first, some of them by name. */
export function otherWays([, ...others]: FoundReport['ways']): string {
  const left = others.length - MOST_WAYS;
  return `${others.slice(0, MOST_WAYS).join('; ')}${left > 0 ? `; and ${left} more` : ''}`;
}

function summary(
  { title, document, url, requests, duration, operations, cut, outage }: Report,
  findings: number,
  remarks: number,
  showsRemarks: boolean,
): readonly string[] {
  const by = (outcome: OperationReport['outcome']) => operations.filter((one) => one.outcome === outcome).length;
  const skipped = by('skipped');
  const seconds = `${(duration / 1000).toFixed(1)} s`;
  const lines = [
    `${title} (${document}) at ${url}: of ${counted(operations.length, 'operation')}, ${by('kept')} kept, ${by('broken')} broken, ${by('not reached')} not reached${skipped > 0 ? `, ${skipped} skipped` : ''}.`,
    `${counted(requests, 'request')} in ${seconds}, ${counted(findings, 'finding')}${remarks > 0 ? `, ${counted(remarks, 'remark')}${showsRemarks ? '' : ' (--remarks shows them)'}` : ''}.`,
    ...(outage ? [outageSentence(outage)] : cut ? ['It was ended before all was tried.'] : []),
  ];
  return lines.map(printable);
}

function leftLines(report: Report): readonly string[] {
  const lines = leftoverLines(report);
  return lines.length === 0 ? [] : ['', 'Left on the server', ...lines].map(printable);
}

function coverageLines({ coverage }: Report, namesMissing: boolean): readonly string[] {
  if (!coverage) return [];
  const missing = missingLines(coverage);
  const hint = namesMissing || missing.length === 0 ? '' : ' --coverage names what is missing.';
  return [
    `${coverageSummary(coverage)}${hint}`,
    ...(namesMissing && missing.length > 0 ? ['', 'Not exercised', ...missing] : []),
  ];
}

/** A count with its thing: `1 request`, `2 requests`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
