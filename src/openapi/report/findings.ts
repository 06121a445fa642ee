// Machine-readable formats of document findings.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { type DocumentFinding, formatDocumentFinding, type Severity } from '../document-finding.ts';
import { escapeXmlAttribute, escapeXmlText } from './escape-xml.ts';
import { type Annotation, annotationLines, escapeCommands } from './github-annotations.ts';
import { repositoryLocation, type SarifResult, sarifLog } from './sarif.ts';

/** The findings of a command. */
interface FindingsReport {
  /** The command, such as `lint`. */
  readonly command: string;
  /** The version of Understudy. */
  readonly version: string;
  /** Each document with its display name and findings. */
  readonly documents: readonly { readonly file: string; readonly findings: readonly DocumentFinding[] }[];
  /** The title of a rule; undefined if it has none. */
  readonly titleOf: (rule: string) => string | undefined;
  /** Formats a file path for people. */
  readonly formatPath: (file: string) => string;
}

/** Whether a severity counts as a failure in JUnit. */
function isFailingSeverity(severity: Severity): boolean {
  return severity === 'error' || severity === 'warn';
}

const LEVELS: Readonly<Record<Severity, SarifResult['level']>> = {
  error: 'error',
  warn: 'warning',
  info: 'note',
  hint: 'note',
};

/** SARIF of document findings, for code scanning. */
function formatFindingsAsSarif({ command, version, documents, titleOf }: FindingsReport): string {
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

function formatAsJson({ command, version, documents, formatPath }: FindingsReport): string {
  const reported = documents.map(({ file, findings }) => ({
    file,
    findings: findings.map((finding) => ({ ...finding, file: formatPath(finding.file) })),
  }));
  return `${JSON.stringify({ understudy: version, command, documents: reported }, undefined, 2)}\n`;
}

/** All findings as log lines, and as annotations up to GitHub's limit. */
function formatFindingsAsGithub({ documents, formatPath }: FindingsReport): string {
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

/** JUnit XML of document findings: one suite per document, one test per violated rule. */
function formatFindingsAsJunit({ command, documents, formatPath }: FindingsReport): string {
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
