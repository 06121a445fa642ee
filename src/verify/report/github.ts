// GitHub annotations, shown beside the lines of the document in a pull request.

import { type Annotation, annotationLines } from '../../openapi/report/github-annotations.ts';
import { repositoryLocation } from '../../openapi/report/sarif.ts';
import { findingNotes } from './finding-notes.ts';
import { describeRunError } from './leftovers.ts';
import { type FindingReport, isAboutDocument, type OperationReport, type Report } from './report.ts';
import { formatCount, outcomeText } from './terminal.ts';

/** Maximum length of a message; GitHub cuts it at 64 KiB. */
const MAX_LENGTH = 4000;

/** Lines of a log. @param showsWarnings - whether warnings are included */
export function githubReport(reports: readonly Report[], showsWarnings: boolean): readonly string[] {
  const operations = reports.flatMap((report) => report.operations);
  const annotationsOf = (which: 'findings' | 'warnings', level: Annotation['level']) =>
    operations.flatMap((one) => one[which].map((found) => annotation(found, one, level)));
  const missed = operations
    .filter(({ outcome, reason }) => reason !== undefined && outcome !== 'failed')
    .map(
      ({ operation, outcome, location, reason = '' }): Annotation => ({
        level: 'warning',
        ...repositoryLocation(location),
        title: `${outcome === 'passed' ? 'not completely tested' : outcomeText(outcome)}: ${operation}`,
        message: reason,
      }),
    );
  const errors = reports.flatMap((report): readonly Annotation[] => {
    const message = describeRunError(report);
    return message === undefined ? [] : [{ level: 'error', title: `${report.title}: the run failed`, message }];
  });
  return annotationLines(
    [
      ...errors,
      ...annotationsOf('findings', 'error'),
      ...missed,
      ...(showsWarnings ? annotationsOf('warnings', 'notice') : []),
    ],
    'see the report above for all',
  );
}

function annotation(
  found: FindingReport,
  { operation, path }: OperationReport,
  level: Annotation['level'],
): Annotation {
  const { check, message, location, count, request, response, otherExamples } = found;
  const status = response.status === 0 ? 'no response' : `status ${response.status}`;
  const text = [
    message,
    ...(isAboutDocument(found)
      ? [`${request.method} ${path}`]
      : [`${request.method} ${path}, ${status}`, request.curl]),
    ...otherExamples.map((other) => `or ${other.request.curl}`),
    ...(count > 1 ? [formatCount(count, 'time')] : []),
    ...findingNotes([found]),
  ].join('\n');
  return {
    level,
    ...repositoryLocation(location),
    title: `${check}: ${operation}`,
    message: text.slice(0, MAX_LENGTH),
  };
}
