// JUnit XML of document findings: one suite per document, one test per violated rule.

import { lineOf } from '../../document-finding.ts';
import { xmlText, xmlValue } from '../xml.ts';
import { type FindingsReport, isToBeMended } from './report.ts';

export function junitOfFindings({ command, documents, shown: formatPath }: FindingsReport): string {
  const suites = documents.map(({ file, findings }) => {
    const rules = [...new Set(findings.map(({ rule }) => rule))];
    const cases = rules.map((rule) => {
      const own = findings.filter((finding) => finding.rule === rule);
      const text = xmlText(own.map((finding) => lineOf(finding, formatPath)).join('\n'));
      const isFailed = own.some(({ severity }) => isToBeMended(severity));
      const message = xmlValue(`${own[0]?.message}${own.length > 1 ? ` (and ${own.length - 1} more)` : ''}`);
      const inside = isFailed
        ? `<failure type="${xmlValue(rule)}" message="${message}">${text}</failure>`
        : `<system-out>${text}</system-out>`;
      return {
        isFailed,
        xml: `    <testcase name="${xmlValue(rule)}" classname="${xmlValue(file)}">${inside}</testcase>`,
      };
    });
    const failures = cases.filter(({ isFailed }) => isFailed).length;
    // A document without findings is a passed test.
    const passedTest = `    <testcase name="${xmlValue(command)}" classname="${xmlValue(file)}"/>`;
    const tests = Math.max(cases.length, 1);
    return {
      ...{ tests, failures },
      xml: `  <testsuite name="${xmlValue(file)}" tests="${tests}" failures="${failures}" errors="0" skipped="0">
${cases.length > 0 ? cases.map(({ xml }) => xml).join('\n') : passedTest}
  </testsuite>`,
    };
  });
  const sum = (counter: 'tests' | 'failures') => suites.reduce((all, suite) => all + suite[counter], 0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="understudy ${xmlValue(command)}" tests="${sum('tests')}" failures="${sum('failures')}" errors="0">
${suites.map(({ xml }) => xml).join('\n')}
</testsuites>
`;
}
