// Formats exchanges for the report of a failed test.

import type { Exchange } from '../../client/client.ts';
import { printable } from '../../schema/printable.ts';

/** The default number of exchanges. */
export const DEFAULT_REPORTED = 20;
/** Maximum number of characters of a body, a target or a reason. */
const LONGEST = 400;

/** @param count - how many there were in all; these are the newest of them */
export function formatExchanges(sandbox: string, exchanges: readonly Exchange[], count: number): string {
  if (count === 0) return `No requests were made in sandbox ${sandbox}.`;
  const left = count - exchanges.length;
  const headline = `Requests in sandbox ${sandbox}, oldest first${left > 0 ? ` (${left} earlier ones not shown)` : ''}:`;
  const failed = exchanges.filter(({ status, reason }) => status >= 400 || reason !== undefined);
  const hasOthers = failed.length > 0 && failed.length < exchanges.length;
  const beginning = hasOthers ? [`Failed requests in sandbox ${sandbox}:`, ...failed.flatMap(linesOf), ''] : [];
  return [...beginning, headline, ...exchanges.flatMap(linesOf)].join('\n');
}

function linesOf(exchange: Exchange): readonly string[] {
  const { number, method, target, status, operation, source, caller, duration } = exchange;
  const { requestBody, responseBody, reason, findings, warnings } = exchange;
  const parts = [
    operation ?? 'no operation',
    caller && `caller ${caller}`,
    source,
    duration !== undefined && `${duration} ms`,
  ];
  const more = [
    requestBody !== undefined && `> ${requestBody}`,
    responseBody !== undefined && `< ${responseBody}`,
    reason !== undefined && `rejected: ${reason}`,
    ...findings.map((finding) => `finding: ${finding}`),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
  return [
    `  ${number}: ${method} ${shortly(target)} (${status}): ${parts.filter(Boolean).join(', ')}`,
    ...more.filter((line) => line !== false).map((line) => `     ${shortly(line)}`),
  ];
}

function shortly(text: string): string {
  return printable(text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);
}
