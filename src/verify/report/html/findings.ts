// The findings of the HTML report, each with request, response and document.

import { parseJson } from '../../../schema/json/parse-json.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { type Html, html } from '../../../server/pages/html.ts';
import type { ExampleReport } from '../example-report.ts';
import { findingNotes } from '../finding-notes.ts';
import { leftoverLines } from '../leftovers.ts';
import {
  describeIncomplete,
  type FindingReport,
  isAboutDocument,
  listFindings,
  type OperationReport,
  type Report,
} from '../report.ts';
import { formatCount, otherVariants, stepLines } from '../terminal.ts';
import { shown } from './shown.ts';
import { PRINTED } from './style.ts';

/** Maximum number of characters of all details: browsers fail on longer pages. Further findings have none. */
const MAX_DETAILS = 6_000_000;
/** Maximum length of a shown body, in characters. */
const MAX_BODY = 2000;
/** Number of initially open findings. */
const OPEN = 1;
/** Maximum number of listed warnings. */
const MAX_WARNINGS = 1000;

/** Element ids of findings. */
export type Anchors = ReadonlyMap<FindingReport, string>;

export function anchorsOf(reports: readonly Report[]): Anchors {
  return new Map(listFindings(reports).map(({ finding }, index) => [finding, `finding-${index + 1}`]));
}

export function findingsSection(reports: readonly Report[], anchors: Anchors): Html | undefined {
  const all = listFindings(reports);
  if (all.length === 0) return undefined;
  const findings = all.map(({ finding }) => finding);
  const about = ['Violations of the OpenAPI document, grouped by cause.', ...findingNotes(findings)];
  let remaining = MAX_DETAILS;
  const items = all.map(({ operation, finding }, index) => {
    const whole = details(finding);
    const isShort = whole.text.length > remaining;
    if (!isShort) remaining -= whole.text.length;
    return item(
      operation,
      finding,
      { anchor: anchors.get(finding), isOpen: index < OPEN },
      isShort ? shortDetails(finding) : whole,
    );
  });
  return html`<section aria-labelledby="findings" class="findings">
<h2 id="findings">Findings</h2>
<p class="soft">${about.join(' ')}</p>
${all.length > PRINTED ? html`<p class="soft printed">On paper, only the first ${PRINTED} findings show details. Filter the list to print others.</p>\n` : undefined}${items}
<p class="none" hidden>No matching findings.</p>
</section>`;
}

function item(
  operation: OperationReport,
  found: FindingReport,
  { anchor, isOpen }: { readonly anchor: string | undefined; readonly isOpen: boolean },
  inside: Html,
): Html {
  const { check, message, count, request } = found;
  const { operation: id, path, outcome } = operation;
  return html`<details class="finding" data-check="${check}" data-outcome="${outcome}"${isOpen ? html` open` : undefined}>
<summary><span class="check">${check}</span> <span class="name">${shown(id)}</span> <span class="at">${request.method} ${shown(path)}</span>${count > 1 ? html` <span class="times">${formatCount(count, 'time')}</span>` : undefined}
<span class="message">${shown(message)}</span></summary>
<div class="inside" id="${anchor}">
${inside}</div>
</details>
`;
}

function details(found: FindingReport): Html {
  const { location, pointer, excerpt, variants, otherExamples } = found;
  const place = html`<section><h3>Document</h3>
<p class="soft"><code>${shown(location.file)}:${location.line}:${location.column}</code></p>
${lines(excerpt, location.line)}
<p class="soft"><code>${shown(pointer)}</code></p></section>`;
  if (isAboutDocument(found)) return html`<div class="sides">${place}</div>`;
  const also =
    variants.length > 1
      ? html`<p class="soft">also: ${shown(otherVariants(variants))}</p>
`
      : undefined;
  return html`${example(found, also, place)}${otherExamples.map((other) => example(other))}`;
}

/** A request with its response. @param also - below its description @param place - beside it */
function example({ request, response, steps }: ExampleReport, also?: Html, place?: Html): Html {
  return html`<div class="sides">
<section><h3>Request</h3>
<p class="soft">${shown(request.description)} <small>(${request.phase})</small></p>
${also}<pre>${request.method} ${shown(request.url)}
${request.headers.map(([name, text]) => `${shown(`${name}: ${text}`)}\n`)}</pre>
${body(request.body, request.bytes)}</section>
<section><h3>Response</h3>
${
  response.status === 0
    ? html`<p class="soft">None.</p>`
    : html`<pre><strong>${response.status}</strong>
${Object.entries(response.headers).map(([name, text]) => `${shown(`${name}: ${text}`)}\n`)}</pre>
${body(response.body, response.bytes)}`
}</section>
${place}
</div>
${comparison(steps)}${command(request.curl)}`;
}

/** The exchanges that a check compared. */
function comparison(steps: ExampleReport['steps'] = []): Html | undefined {
  const [title, ...lines] = stepLines(steps);
  if (title === undefined) return undefined;
  return html`<section><h3>Compared</h3>
<pre>${shown(lines.join('\n'))}</pre></section>
`;
}

