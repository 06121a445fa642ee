// The map of operations and checks, and the descriptions of checks.

import { type Html, html } from '../../../server/pages/html.ts';
import { type CheckId, describeCheck } from '../../checks.ts';
import { describeIncomplete, type OperationReport, type Report } from '../report.ts';
import { formatCount, outcomeText } from '../terminal.ts';
import type { Anchors } from './findings.ts';
import { shown } from './shown.ts';

/** The symbols of cells, so that colours are not needed. */
const SIGNS = { passed: '✓', untried: '·', untested: '–' } as const;

/** @param isNamed - whether to name the document */
export function heatMap(report: Report, index: number, isNamed: boolean, anchors: Anchors): Html {
  const { operations, checks, title } = report;
  const id = `map-${index}`;
  const name = isNamed ? `Operations and checks: ${shown(title)}` : 'Operations and checks';
  return html`<section class="map" aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
<p class="legend"><span class="cell passed">✓</span> passed <span class="cell failed">2</span> failed (number of findings) <span class="cell untried">·</span> not applicable <span class="cell untested">–</span> not tested or skipped</p>
<div class="scroll" tabindex="0" role="region" aria-label="Table: ${name}">
<table>
<thead><tr><th scope="col">Operation</th><th scope="col" class="outcome">Outcome</th>${checks.map((check) => html`<th scope="col" class="check"><a href="#check-${check}">${check}</a></th>`)}</tr></thead>
<tbody>
${operations.map((operation) => row(operation, checks, anchors))}</tbody>
</table>
</div>
<p class="none" hidden>No matching operations.</p>
</section>`;
}

function row(operation: OperationReport, checks: readonly CheckId[], anchors: Anchors): Html {
  const { operation: id, method, path, outcome } = operation;
  const incomplete = describeIncomplete(operation);
  return html`<tr data-outcome="${outcome}"><th scope="row"><span class="name">${shown(id)}</span> <span class="at">${method} ${shown(path)}</span></th><td class="outcome" data-is="${outcome}">${outcomeText(outcome)}${incomplete === undefined ? undefined : html` <small>(<a href="#incomplete">incomplete</a>)</small>`}</td>${checks.map((check) => cell(operation, check, anchors))}</tr>
`;
}

function cell(operation: OperationReport, check: CheckId, anchors: Anchors): Html {
  const found = operation.findings.filter((one) => one.check === check);
  const [first] = found;
  if (first)
    return html`<td class="failed"><a href="#${anchors.get(first)}" aria-label="${formatCount(found.length, 'finding')} of ${check} in ${shown(operation.operation)}">${found.length}</a></td>`;
  const missed = operation.untestedChecks?.find((one) => one.check === check);
  const isUntested = missed !== undefined || operation.reason !== undefined;
  const is = operation.checks.includes(check) ? 'passed' : isUntested ? 'untested' : 'untried';
  const untested = missed
    ? `not tested: ${missed.reason}`
    : (describeIncomplete(operation) ?? outcomeText(operation.outcome));
  const label = { passed: 'passed', untried: 'not applicable', untested }[is];
  return html`<td class="${is}" aria-label="${label}"${missed ? html` title="${label}"` : ''}>${SIGNS[is]}</td>`;
}

/** The descriptions of checks. */
export function checksSection(reports: readonly Report[]): Html {
  const checks = [...new Set(reports.flatMap((one) => one.checks))];
  return html`<section aria-labelledby="checks">
<h2 id="checks">Checks</h2>
<dl class="checks">
${checks.map((id) => html`<div id="check-${id}"><dt><code>${id}</code></dt><dd>${describeCheck(id)}</dd></div>\n`)}
</dl>
</section>`;
}
