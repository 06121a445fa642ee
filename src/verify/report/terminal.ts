// The report for terminals.

import { printable } from '../../schema/printable.ts';
import type { OperationVerdict } from '../verdict.ts';
import { coverageSummary, missingLines } from './coverage.ts';
import type { ExampleReport } from './example-report.ts';
import { commandsOf, findingNotes } from './finding-notes.ts';
import { leftoverLines, outageSentence } from './leftovers.ts';
import {
  countKnown,
  describeEarlyEnd,
  describeIncomplete,
  type FindingReport,
  isAboutDocument,
  type OperationReport,
  type Report,
} from './report.ts';

/** Maximum length of a shown response body. */
const MAX_SHOWN = 300;
/** The same of one of several compared responses. */
const MAX_STEP = 200;
/** Maximum number of listed variants. */
const MAX_VARIANTS = 8;

/**
 * The lines of the report.
 *
 * @param showsWarnings - whether warnings are listed
 * @param namesMissing - whether uncovered parts of the document are listed. Default false
 */
export function terminalReport(report: Report, showsWarnings: boolean, namesMissing = false): readonly string[] {
  const { operations, incomplete, requests } = report;
  const findings = operations.flatMap((one) => one.findings.map((found) => [one, found] as const));
  const warnings = operations.flatMap((one) => one.warnings.map((found) => [one, found] as const));
  // Nothing but the error is known.
  if (incomplete && requests === 0 && report.error !== undefined && findings.length === 0)
    return [printable(`${report.title} (${report.document}) at ${report.url}: not tested.`)];
  return [
    // Before the first response, all lines are equal.
    ...(incomplete && requests === 0 ? [] : operations.map(line)),
    ...listFindings(findings),
    ...(showsWarnings && warnings.length > 0
      ? ['', 'Warnings (the document does not decide these)', ...listFindings(warnings)]
      : []),
    ...notes([...findings, ...(showsWarnings ? warnings : [])].map(([, found]) => found)),
    '',
    ...summary(report, findings.length, warnings.length, showsWarnings),
    ...coverageLines(report, namesMissing),
    ...leftLines(report),
  ];
}

type Findings = readonly (readonly [OperationReport, FindingReport])[];

/** Lists findings; equal ones of several operations once, with the names of the others. */
function listFindings(all: Findings): readonly string[] {
  const groups = new Map<string, [Findings[number], ...Findings]>();
  for (const finding of all) {
    const [, { check, message }] = finding;
    const key = `${check} ${message}`;
    const group = groups.get(key);
    groups.set(key, group ? [...group, finding] : [finding]);
  }
  return [...groups.values()].flatMap(([[operation, first], ...others], index) => {
    const names = others.map(([other]) => printable(other.operation)).join(', ');
    return [
      '',
      ...formatFindingLines(operation, first, index + 1),
      ...(others.length === 0 ? [] : [`   the same in: ${names}`]),
    ];
  });
}

function line(one: OperationReport): string {
  const { operation, outcome, requests, findings, reason, onlyEmptyLists, untestedChecks = [], known = [] } = one;
  const { 409: conflicts = 0 } = one.statuses;
  const found = [
    // Conflicts are allowed, but what was sent was not processed.
    ...(conflicts > 0 ? [`, ${conflicts} of them got 409`] : []),
    ...(findings.length > 0 ? [`, ${formatCount(findings.length, 'finding')}`] : []),
    ...(known.length > 0 ? [`, ${formatCount(known.length, 'known finding')}`] : []),
  ].join('');
  const incomplete = describeIncomplete(one);
  const notes = [
    ...(incomplete === undefined ? [] : [incomplete]),
    ...untestedChecks.map(({ check, reason: why }) => `${check} not tested: ${why}`),
  ];
  const isResult = reason === undefined || incomplete !== undefined;
  const what = [isResult ? `${formatCount(requests, 'request')}${found}` : reason, ...notes].join('; ');
  const limit = onlyEmptyLists && outcome === 'passed' ? ' (only empty lists seen)' : '';
  return `${(outcomeText(outcome) + limit).padEnd(10)}  ${printable(operation)}  ${printable(what)}`;
}

