// The HTML report: one self-contained page.

import { createHash } from 'node:crypto';
import { type Html, html, scriptElement, styleElement } from '../../../server/pages/html.ts';
import { frame, ICON_DATA } from '../../../server/pages/page.ts';
import type { Report } from '../report.ts';
import { coverageSection } from './coverage.ts';
import { anchorsOf, findingsSection, knownSection, leftSection, missedSection, warningsSection } from './findings.ts';
import { checksSection, heatMap } from './heat-map.ts';
import { PAGE_SCRIPT } from './script.ts';
import { shown } from './shown.ts';
import { PAGE_STYLE } from './style.ts';
import { filters, reportHeadline, summary } from './summary.ts';

/** Renders the page. It is readable without JavaScript, which adds filters. */
export function htmlReport(reports: readonly Report[]): string {
  const titles = reports.map(({ title }) => shown(title)).join(', ');
  return frame(`Understudy: ${titles}`, head(), body(reports.map(apart)));
}

/** Copies the findings, so that each is a distinct key of its anchor. */
function apart(report: Report): Report {
  const operations = report.operations.map((one) => ({
    ...one,
    findings: one.findings.map((found) => ({ ...found })),
  }));
  return { ...report, operations };
}

function head(): Html {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(PAGE_SCRIPT)}'`,
    `style-src '${hashOf(PAGE_STYLE)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return html`<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="referrer" content="no-referrer">
<link rel="icon" type="image/svg+xml" href="${ICON_DATA}">
${styleElement(PAGE_STYLE)}`;
}

function body(reports: readonly Report[]): Html {
  const anchors = anchorsOf(reports);
  return html`<header class="curtain">
<div class="column">
<p class="mark"><img src="${ICON_DATA}" alt="" width="28" height="28"> Understudy</p>
${reportHeadline(reports)}
</div>
</header>
<main class="column">
${summary(reports)}
${filters(reports)}
${reports.map((report, index) => heatMap(report, index, reports.length > 1, anchors))}
${findingsSection(reports, anchors)}
${reports.map((report, index) => coverageSection(report, index, reports.length > 1))}
${missedSection(reports, 'not-tested', 'The server accepted no request of these operations.')}
${missedSection(reports, 'incomplete', 'These operations have results, but not all of their tests were finished.')}
${missedSection(reports, 'skipped', 'These operations were not sent: they can change data that the run did not create, or --skip-operations excludes them.')}
${leftSection(reports)}
${knownSection(reports)}
${warningsSection(reports)}
${checksSection(reports)}
</main>
${scriptElement(PAGE_SCRIPT)}
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