/** Short details, for long pages. */
function shortDetails({ request, response, location, pointer }: FindingReport): Html {
  const statusText = response.status === 0 ? 'no response' : `response ${response.status}`;
  return html`<p class="soft">${request.method}: ${statusText}; <code>${shown(location.file)}:${location.line}</code> <code>${shown(pointer.slice(0, 300))}</code>. The JSON report has the details of this finding.</p>
`;
}

function body(text: string, bytes: number): Html | undefined {
  if (bytes === 0) return undefined;
  const isCut = text.length > MAX_BODY || Buffer.byteLength(text) < bytes;
  const cut = isCut ? text.slice(0, MAX_BODY) : indented(text);
  return html`<pre class="body">${shown(cut)}${isCut ? '…' : undefined}</pre>
${isCut ? html`<p class="soft">${bytes.toLocaleString('en')} bytes in total</p>` : undefined}`;
}

/** Indents JSON, if that is lossless. */
function indented(text: string): string {
  try {
    const value: unknown = parseJson(text);
    return stringifyJson(value) === text.trim() ? stringifyJson(value, undefined, 2) : text;
  } catch {
    return text;
  }
}

function lines({ line, lines: all }: FindingReport['excerpt'], place: number): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<ol class="lines" start="${line}">${all.map(
    (text, index) =>
      html`<li${line + index === place ? html` class="here" aria-current="true"` : undefined}><code>${shown(text)}</code></li>`,
  )}</ol>`;
}

function command(curl: string): Html {
  const seen = shown(curl);
  return html`<div class="command"><pre><code>${seen}</code></pre><button type="button" class="copy"${seen === curl ? undefined : html` data-copy="${curl}"`} hidden>Copy</button></div>
`;
}

const MISSED = {
  'not-tested': ['Not tested', ({ outcome }) => outcome === 'notTested'],
  incomplete: ['Not completely tested', (one) => describeIncomplete(one) !== undefined],
  skipped: ['Skipped', ({ outcome }) => outcome === 'skipped'],
} as const satisfies Record<string, readonly [title: string, isMissed: (operation: OperationReport) => boolean]>;

/** The operations that were not tested, or not completely, and why. */
export function missedSection(reports: readonly Report[], id: keyof typeof MISSED, about: string): Html | undefined {
  const [title, isMissed] = MISSED[id];
  const missed = reports.flatMap(({ operations }) => operations.filter(isMissed));
  if (missed.length === 0) return undefined;
  return html`<section aria-labelledby="${id}" class="missed">
<h2 id="${id}">${title}</h2>
<p class="soft">${about}</p>
<ul>
${missed.map(({ operation, method, path, outcome, reason = '' }) => html`<li data-outcome="${outcome}"><span class="name">${shown(operation)}</span> <span class="at">${method} ${shown(path)}</span> <span class="message">${shown(reason)}</span></li>\n`)}
</ul>
<p class="none" hidden>No matching operations.</p>
</section>`;
}

/** The leftovers of the run. */
export function leftSection(reports: readonly Report[]): Html | undefined {
  const lines = reports.flatMap(leftoverLines);
  if (lines.length === 0) return undefined;
  return html`<section aria-labelledby="left">
<h2 id="left">Left on the server</h2>
<p class="soft">Created items that could not be deleted, and unsafe operations that were sent.</p>
<pre>${shown(lines.join('\n'))}</pre>
</section>`;
}

/** Points that the document leaves open. They do not fail the run. */
export function warningsSection(reports: readonly Report[]): Html | undefined {
  const about = 'Points that the document leaves open. They do not fail the run.';
  return listSection(reports, ({ warnings }) => warnings, {
    id: 'warnings',
    title: 'Warnings',
    noun: 'warning',
    about,
  });
}

/** Findings that the baseline lists. They do not fail the run. */
export function knownSection(reports: readonly Report[]): Html | undefined {
  const about = 'Findings that the baseline lists. They do not fail the run.';
  const text = { id: 'known', title: 'Known findings', noun: 'known finding', about };
  return listSection(reports, ({ known = [] }) => known, text);
}

/** Findings without details. */
function listSection(
  reports: readonly Report[],
  findingsOf: (operation: OperationReport) => readonly FindingReport[],
  { id, title, noun, about }: Readonly<Record<'id' | 'title' | 'noun' | 'about', string>>,
): Html | undefined {
  const all = reports.flatMap((one) =>
    one.operations.flatMap((operation) => findingsOf(operation).map((found) => ({ operation, found }))),
  );
  if (all.length === 0) return undefined;
  const remaining = all.length - MAX_WARNINGS;
  return html`<section aria-labelledby="${id}" class="warnings">
<h2 id="${id}">${title}</h2>
<p class="soft">${about}</p>
<details><summary>${formatCount(all.length, noun)}</summary>
<ul>
${all
  .slice(0, MAX_WARNINGS)
  .map(
    ({ operation: { operation, method, path, outcome }, found: { check, message, location } }) =>
      html`<li data-check="${check}" data-outcome="${outcome}"><span class="check">${check}</span> <span class="name">${shown(operation)}</span> <span class="at">${method} ${shown(path)}</span> <span class="message">${shown(message)} <small>${shown(location.file)}:${location.line}</small></span></li>\n`,
  )}
</ul>
${remaining > 0 ? html`<p class="soft">${remaining.toLocaleString('en')} more are in the JSON report.</p>` : undefined}
</details>
</section>`;
}
