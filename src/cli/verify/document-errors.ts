// Errors of documents, which may be the reason why a server seems to be wrong.

import type { Document } from '../../openapi/document.ts';
import type { DocumentSource } from '../../openapi/read/document-source.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { formatFindings } from '../../server/pipeline/api/document-report.ts';
import { countedNoun } from '../counted-noun.ts';

/** Maximum number of lines per document. */
const MAX_LINES = 5;

/** The errors of documents, as a text for each; none without errors. */
export function describeDocumentErrors(documents: readonly Document[]): readonly string[] {
  return documents.flatMap(({ source }) =>
    describeErrors(source, 'correct them first, because the server may be right'),
  );
}

/** The errors of a document as a text, with what to do; none without errors. */
export function describeErrors(
  { path, findings }: Pick<DocumentSource, 'path' | 'findings'>,
  advice: string,
): readonly string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [];
  const lines = formatFindings(errors, { maxLines: MAX_LINES, formatFile: shownPath, documents: [path] }).map(
    (line) => `  ${line}`,
  );
  const intro = `${shownPath(path)} has ${countedNoun(errors.length, 'error')}; ${advice}:`;
  return [[intro, ...lines].join('\n')];
}
