// The coverage section of the HTML report, with missing points.

import { type Html, html } from '../../../server/pages/html.ts';
import { COVERAGE_DIMENSIONS, type CoveredOperation, type NamedDimension } from '../../coverage/coverage.ts';
import { COVERAGE_LABELS } from '../coverage.ts';
import type { OperationReport, Report } from '../report.ts';
import { formatCount } from '../terminal.ts';
import { shown } from './shown.ts';

/** Maximum number of characters in lists. The JSON report has all names. */
const MAX_NAMES = 1_000_000;

/** @param isNamed - whether to name the document */
export function coverageSection(report: Report, index: number, isNamed: boolean): Html | undefined {
  const { coverage, title, operations } = report;
  if (!coverage) return undefined;
  const id = `coverage-${index}`;
  const known = new Map(operations.map((one) => [one.operation, one]));
  const lacking = coverage.operations.filter(
    ({ requests, missing }) => requests === 0 || Object.keys(missing).length > 0,
  );
  let remaining = MAX_NAMES;
  const items = lacking.flatMap((one) => {
    const item = uncovered(one, known.get(one.operation));
    remaining -= item.text.length;
    return remaining < 0 ? [] : [item];
  });
  return html`<section aria-labelledby="${id}" class="coverage">
<h2 id="${id}">${isNamed ? `Coverage: ${shown(title)}` : 'Coverage'}</h2>
<p class="soft">Parts of the document that requests and responses covered.</p>
<dl class="totals">
${COVERAGE_DIMENSIONS.filter((one) => coverage.totals[one].total > 0).map((one) => {
  const { covered, total, percent } = coverage.totals[one];
  return html`<div><dt>${COVERAGE_LABELS[one]}</dt><dd><strong>${percent}%</strong> <small class="soft">${covered} of ${total}</small><meter aria-hidden="true" min="0" max="100" value="${percent}"></meter></dd></div>\n`;
})}</dl>
${
  lacking.length === 0
    ? undefined
    : html`<details class="uncovered"><summary>Not covered, in ${formatCount(lacking.length, 'operation')}</summary>
<ul>
${items}</ul>
${remaining < 0 ? html`<p class="soft">This list is incomplete; the JSON report has all of it.</p>` : undefined}
</details>`
}
</section>`;
}

function uncovered(
  { operation, requests, missing, omitted }: CoveredOperation,
  known: OperationReport | undefined,
): Html {
  const names = Object.entries(missing) as readonly [NamedDimension, readonly string[]][];
  return html`<li data-outcome="${known?.outcome}"><span class="name">${shown(operation)}</span> <span class="at">${known?.method} ${shown(known?.path ?? '')}</span>
${requests === 0 ? html`<span class="soft">not requested</span>` : undefined}<dl>${names.map(([dimension, some]) => html`<dt>${COVERAGE_LABELS[dimension]}</dt><dd>${shown(some.join(', '))}</dd>`)}${omitted > 0 ? html`<dt>more</dt><dd>${omitted} not listed</dd>` : undefined}</dl></li>
`;
}
