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
  const cut = served.filter(({ isCut }) => isCut);
  const broken = served.filter(({ findings }) => findings.length > 0);
  const skipped = verified.filter(({ rejected }) => rejected !== undefined);
  return `## Published documents

Written by \`npm run corpus -- --verify --write\`: ${which} is served from nothing but itself, and the stand-in is held against it, each document for a minute at most. Whatever is found is wrong, of the stand-in or of \`verify\`.

${tableOf(
  ['', 'count'],
  [
    ['documents', whole(verified.length)],
    ['served and tried', whole(served.length)],
    ['of these, without a finding', whole(served.length - broken.length)],
    ['of these, not to the end, for want of time', whole(cut.length)],
    ['operations', sum(({ operations }) => operations)],
    ['kept', sum(({ stored }) => stored)],
    ['not reached, of those tried to the end', sum(({ isCut, notReached }) => (isCut ? 0 : notReached))],
    ['not reached, of the others', sum(({ isCut, notReached }) => (isCut ? notReached : 0))],
    ['requests', sum(({ requests }) => requests)],
  ],
)}
${listOf(
  'With findings',
  broken.flatMap(({ path, findings }) => findings.map((one) => `${path}: ${one}`)),
)}
${listOf(
  'Skipped',
  skipped.map(({ path, rejected }) => `${path}: ${rejected}`),
)}
${listOf(
  'Not tried to the end',
  cut.map(({ path, operations, requests }) => `${path}: ${whole(operations)} operations, ${whole(requests)} requests`),
)}`;
}

function listOf(title: string, lines: readonly string[]): string {
  const reported = lines.map((line) => `- ${line.replace(/\s+/g, ' ').slice(0, 300)}`);
  return lines.length === 0 ? '' : `\n${title}:\n\n${reported.join('\n')}\n`;
}
