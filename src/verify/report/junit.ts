// JUnit XML: a suite per document, a test per operation, and one for a run that failed by itself.

import { escapeXmlAttribute, escapeXmlText } from '../../openapi/report/escape-xml.ts';
import { describeRunError, leftoverLines } from './leftovers.ts';
import type { OperationReport, Report } from './report.ts';
import { formatFailure, isSkipped, outputLines } from './test-texts.ts';

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
  const { operation: id, findings, outcome, reason = '', duration } = operation;
  const attributes = { name: id, classname: title, time: seconds(duration) };
  const output = outputLines(operation);
  return element('testcase', attributes, [
    ...(isSkipped({ outcome }) ? [element('skipped', { message: reason }, [])] : []),
    ...findings.map((one) =>
      element('failure', { type: one.check, message: one.message }, [escapeXmlText(formatFailure(one))]),
    ),
    ...(output.length > 0 ? [element('system-out', {}, [escapeXmlText(output.join('\n'))])] : []),
  ]);
}

type Attributes = Readonly<Record<string, string | number>>;

/** @param inside - XML */
function element(name: string, attributes: Attributes, inside: readonly string[]): string {
  const shown = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXmlAttribute(`${value}`)}"`);
  if (inside.length === 0) return `<${name}${shown.join('')}/>`;
  const isText = inside.length === 1 && !inside[0]?.startsWith('<');
  const end = isText ? '' : '\n';
  return `<${name}${shown.join('')}>${end}${inside.join('\n')}${end}</${name}>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
