// GitHub annotations of document findings, next to lines of pull requests.

import { lineOf } from '../../document-finding.ts';
import { type Annotation, annotationLines, withoutCommands } from '../annotations.ts';
import { placeInRepository } from '../sarif.ts';
import type { FindingsReport } from './report.ts';

/** All findings as log lines, and as annotations up to GitHub's limit. */
export function githubOfFindings({ documents, shown }: FindingsReport): string {
  const findings = documents.flatMap((one) => one.findings);
  const lines = findings.map((finding) => lineOf(finding, shown));
  const none = documents.filter((one) => one.findings.length === 0).map(({ file }) => `${file}: no findings`);
  const annotations = findings.map(({ file, line, column, severity, rule, message }): Annotation => {
    const level = severity === 'error' ? 'error' : severity === 'warn' ? 'warning' : 'notice';
    return { level, ...placeInRepository({ file, line, column }), title: rule, message };
  });
  const told = annotationLines(annotations, 'the lines above have all of them');
  return `${withoutCommands([...lines, ...none].join('\n'))}${told.map((line) => `${line}\n`).join('')}`;
}
