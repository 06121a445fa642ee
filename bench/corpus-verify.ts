// Results of `understudy verify` for mock servers of published documents, as a section of its page.

import { tableOf } from './table.ts';
import type { VerifiedDocument } from './verified/verify-document.ts';

/**
 * @param verified - the result of each document
 * @param which - the documents, in words
 */
export function verifySection(verified: readonly VerifiedDocument[], which: string): string {
  const served = verified.filter(({ rejected }) => rejected === undefined);
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  const sum = (count: (one: VerifiedDocument) => number) => whole(served.reduce((total, one) => total + count(one), 0));
  const incomplete = served.filter(({ isIncomplete }) => isIncomplete);
  const failed = served.filter(({ findings }) => findings.length > 0);
  const rejected = verified.filter((one) => one.rejected !== undefined);
  return `## Published documents

Written by \`npm run corpus -- --verify --write\`: the mock server of each document is verified against the same document, for at most one minute (${which}). A finding is an error of the mock server or of \`verify\`.

${tableOf(
  ['', 'count'],
  [
    ['documents', whole(verified.length)],
    ['served', whole(served.length)],
    ['without findings', whole(served.length - failed.length)],
    ['incomplete after one minute', whole(incomplete.length)],
    ['operations', sum(({ operations }) => operations)],
    ['passed', sum(({ passed }) => passed)],
    ['not tested, in complete runs', sum(({ isIncomplete, notTested }) => (isIncomplete ? 0 : notTested))],
    ['not tested, in incomplete runs', sum(({ isIncomplete, notTested }) => (isIncomplete ? notTested : 0))],
    ['requests', sum(({ requests }) => requests)],
  ],
)}
${listOf(
  'Findings',
  failed.flatMap(({ path, findings }) => findings.map((one) => `${path}: ${one}`)),
)}
${listOf(
  'Not served',
  rejected.map(({ path, rejected: reason }) => `${path}: ${reason}`),
)}
${listOf(
  'Incomplete',
  incomplete.map(
    ({ path, operations, requests }) => `${path}: ${whole(operations)} operations, ${whole(requests)} requests`,
  ),
)}`;
}

function listOf(title: string, lines: readonly string[]): string {
  const reported = lines.map((line) => `- ${line.replace(/\s+/g, ' ').slice(0, 300)}`);
  return lines.length === 0 ? '' : `\n${title}:\n\n${reported.join('\n')}\n`;
}
