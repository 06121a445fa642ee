// Machine-readable formats of document findings.

import { formatFindingsAsGithub } from './github.ts';
import { formatFindingsAsJunit } from './junit.ts';
import type { FindingsReport } from './report.ts';
import { formatFindingsAsSarif } from './sarif.ts';

export const FINDING_FORMATS = {
  json: formatAsJson,
  junit: formatFindingsAsJunit,
  sarif: formatFindingsAsSarif,
  github: formatFindingsAsGithub,
} as const satisfies Readonly<Record<string, (report: FindingsReport) => string>>;

export type FindingFormat = keyof typeof FINDING_FORMATS | 'text';

/** The chosen format; in GitHub workflows annotations by default. */
export function formatOf(
  chosen: FindingFormat | undefined,
  env: Readonly<Record<string, string | undefined>>,
): FindingFormat {
  return chosen ?? (env.GITHUB_ACTIONS === 'true' ? 'github' : 'text');
}

/** The format with a name; undefined if it is unknown. */
export function parseFindingFormat(name: string): FindingFormat | undefined {
  return name === 'text' || Object.hasOwn(FINDING_FORMATS, name) ? (name as FindingFormat) : undefined;
}

function formatAsJson({ command, version, documents, formatPath }: FindingsReport): string {
  const reported = documents.map(({ file, findings }) => ({
    file,
    findings: findings.map((finding) => ({ ...finding, file: formatPath(finding.file) })),
  }));
  return `${JSON.stringify({ understudy: version, command, documents: reported }, undefined, 2)}\n`;
}
