// JUnit XML: a suite per document, a test per operation, and one for a run that failed by itself.

import { escapeXmlAttribute, escapeXmlText } from '../../openapi/report/escape-xml.ts';
import { describeRunError, leftoverLines } from './leftovers.ts';
import {
  type ExampleReport,
  type FindingReport,
  formatStatuses,
  isAboutDocument,
  type OperationReport,
  type Report,
} from './report.ts';
import { formatCount, otherVariants } from './terminal.ts';

/** Maximum number of characters of a response. */
const MAX_BODY = 1000;

/** @param command - the name of the command */
export function junitReport(reports: readonly Report[], command: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element('testsuites', { name: `understudy ${command}`, ...countsOf(reports) }, reports.map(suite)),
    '',
  ].join('\n');
}

function suite(report: Report): string {
  const { title, ended, duration, operations, document, url, seed, incomplete, limit } = report;
  const notes = leftoverLines(report);
  const error = describeRunError(report);
  const began = new Date(Date.parse(ended) - duration).toISOString().replace(/\..*$/, '');
  const properties = Object.entries({
    document,
    url,
    ...(seed !== '' && { seed }),
    ...(incomplete && { cut: 'true' }),
    ...(limit !== undefined && { limit }),
  });
  return element('testsuite', { name: title, ...countsOf([report]), timestamp: began }, [
    element(
      'properties',
      {},
      properties.map(([name, value]) => element('property', { name, value }, [])),
    ),
    ...(error === undefined ? [] : [errorCase(error, title)]),
    ...operations.map((one) => testCase(one, title)),
    ...(notes.length > 0 ? [element('system-out', {}, [escapeXmlText(notes.join('\n'))])] : []),
  ]);
}

function countsOf(reports: readonly Report[]): Attributes {
  const operations = reports.flatMap((one) => one.operations);
  const errors = reports.filter((one) => describeRunError(one) !== undefined).length;
  const time = reports.reduce((sum, { duration }) => sum + duration, 0);
  return {
    tests: operations.length + errors,
    failures: operations.filter(({ outcome }) => outcome === 'failed').length,
    errors,
    skipped: operations.filter(isSkipped).length,
    time: seconds(time),
  };
}

/** The test that shows why a run failed apart from findings: systems ignore what belongs to no test. */
function errorCase(error: string, title: string): string {
  const [headline = ''] = error.split('\n');
  return element('testcase', { name: 'the run', classname: title, time: seconds(0) }, [
    element('error', { type: 'run', message: headline }, [escapeXmlText(error)]),
  ]);
}

/** Systems show the first failure of a test, or all of them. */
function testCase(operation: OperationReport, title: string): string {
  const { findings, warnings, known = [], outcome, reason = '', duration } = operation;
  const { operation: id, requests } = operation;
  const attributes = { name: id, classname: title, time: seconds(duration) };
  const answered = requests > 0 ? [`${formatCount(requests, 'request')}, statuses: ${formatStatuses(operation)}`] : [];
  const output = [
    ...answered,
    ...known.map((one) => `known finding, ${one.check}: ${one.message}`),
    ...warnings.map((one) => `warning, ${one.check}: ${one.message}`),
  ];
  return element('testcase', attributes, [
    ...(isSkipped({ outcome }) ? [element('skipped', { message: reason }, [])] : []),
    ...findings.map((one) =>
      element('failure', { type: one.check, message: one.message }, [escapeXmlText(formatFinding(one))]),
    ),
    ...(output.length > 0 ? [element('system-out', {}, [escapeXmlText(output.join('\n'))])] : []),
  ]);
}

/** Whether an operation has no result. */
function isSkipped({ outcome }: Pick<OperationReport, 'outcome'>): boolean {
  return outcome === 'notTested' || outcome === 'skipped';
}

function formatFinding(one: FindingReport): string {
  const { pointer, location, count, variants, otherExamples } = one;
  return [
    `${formatCount(count, 'time')}, in the document: ${pointer} (${location.file}:${location.line})`,
    ...(isAboutDocument(one) ? [] : [formatExample(one)]),
    ...otherExamples.map((other) => `or ${other.request.description}:\n${formatExample(other)}`),
    ...(variants.length > 1 ? [`also: ${otherVariants(variants)}`] : []),
  ].join('\n');
}

function formatExample({ request, response: { status, body } }: ExampleReport): string {
  return `${request.curl}\n${status === 0 ? 'no response' : `response: ${status}: ${body.slice(0, MAX_BODY)}`}`;
}

type Attributes = Readonly<Record<string, string | number>>;

/** @param inside - XML */
function element(name: string, attributes: Attributes, inside: readonly string[]): string {
  const formatFinding = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXmlAttribute(`${value}`)}"`);
  if (inside.length === 0) return `<${name}${formatFinding.join('')}/>`;
  const isText = inside.length === 1 && !inside[0]?.startsWith('<');
  const end = isText ? '' : '\n';
  return `<${name}${formatFinding.join('')}>${end}${inside.join('\n')}${end}</${name}>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
