// The comparison as JUnit XML: a test per operation.

import { escapeXmlAttribute, escapeXmlText } from '../../../openapi/report/escape-xml.ts';
import type { ServerComparison } from '../compare-servers.ts';
import type { FoundDifference, OperationComparison } from '../comparison-results.ts';
import { type ReportContext, redactValue, sidesOf } from './sides.ts';

export function comparisonJunit({ title, duration, operations }: ServerComparison, reporting: ReportContext): string {
  const name = escapeXmlAttribute(title);
  const failures = operations.filter((one) => differencesOf(one).length > 0).length;
  const skipped = operations.filter(({ score }) => score === undefined).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${name}" tests="${operations.length}" failures="${failures}" skipped="${skipped}" time="${(duration / 1000).toFixed(3)}">`,
    ...operations.map((one) => testCase(one, name, reporting)),
    '</testsuite>',
    '',
  ].join('\n');
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
  const text = escapeXmlText([`${difference.count} times`, ...sides].join('\n'));
  const message = escapeXmlAttribute(redactValue(difference.message, reporting));
  return `    <failure type="${escapeXmlAttribute(difference.field)}" message="${message}">${text}</failure>`;
}

function differencesOf({ differences }: OperationComparison): readonly FoundDifference[] {
  return differences.filter(({ severity }) => severity === 'difference');
}
