// What came of it as annotations of GitHub, which stand beside the lines of the document in a pull request.

import { type Annotation, annotationLines } from '../../report/annotations.ts';
import { placeInRepository } from '../../report/sarif.ts';
import type { FoundReport, OperationReport, Report } from './report.ts';

/** How much of a message is told: GitHub cuts it at 64 KiB. */
const LONGEST = 4000;

/** Lines of a log. @param showsRemarks - whether remarks are told as well */
export function githubReport(reports: readonly Report[], showsRemarks: boolean): readonly string[] {
  const operations = reports.flatMap((report) => report.operations);
  const told = (which: 'findings' | 'remarks', level: Annotation['level']) =>
    operations.flatMap((one) => one[which].map((found) => annotation(found, one, level)));
  const missed = operations
    .filter(({ outcome }) => outcome === 'not reached' || outcome === 'skipped')
    .map(
      ({ operation, outcome, place, reason = '' }): Annotation => ({
        level: 'warning',
        ...placeInRepository(place),
        title: `${outcome}: ${operation}`,
        message: reason,
      }),
    );
  return annotationLines(
    [...told('findings', 'error'), ...missed, ...(showsRemarks ? told('remarks', 'notice') : [])],
    'the report above has all of them',
  );
}

function annotation(
  { check, message, place, request, answer }: FoundReport,
  { operation, method, path }: OperationReport,
  level: Annotation['level'],
): Annotation {
  const came = answer.status === 0 ? 'not answered' : `answered with ${answer.status}`;
  const text = `${message}\n${method} ${path}, ${came}\n${request.curl}`;
  return { level, ...placeInRepository(place), title: `${check}: ${operation}`, message: text.slice(0, LONGEST) };
}
