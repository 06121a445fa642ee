// SARIF of document findings, for code scanning.

import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { Severity } from '../../document-finding.ts';
import { type SarifResult, sarifLog } from '../sarif.ts';
import type { FindingsReport } from './report.ts';

const LEVELS: Readonly<Record<Severity, SarifResult['level']>> = {
  error: 'error',
  warn: 'warning',
  info: 'note',
  hint: 'note',
};

export function formatFindingsAsSarif({ command, version, documents, titleOf }: FindingsReport): string {
  const findings = documents.flatMap((one) => one.findings);
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  const log = sarifLog({
    command,
    version,
    rules: rules.map((id) => {
      const title = titleOf(id) ?? id;
      return { id, short: title, full: title };
    }),
    results: findings.map(({ file, line, column, severity, rule, message, pointer }) => ({
      ...{ rule, message, file, line, column },
      level: LEVELS[severity],
      identity: [pointer, message],
      more: { properties: { pointer } },
    })),
  });
  return `${stringifyJson(log, undefined, 2)}\n`;
}
