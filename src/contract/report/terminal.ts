// What came of it, for people at a terminal.

import { printable, printableLines } from '../../engine/printable.ts';
import type { Credentials } from '../credentials.ts';
import type { Found, OperationVerdict, Verdict } from '../verdict.ts';
import { findingsOf } from '../verdict.ts';
import { curlOf, redacted } from './curl.ts';

export interface TerminalSettings {
  /** The document, as people know it. */
  readonly document: string;
  readonly credentials: Credentials;
  /** What stands before the paths of the document. */
  readonly base: string;
  /** Whether remarks are told as well. */
  readonly remarks: boolean;
}

/** How much of an answer is shown. */
const MOST_SHOWN = 300;

/** The lines of the report. */
export function terminalReport(verdict: Verdict, settings: TerminalSettings): readonly string[] {
  const { operations } = verdict;
  const findings = findingsOf(verdict);
  const remarks = operations.flatMap(({ found }) => found.filter(({ severity }) => severity === 'remark'));
  const told = (all: readonly Found[]) =>
    all.flatMap((one, index) => ['', ...found(one, index + 1, verdict, settings)]);
  return [
    ...operations.map(line),
    ...(findings.length > 0 ? told(findings) : []),
    ...(settings.remarks && remarks.length > 0 ? ['', 'Remarks: what the document leaves open', ...told(remarks)] : []),
    '',
    ...summary(verdict, findings.length, remarks.length, settings),
  ];
}

function line({ operation, outcome, requests, found: all, reason }: OperationVerdict): string {
  const findings = all.filter(({ severity }) => severity === 'finding').length;
  const what =
    outcome === 'not reached'
      ? (reason ?? '')
      : `${counted(requests, 'request')}${findings > 0 ? `, ${counted(findings, 'finding')}` : ''}`;
  return `${outcome.padEnd(11)}  ${printable(operation.id)}  ${printable(what)}`;
}

function found(
  { check, operation, message, pointer, count, exchange }: Found,
  number: number,
  { url }: Verdict,
  { base, credentials }: TerminalSettings,
): readonly string[] {
  const { call, answer } = exchange;
  const { method, path } = exchange.operation;
  const body = Buffer.from(answer.body).toString();
  const times = count > 1 ? ` (${count} times)` : '';
  const lines = [
    `${number}. ${check}: ${operation} (${method} ${path})${times}`,
    `   ${message}`,
    `   in the document: ${pointer}`,
    `   ${curlOf(call, url + base, credentials)}`,
    answer.status === 0
      ? '   not answered'
      : `   answered with ${answer.status}${body === '' ? '' : `: ${body.length > MOST_SHOWN ? `${body.slice(0, MOST_SHOWN)}…` : body}`}`,
  ];
  return lines.map((one) => printable(redacted(one, credentials)));
}

function summary(
  { title, url, requests, duration, operations, isCut }: Verdict,
  findings: number,
  remarks: number,
  { document, remarks: areShown }: TerminalSettings,
): readonly string[] {
  const by = (outcome: OperationVerdict['outcome']) => operations.filter((one) => one.outcome === outcome).length;
  const seconds = `${(duration / 1000).toFixed(1)} s`;
  const lines = [
    `${title} (${document}) at ${url}: of ${counted(operations.length, 'operation')}, ${by('kept')} kept, ${by('broken')} broken, ${by('not reached')} not reached.`,
    `${counted(requests, 'request')} in ${seconds}, ${counted(findings, 'finding')}${remarks > 0 ? `, ${counted(remarks, 'remark')}${areShown ? '' : ' (--remarks shows them)'}` : ''}.`,
    ...(isCut ? ['It was ended before all was tried.'] : []),
  ];
  return lines.map(printableLines);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
