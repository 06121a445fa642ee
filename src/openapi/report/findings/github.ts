// GitHub annotations of document findings, next to lines of pull requests.

import { formatDocumentFinding } from '../../document-finding.ts';
import { type Annotation, annotationLines, escapeCommands } from '../github-annotations.ts';
import { repositoryLocation } from '../sarif.ts';
import type { FindingsReport } from './report.ts';

/** All findings as log lines, and as annotations up to GitHub's limit. */
export function formatFindingsAsGithub({ documents, formatPath }: FindingsReport): string {
  const findings = documents.flatMap((one) => one.findings);
  const lines = findings.map((finding) => formatDocumentFinding(finding, formatPath));
  const cleanDocuments = documents.filter((one) => one.findings.length === 0).map(({ file }) => `${file}: no findings`);
  const annotations = findings.map(({ file, line, column, severity, rule, message }): Annotation => {
    const level = severity === 'error' ? 'error' : severity === 'warn' ? 'warning' : 'notice';
    return { level, ...repositoryLocation({ file, line, column }), title: rule, message };
  });
  const commands = annotationLines(annotations, 'the lines above have all of them');
  return `${escapeCommands([...lines, ...cleanDocuments].join('\n'))}${commands.map((line) => `${line}\n`).join('')}`;
}
