// What came of it at a glance, and what the page can be filtered by.

import { type Html, html } from '../../../front/html.ts';
import { outageSentence } from '../leftovers.ts';
import type { OperationReport, Report } from '../report.ts';
import { counted } from '../terminal.ts';
import { shown } from './shown.ts';

/** What came of it in one sentence, and of what. */
export function headline(reports: readonly Report[]): Html {
  const all = reports.flatMap(({ operations }) => operations);
  const isBroken = all.some(({ outcome }) => outcome === 'broken');
  const isMissed =
    all.some(({ outcome }) => outcome === 'not reached' || outcome === 'skipped') || reports.some(({ cut }) => cut);
  const titles = new Intl.ListFormat('en').format(reports.map(({ title }) => shown(title)));
  const one = reports.length === 1;
  const kept = one ? 'keeps its document' : 'keep their documents';
  const broken = one ? 'does not keep its document' : 'do not keep their documents';
  const said = isBroken ? broken : isMissed ? `${kept} as far as it was tried` : kept;
  return html`<h1>${titles} ${said}</h1>
${reports.map(
  ({ document, url }) =>
    html`<p class="address"><span class="lamp" data-is="${isBroken ? 'broken' : isMissed ? 'missed' : 'kept'}"></span> <code>${shown(document)}</code> at <code>${shown(url)}</code></p>
`,
)}`;
}

export function summary(reports: readonly Report[]): Html {
  const all = reports.flatMap(({ operations }) => operations);
  const by = (outcome: OperationReport['outcome']) => all.filter((one) => one.outcome === outcome).length;
  const sum = (of: (one: OperationReport) => number) => all.reduce((so, one) => so + of(one), 0);
  const tiles = [
    ['kept', by('kept'), 'Operations kept'],
    ['broken', by('broken'), 'Operations broken'],
    ['missed', by('not reached'), 'Not reached'],
    ...(by('skipped') > 0 ? ([['skipped', by('skipped'), 'Skipped']] as const) : []),
    ['findings', sum(({ findings }) => findings.length), 'Findings'],
    ['remarks', sum(({ remarks }) => remarks.length), 'Remarks'],
    ['requests', sum(({ requests }) => requests), 'Requests'],
  ] as const;
  const seconds = (reports.reduce((so, { duration }) => so + duration, 0) / 1000).toFixed(1);
  const ended = reports.at(-1)?.ended ?? '';
  // What came by itself had none.
  const seeds = [...new Set(reports.map(({ seed }) => seed))].filter((seed) => seed !== '');
  return html`<section aria-labelledby="summary">
<h2 id="summary" class="unseen">Summary</h2>
<dl class="tiles">
${tiles.map(([name, count, label]) => html`<div data-tile="${name}"${count === 0 ? html` class="zero"` : undefined}><dt>${label}</dt><dd>${count.toLocaleString('en')}</dd></div>\n`)}
</dl>
${reports.map(({ outage }) => (outage ? html`<p class="problem">${shown(outageSentence(outage))}</p>\n` : undefined))}${reports.some(({ cut, outage }) => cut && !outage) ? html`<p class="problem">It was ended before all was tried.</p>` : undefined}
<p class="soft">${counted(all.length, 'operation')} in ${seconds} s, ended <time datetime="${ended}">${ended.replace(/\..*$/, '').replace('T', ' ')} UTC</time>. ${seeds.length > 0 ? html`The seed was ${seeds.map((seed) => html`<code>${shown(seed)}</code>`)}. ` : undefined}Understudy ${reports[0]?.understudy}.</p>
</section>`;
}

/** They need JavaScript, and are hidden without. */
export function filters(reports: readonly Report[]): Html {
  const checks = [...new Set(reports.flatMap((one) => one.checks))];
  return html`<form class="filters" role="search" aria-label="Filter the report" hidden>
<label>Outcome <select name="outcome"><option value="">All outcomes</option><option>broken</option><option>not reached</option><option>skipped</option><option>kept</option></select></label>
<label>Check <select name="check"><option value="">All checks</option>${checks.map((id) => html`<option>${id}</option>`)}</select></label>
<label class="wide">Operation <input name="text" type="search" placeholder="Name, method or path" autocomplete="off" spellcheck="false"></label>
<button type="reset">Show all</button>
<p role="status"></p>
</form>`;
}
