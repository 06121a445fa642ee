// JUnit XML of document findings: one suite per document, one test per violated rule.

import { formatDocumentFinding } from '../../document-finding.ts';
import { escapeXmlAttribute, escapeXmlText } from '../escape-xml.ts';
import { type FindingsReport, isFailingSeverity } from './report.ts';

export function formatFindingsAsJunit({ command, documents, formatPath }: FindingsReport): string {
  const suites = documents.map(({ file, findings }) => {
    const rules = [...new Set(findings.map(({ rule }) => rule))];
    const cases = rules.map((rule) => {
      const own = findings.filter((finding) => finding.rule === rule);
      const text = escapeXmlText(own.map((finding) => formatDocumentFinding(finding, formatPath)).join('\n'));
      const isFailed = own.some(({ severity }) => isFailingSeverity(severity));
      const message = escapeXmlAttribute(`${own[0]?.message}${own.length > 1 ? ` (and ${own.length - 1} more)` : ''}`);
      const inside = isFailed
        ? `<failure type="${escapeXmlAttribute(rule)}" message="${message}">${text}</failure>`
        : `<system-out>${text}</system-out>`;
      return {
        isFailed,
        xml: `    <testcase name="${escapeXmlAttribute(rule)}" classname="${escapeXmlAttribute(file)}">${inside}</testcase>`,
      };
    });
    const failures = cases.filter(({ isFailed }) => isFailed).length;
    // A document without findings is a passed test.
    const passedTest = `    <testcase name="${escapeXmlAttribute(command)}" classname="${escapeXmlAttribute(file)}"/>`;
    const tests = Math.max(cases.length, 1);
    return {
      ...{ tests, failures },
      xml: `  <testsuite name="${escapeXmlAttribute(file)}" tests="${tests}" failures="${failures}" errors="0" skipped="0">
${cases.length > 0 ? cases.map(({ xml }) => xml).join('\n') : passedTest}
  </testsuite>`,
    };
  });
  const sum = (counter: 'tests' | 'failures') => suites.reduce((all, suite) => all + suite[counter], 0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="understudy ${escapeXmlAttribute(command)}" tests="${sum('tests')}" failures="${sum('failures')}" errors="0">
${suites.map(({ xml }) => xml).join('\n')}
</testsuites>
`;
}
