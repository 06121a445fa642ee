// The comparison as text for a terminal.

import { printable, printableLines } from '../../../schema/printable.ts';
import { variableLines } from '../../report/curl.ts';
import { leftoverLines, leftoversReport, outageReport, outageSentence } from '../../report/leftovers.ts';
import type { ServerComparison } from '../compare-servers.ts';
import { type DifferenceGroup, groupDifferences, type OperationComparison } from '../comparison-results.ts';
import { type ReportContext, type ReportedSide, redactValue, sidesOf } from './sides.ts';

/** Maximum number of characters of a response. */
const MOST_SHOWN = 300;

/** The lines of the report. @param remarks - whether to include warnings */
export function comparisonText(
  comparison: ServerComparison,
  reporting: ReportContext,
  remarks: boolean,
): readonly string[] {
  const found = groupDifferences(comparison.operations.flatMap((one) => one.differences));
  const differences = found.filter(({ severity }) => severity === 'difference');
  const others = found.filter(({ severity }) => severity === 'warning');
  const listLines = (all: readonly DifferenceGroup[]) =>
    all.flatMap((one, index) => ['', ...linesOf(one, index + 1, reporting)]);
  return [
    ...comparison.operations.map((one) => line(one, reporting)),
    ...listLines(differences),
    ...(remarks && others.length > 0
      ? ['', 'Warnings (differences that the document leaves open)', ...listLines(others)]
      : []),
    ...variableNotes([...differences, ...(remarks ? others : [])], reporting),
    '',
    ...summary(comparison, differences.length, others.length, reporting, remarks),
  ];
}

function line(
  { operation, score, exchanges, equal: alike, reason }: OperationComparison,
  reporting: ReportContext,
): string {
  const share = score === undefined ? '    –' : `${score} %`.padStart(5);
  const requests = exchanges === 0 ? 'not compared' : `${alike} of ${counted(exchanges, 'request')} same`;
  return printable(
    `${share}  ${operation.id}  ${requests}${reason === undefined ? '' : `: ${redactValue(reason, reporting)}`}`,
  );
}

/** Explains the shell variables of the commands, after an empty line; none without variables. */
function variableNotes(all: readonly DifferenceGroup[], reporting: ReportContext): readonly string[] {
  const lines = variableLines(all.flatMap((one) => sidesOf(one, reporting).map(({ curl }) => curl)));
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Maximum number of listed operations of one difference. */
const MOST_OPERATIONS = 10;

function linesOf(one: DifferenceGroup, number: number, reporting: ReportContext): readonly string[] {
  const { operation, operations, message, count } = one;
  const [first, second] = sidesOf(one, reporting);
  const times = count > 1 ? ` (${count} times)` : '';
  const others = operations.filter((other) => other !== operation).map(({ id }) => id);
  const more = others.length > MOST_OPERATIONS ? ` and ${others.length - MOST_OPERATIONS} more` : '';
  return [
    `${number}. ${operation.id} (${operation.method} ${operation.path})${times}`,
    `   ${redactValue(message, reporting)}`,
    ...(others.length > 0 ? [`   also in ${others.slice(0, MOST_OPERATIONS).join(', ')}${more}`] : []),
    ...side('reference', first),
    ...side('candidate', second),
  ].map(printable);
}

function side(which: string, { curl, status, body }: ReportedSide): readonly string[] {
  const text = body.length > MOST_SHOWN ? `${body.slice(0, MOST_SHOWN)}…` : body;
  return [`   ${which}: ${curl}`, `     ${status === 0 ? 'no response' : status}${text === '' ? '' : `: ${text}`}`];
}

function summary(
  {
    title,
    urls,
    score,
    exchanges,
    duration,
    ignoredCount,
    unusedRules: unmet,
    notices,
    isIncomplete,
    leftovers: left,
    outage,
  }: ServerComparison,
  differences: number,
  open: number,
  { document, base, secrets }: ReportContext,
  areShown: boolean,
): readonly string[] {
  const remark = open > 0 ? `, ${counted(open, 'warning')}${areShown ? '' : ' (show with --warnings)'}` : '';
  const { outage: stopped } = outageReport(outage, secrets);
  return [
    `${title} (${document}): reference ${urls[0]}, candidate ${urls[1]}: ${score === undefined ? 'not compared' : `${score} % of requests have the same response`}.`,
    `${counted(exchanges, 'request')} to both in ${(duration / 1000).toFixed(1)} s, ${counted(differences, 'difference')}${remark}.`,
    ...(ignoredCount > 0 ? [`${counted(ignoredCount, 'difference')} ignored by --ignore.`] : []),
    ...unmet.map((one) => `--ignore ${JSON.stringify(one)} matched no difference.`),
    ...notices,
    ...(stopped
      ? [outageSentence(stopped)]
      : isIncomplete
        ? ['The run was stopped before all operations were compared.']
        : []),
    ...left.flatMap((one, index) => {
      const lines = leftoverLines(leftoversReport(one, { url: urls[index] + base, secrets }));
      return lines.length > 0 ? ['', `Left on the ${index === 0 ? 'reference' : 'candidate'} server`, ...lines] : [];
    }),
  ].map(printableLines);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