/** The explanations of findings, after an empty line; none without findings. */
function notes(findings: readonly FindingReport[]): readonly string[] {
  const hasCommands = findings.flatMap(commandsOf).length > 0;
  const lines = [...(hasCommands ? ['The curl commands need a running server.'] : []), ...findingNotes(findings)];
  return lines.length === 0 ? [] : ['', ...lines];
}

/** The lines about one finding. */
export function formatFindingLines(
  { operation, path }: OperationReport,
  one: FindingReport,
  number: number,
): readonly string[] {
  const { check, message, pointer, location, count, variants, request, otherExamples } = one;
  const times = count > 1 ? ` (${count} times)` : '';
  return [
    `${number}. ${check}: ${operation} (${request.method} ${path})${times}`,
    `   ${message}`,
    ...(variants.length > 1 ? [`   also: ${otherVariants(variants)}`] : []),
    `   in the document: ${pointer} (${location.file}:${location.line})`,
    ...(isAboutDocument(one) ? [] : exampleLines(one)),
    ...otherExamples.flatMap((other) => [`   or ${other.request.description}:`, ...exampleLines(other)]),
  ].map(printable);
}

function exampleLines({ request, response: { status, body }, steps }: ExampleReport): readonly string[] {
  const shown = body.length > MAX_SHOWN ? `${body.slice(0, MAX_SHOWN)}…` : body;
  const response = status === 0 ? 'no response' : `response: ${status}${shown === '' ? '' : `: ${shown}`}`;
  return [`   ${request.curl}`, `   ${response}`, ...stepLines(steps).map((line) => `   ${line}`)];
}

/** The exchanges that a check compared, a line each; none if it was one. */
export function stepLines(steps: ExampleReport['steps'] = []): readonly string[] {
  if (steps.length === 0) return [];
  return [
    'compared:',
    ...steps.map(({ description, method, url, status, body, items, count = 0 }) => {
      const listed = items && `${formatCount(count, 'item')}${count === 0 ? '' : `: ${items.join(', ')}`}`;
      const shown = listed ?? body;
      const isCut = shown.length > MAX_STEP || (items && items.length < count);
      return `- ${description}: ${method} ${url} → ${status}${shown === '' ? '' : `: ${shown.slice(0, MAX_STEP)}`}${isCut ? '…' : ''}`;
    }),
  ];
}

/** The variants except the first, truncated. */
export function otherVariants([, ...others]: FindingReport['variants']): string {
  const left = others.length - MAX_VARIANTS;
  return `${others.slice(0, MAX_VARIANTS).join('; ')}${left > 0 ? `; and ${left} more` : ''}`;
}

function summary(report: Report, findings: number, warnings: number, showsWarnings: boolean): readonly string[] {
  const { title, document, url, requests, duration, operations, outage, workflow } = report;
  const known = countKnown(operations);
  const early = describeEarlyEnd(report);
  const by = (outcome: OperationReport['outcome']) => operations.filter((one) => one.outcome === outcome).length;
  const skipped = by('skipped');
  const seconds = `${(duration / 1000).toFixed(1)} s`;
  const lines = [
    `${title} (${document}) at ${url}: ${formatCount(operations.length, workflow ? 'step' : 'operation')}, ${by('passed')} passed, ${by('failed')} failed, ${by('notTested')} not tested${skipped > 0 ? `, ${skipped} skipped` : ''}.`,
    `${formatCount(requests, 'request')} in ${seconds}, ${formatCount(findings, 'finding')}${known > 0 ? `, ${formatCount(known, 'known finding')}` : ''}${warnings > 0 ? `, ${formatCount(warnings, 'warning')}${showsWarnings ? '' : ' (show with --warnings)'}` : ''}.`,
    ...(outage ? [outageSentence(outage)] : early === undefined ? [] : [early]),
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
  const hint = namesMissing || missing.length === 0 ? '' : ' List what is missing with --coverage.';
  return [
    `${coverageSummary(coverage)}${hint}`,
    ...(namesMissing && missing.length > 0 ? ['', 'Not covered', ...missing] : []),
  ];
}

/** Formats a count: `1 request`, `2 requests`. */
export function formatCount(count: number, item: string): string {
  return `${count} ${item}${count === 1 ? '' : 's'}`;
}

/** `notTested` as `not tested`. */
export function outcomeText(outcome: OperationVerdict['outcome']): string {
  return outcome === 'notTested' ? 'not tested' : outcome;
}
