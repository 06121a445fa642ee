// The comparison as JUnit XML: a test per operation, and one for a run that failed by itself.

import { escapeXmlAttribute, escapeXmlText } from '../../../openapi/report/escape-xml.ts';
import { variableLines } from '../../report/curl.ts';
import type { ServerComparison } from '../compare-servers.ts';
import type { FoundDifference, OperationComparison } from '../comparison-results.ts';
import { type ReportContext, redactValue, sidesOf } from './sides.ts';

/** @param error - why the run failed apart from differences; undefined if it did not */
export function comparisonJunit(
  { title, duration, operations }: ServerComparison,
  reporting: ReportContext,
  error: string | undefined,
): string {
  const name = escapeXmlAttribute(title);
  const failures = operations.filter((one) => differencesOf(one).length > 0).length;
  const skipped = operations.filter(({ score }) => score === undefined).length;
  const errors = error === undefined ? [] : [errorCase(error, name)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${name}" tests="${operations.length + errors.length}" failures="${failures}" errors="${errors.length}" skipped="${skipped}" time="${(duration / 1000).toFixed(3)}">`,
    ...errors,
    ...operations.map((one) => testCase(one, name, reporting)),
    '</testsuite>',
    '',
  ].join('\n');
}

function errorCase(error: string, suite: string): string {
  const inside = `<error type="run" message="${escapeXmlAttribute(error)}"/>`;
  return `  <testcase name="the run" classname="${suite}">\n    ${inside}\n  </testcase>`;
}

function testCase(one: OperationComparison, suite: string, reporting: ReportContext): string {
  const { operation, score, reason = '' } = one;
  const inside = [
    ...differencesOf(one).map((difference) => failure(difference, reporting)),
    ...(score === undefined ? [`    <skipped message="${escapeXmlAttribute(redactValue(reason, reporting))}"/>`] : []),
  ];
  const name = `  <testcase name="${escapeXmlAttribute(operation.id)}" classname="${suite}"`;
  return inside.length === 0 ? `${name}/>` : `${name}>\n${inside.join('\n')}\n  </testcase>`;
}

function failure(difference: FoundDifference, reporting: ReportContext): string {
  const [first, second] = sidesOf(difference, reporting);
  const sides = [first, second].map(({ curl, status, body }) => `${curl}\n${status}: ${body.slice(0, 1000)}`);
  const notes = variableLines([first.curl, second.curl]);
  const text = escapeXmlText([`${difference.count} times`, ...sides, ...notes].join('\n'));
  const message = escapeXmlAttribute(redactValue(difference.message, reporting));
  return `    <failure type="${escapeXmlAttribute(difference.field)}" message="${message}">${text}</failure>`;
}

function differencesOf({ differences }: OperationComparison): readonly FoundDifference[] {
  return differences.filter(({ severity }) => severity === 'difference');
}
