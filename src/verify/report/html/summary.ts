// The summary of the HTML report, and its filters.

import { type Html, html } from '../../../server/pages/html.ts';
import { describeRunError } from '../leftovers.ts';
import { countKnown, describeEarlyEnd, listFindings, type OperationReport, type Report } from '../report.ts';
import { formatCount } from '../terminal.ts';
import { shown } from './shown.ts';

/** The result in one line, with document and server. */
export function reportHeadline(reports: readonly Report[]): Html {
  const all = reports.flatMap(({ operations }) => operations);
  const findings = listFindings(reports).length;
  const untested = all.filter(({ outcome }) => outcome === 'notTested' || outcome === 'skipped').length;
  const hasError = reports.some((report) => describeRunError(report) !== undefined);
  const isMissed = untested > 0 || reports.some(({ incomplete }) => incomplete);
  const titles = new Intl.ListFormat('en').format(reports.map(({ title }) => shown(title)));
  const known = countKnown(all);
  const result = `${findings > 0 ? formatCount(findings, 'finding') : 'no findings'}${known > 0 ? `, ${formatCount(known, 'known finding')}` : ''}`;
  const rest = findings === 0 && untested > 0 ? `, ${formatCount(untested, 'operation')} not tested` : '';
  const lamp = findings > 0 || hasError ? 'failed' : isMissed ? 'missed' : 'passed';
  return html`<h1>${titles}: ${result}${rest}</h1>
${reports.map(
  ({ document, url }) =>
    html`<p class="address"><span class="lamp" data-is="${lamp}"></span> <code>${shown(document)}</code> at <code>${shown(url)}</code></p>
`,
)}`;
}

export function summary(reports: readonly Report[]): Html {
  const all = reports.flatMap(({ operations }) => operations);
  const by = (outcome: OperationReport['outcome']) => all.filter((one) => one.outcome === outcome).length;
  const sum = (of: (one: OperationReport) => number) => all.reduce((so, one) => so + of(one), 0);
  const tiles = [
    ['passed', by('passed'), 'Operations passed'],
    ['failed', by('failed'), 'Operations failed'],
    ['missed', by('notTested'), 'Not tested'],
    ...(by('skipped') > 0 ? ([['skipped', by('skipped'), 'Skipped']] as const) : []),
    ['findings', sum(({ findings }) => findings.length), 'Findings'],
    ...(countKnown(all) > 0 ? ([['known', countKnown(all), 'Known findings']] as const) : []),
    ['warnings', sum(({ warnings }) => warnings.length), 'Warnings'],
    ['requests', sum(({ requests }) => requests), 'Requests'],
  ] as const;
  const seconds = (reports.reduce((so, { duration }) => so + duration, 0) / 1000).toFixed(1);
  const ended = reports.at(-1)?.ended ?? '';
  const errors = reports.flatMap((report) => describeRunError(report) ?? []);
  const earlyEnds = [...new Set(reports.flatMap((report) => describeEarlyEnd(report) ?? []))];
  // Traffic of other clients has no seed.
  const seeds = [...new Set(reports.map(({ seed }) => seed))].filter((seed) => seed !== '');
  return html`<section class="overview" aria-labelledby="summary">
<h2 id="summary" class="unseen">Summary</h2>
<dl class="tiles">
${tiles.map(([name, count, label]) => html`<div data-tile="${name}"${count === 0 ? html` class="zero"` : undefined}><dt>${label}</dt><dd>${count.toLocaleString('en')}</dd></div>\n`)}
</dl>
${errors.map((error) => html`<p class="problem">${shown(error)}</p>\n`)}${errors.length === 0 ? earlyEnds.map((sentence) => html`<p class="problem">${sentence}</p>\n`) : undefined}
<p class="soft">${formatCount(all.length, 'operation')} in ${seconds} s, ended <time datetime="${ended}">${ended.replace(/\..*$/, '').replace('T', ' ')} UTC</time>. ${seeds.length > 0 ? html`Seed: ${seeds.map((seed) => html`<code>${shown(seed)}</code>`)}. ` : undefined}Understudy ${reports[0]?.understudy}.</p>
</section>`;
}

/** The filter form, hidden without JavaScript. */
export function filters(reports: readonly Report[]): Html {
  const checks = [...new Set(reports.flatMap((one) => one.checks))];
  return html`<form class="filters" role="search" aria-label="Filter the report" hidden>
<label>Outcome <select name="outcome"><option value="">All outcomes</option><option>failed</option><option value="notTested">not tested</option><option>skipped</option><option>passed</option></select></label>
<label>Check <select name="check"><option value="">All checks</option>${checks.map((id) => html`<option>${id}</option>`)}</select></label>
<label class="wide">Operation <input name="text" type="search" placeholder="Name, method or path" autocomplete="off" spellcheck="false"></label>
<button type="reset">Show all</button>
<p role="status"></p>
</form>`;
}
