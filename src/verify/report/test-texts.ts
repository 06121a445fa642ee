// Texts of operations as tests, for reports of test results.

import type { ExampleReport } from './example-report.ts';
import { findingNotes } from './finding-notes.ts';
import {
  describeIncomplete,
  type FindingReport,
  formatStatuses,
  isAboutDocument,
  type OperationReport,
} from './report.ts';
import { formatCount, otherVariants, stepLines } from './terminal.ts';

/** Maximum number of characters of a response. */
const MAX_BODY = 1000;

/** Whether an operation has no result. */
export function isSkipped({ outcome }: Pick<OperationReport, 'outcome'>): boolean {
  return outcome === 'notTested' || outcome === 'skipped';
}

/** A failure: its place in the document, examples and variants. */
export function formatFailure(one: FindingReport): string {
  const { pointer, location, count, variants, otherExamples } = one;
  return [
    `${formatCount(count, 'time')}, in the document: ${pointer} (${location.file}:${location.line})`,
    ...(isAboutDocument(one) ? [] : [formatExample(one)]),
    ...otherExamples.map((other) => `or ${other.request.description}:\n${formatExample(other)}`),
    ...(variants.length > 1 ? [`also: ${otherVariants(variants)}`] : []),
    ...findingNotes([one]),
  ].join('\n');
}

function formatExample({ request, response: { status, body }, steps }: ExampleReport): string {
  const response = status === 0 ? 'no response' : `response: ${status}: ${body.slice(0, MAX_BODY)}`;
  return [request.curl, response, ...stepLines(steps)].join('\n');
}

/** The output of a test: statuses, known findings and warnings, a line each. */
export function outputLines(operation: OperationReport): readonly string[] {
  const { requests, warnings, known = [] } = operation;
  const incomplete = describeIncomplete(operation);
  return [
    ...(requests > 0 ? [`${formatCount(requests, 'request')}, statuses: ${formatStatuses(operation)}`] : []),
    ...(incomplete === undefined ? [] : [incomplete]),
    ...known.map((one) => `known finding, ${one.check}: ${one.message}`),
    ...warnings.map((one) => `warning, ${one.check}: ${one.message}`),
  ];
}
