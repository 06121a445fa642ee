// GitHub annotations of document findings, next to lines of pull requests.

import { lineOf } from '../../document-finding.ts';
import { type Annotation, annotationLines, withoutCommands } from '../annotations.ts';
import { placeInRepository } from '../sarif.ts';
import type { FindingsReport } from './report.ts';

/** All findings as log lines, and as annotations up to GitHub's limit. */
export function githubOfFindings({ documents, shown: formatPath }: FindingsReport): string {
  const findings = documents.flatMap((one) => one.findings);
  const lines = findings.map((finding) => lineOf(finding, formatPath));
  const cleanDocuments = documents.filter((one) => one.findings.length === 0).map(({ file }) => `${file}: no findings`);
  const annotations = findings.map(({ file, line, column, severity, rule, message }): Annotation => {
    const level = severity === 'error' ? 'error' : severity === 'warn' ? 'warning' : 'notice';
    return { level, ...placeInRepository({ file, line, column }), title: rule, message };
  });
  const commands = annotationLines(annotations, 'the lines above have all of them');
  return `${withoutCommands([...lines, ...cleanDocuments].join('\n'))}${commands.map((line) => `${line}\n`).join('')}`;
}
