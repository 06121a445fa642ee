// The style of the HTML report: light, dark, narrow, printed.

import { LOOK } from '../../../server/pages/shared-style.ts';

/** Maximum number of printed findings with details: a thousand would fill 1,500 pages. */
export const PRINTED = 200;

/** Text of a style sheet. */
export const PAGE_STYLE = `${LOOK}
:root { --warn: light-dark(#8a5a00, #eac07a); }
.column { width: min(100% - 2.5rem, 78rem); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.soft { color: var(--soft); }
small { font-size: 0.8125rem; }
h1 { overflow-wrap: anywhere; }
.address { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.5rem; margin: 0.9rem 0 0; font-size: 0.9375rem; overflow-wrap: anywhere; }
.lamp { flex: none; width: 0.6rem; height: 0.6rem; border-radius: 50%; background: #8ee3a4; box-shadow: 0 0 0.5rem #8ee3a4; }
.lamp[data-is=missed] { background: #f0d9a8; box-shadow: none; }
.lamp[data-is=failed] { background: #ff9d8a; box-shadow: 0 0 0.5rem #ff9d8a; }

main { padding-block: 1.75rem 4rem; }
main > section + section { margin-top: 2.5rem; padding-top: 2rem; border-top: 1px solid var(--line); }
h2 { margin: 0 0 0.25rem; font: 600 1.375rem/1.3 var(--serif); overflow-wrap: anywhere; }
h2 + p { margin: 0.25rem 0 1rem; }
h3 { margin: 0 0 0.4rem; font: 600 0.9375rem var(--sans); }
.problem { margin: 0.75rem 0; padding: 0.6rem 0.9rem; border-left: 3px solid var(--red); background: var(--wash); }
.name { font-weight: 600; overflow-wrap: anywhere; }
.at { color: var(--soft); font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere; }

.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.75rem; margin: 0; }
.tiles div { display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.tiles dt { color: var(--soft); font-size: 0.875rem; line-height: 1.35; }
.tiles dd { margin: 0; font: 500 1.75rem/1.2 var(--serif); font-variant-numeric: tabular-nums; }
.tiles [data-tile=passed] dd { color: var(--good); }
.tiles :is([data-tile=failed], [data-tile=findings]) dd { color: var(--red); }
.tiles [data-tile=missed] dd { color: var(--warn); }

.tiles .zero dd { color: inherit !important; }

.filters {
  position: sticky; top: 0; z-index: 3; display: flex; flex-wrap: wrap; align-items: end; gap: 0.5rem 0.9rem; margin: 1.5rem -0.75rem 0; padding: 0.75rem;
  background: var(--paper);
}
.filters label { display: flex; flex-direction: column; gap: 0.2rem; color: var(--soft); font-size: 0.8125rem; }
.filters .wide { flex: 1 1 14rem; }
.filters p { margin: 0; min-height: 1.5em; align-self: center; color: var(--soft); font-size: 0.875rem; }
.filters + section { margin-top: 1rem; }
input, select, button {
  min-height: 2.25rem; max-width: 100%; padding: 0.35rem 0.7rem; border: 1px solid light-dark(#a8978c, #6d5f58); border-radius: 7px;
  background: var(--card); color: var(--ink); font: 0.9375rem/1.4 var(--sans);
}
button { border-color: var(--line); font-weight: 500; font-size: 0.875rem; cursor: pointer; }
button:hover { border-color: var(--red); color: var(--red); }
::placeholder { color: var(--soft); opacity: 1; }

.legend { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 0.5rem; color: var(--soft); font-size: 0.875rem; }
.legend .cell:not(:first-child) { margin-left: 0.75rem; }
.cell { display: inline-block; min-width: 1.75rem; padding: 0.05rem 0.3rem; border-radius: 5px; text-align: center; }
.scroll { position: relative; overflow: auto; max-height: 80vh; margin-inline: -0.25rem; outline-offset: -2px; }
/* Of fixed columns, because a browser would otherwise measure each of the cells. */
table { width: 100%; min-width: 60rem; table-layout: fixed; border-collapse: separate; border-spacing: 2px; font-variant-numeric: tabular-nums; }
thead th:first-child { width: 17rem; }
thead th.outcome { width: 6.5rem; }
thead th { position: sticky; top: 0; z-index: 1; padding: 0.25rem; background: var(--paper); color: var(--soft); font: 600 0.8125rem var(--sans); text-align: left; vertical-align: bottom; }
thead th.check { font-weight: 400; }
thead th.check a { display: block; margin-inline: auto; max-height: 12rem; writing-mode: sideways-lr; color: inherit; text-decoration: none; white-space: nowrap; }
@supports not (writing-mode: sideways-lr) { thead th.check a { writing-mode: vertical-rl; rotate: 180deg; } }
thead th.check a:hover { color: var(--red); text-decoration: underline; }
thead th[data-chosen] { color: var(--red); box-shadow: inset 0 -3px var(--red); }
tbody th { padding: 0.2rem 0.5rem 0.2rem 0.25rem; font-weight: 400; text-align: left; line-height: 1.3; }
tbody th .at { display: block; }
td { padding: 0.2rem; border-radius: 5px; text-align: center; font-size: 0.875rem; }
td.outcome { padding-inline: 0.5rem; text-align: left; white-space: nowrap; }
td.outcome[data-is=failed] { color: var(--red); font-weight: 600; }
td.outcome:is([data-is=notTested], [data-is=skipped]) { color: var(--warn); }
.passed { background: light-dark(#dcecdf, #1d3a26); color: light-dark(#14491f, #b9ebc8); }
.failed:is(td, .cell) { background: light-dark(#8c1a2f, #f2a0a4); color: light-dark(#fff6ec, #33080f); font-weight: 600; }
.failed a { display: block; color: inherit; text-decoration: none; }
.failed a:hover { text-decoration: underline; }
.untried { color: var(--soft); box-shadow: inset 0 0 0 1px var(--line); }
.untested { color: var(--warn); background: repeating-linear-gradient(135deg, transparent 0 4px, light-dark(#f3e6cf, #3b3020) 4px 6px); }
.none { color: var(--soft); }
.printed { display: none; }

.finding { content-visibility: auto; contain-intrinsic-size: auto 4.5rem; margin-top: 0.6rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.finding[open] { border-color: light-dark(#cdb9ab, #5d4e48); }
summary { cursor: pointer; }
.finding summary { padding: 0.65rem 1rem; border-radius: 10px; }
.finding summary:hover .message { color: var(--red); }
.check:is(span) { padding: 0.05rem 0.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--wash); color: var(--red); font-size: 0.8125rem; }
.times { color: var(--soft); font-size: 0.8125rem; white-space: nowrap; }
.message { display: block; margin-top: 0.2rem; overflow-wrap: anywhere; }
.finding:not([open]) .message { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 3; }
.inside { padding: 0.5rem 1rem 1rem; border-top: 1px solid var(--line); scroll-margin-top: 11rem; }
.inside > p { margin: 0.25rem 0; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1.25rem; padding-block: 0.5rem 0.75rem; }
.sides p { margin: 0 0 0.4rem; font-size: 0.875rem; line-height: 1.4; overflow-wrap: anywhere; }
.sides p code { font-size: 0.8125rem; }
pre, .lines { margin: 0 0 0.5rem; padding: 0.5rem 0.7rem; border-radius: 7px; background: var(--wash); font: 0.8125rem/1.55 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.lines { padding: 0.5rem 0 0.5rem 3.2rem; }
.lines li { padding: 0 0.5rem; }
.lines li::marker { color: var(--soft); }
.lines code { font: inherit; }
.lines .here { background: light-dark(#f8dfda, #4a2228); box-shadow: inset 3px 0 var(--red); font-weight: 600; }
.command { position: relative; border: 1px solid var(--line); border-radius: 10px; background: var(--wash); }
.command pre { margin: 0; padding: 0.8rem 5.5rem 0.8rem 0.9rem; background: none; }
.command code { font: inherit; }
.copy { position: absolute; top: 0.45rem; right: 0.45rem; min-width: 4.75rem; }

.totals { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0.6rem 1.25rem; margin: 0 0 1rem; }
.totals dt { color: var(--soft); font-size: 0.875rem; }
.totals dt::first-letter { text-transform: uppercase; }
.totals dd { margin: 0; font-variant-numeric: tabular-nums; }
.totals meter { display: block; width: 100%; height: 0.5rem; margin-top: 0.2rem; }
.uncovered li { padding: 0.4rem 0; border-top: 1px solid var(--line); }
.uncovered dl { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: 0.1rem 1rem; margin: 0.2rem 0 0 1.1rem; font-size: 0.875rem; }
.uncovered dt { color: var(--soft); }
.uncovered dd { margin: 0; font: 0.8125rem/1.6 var(--mono); overflow-wrap: anywhere; }

.missed li, .warnings li { padding: 0.5rem 0; border-top: 1px solid var(--line); }
.warnings summary { padding: 0.25rem 0; }
.checks { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); gap: 0.9rem 2rem; margin: 0.75rem 0 0; }
.checks div { scroll-margin-top: 8rem; }
.checks div:target dt { color: var(--red); }
.checks dt { font-weight: 600; }
.checks dd { margin: 0; color: var(--soft); font-size: 0.9375rem; line-height: 1.45; }

@media (max-width: 56rem) {
  /* Findings come before filters and the map of operations. */
  main { display: flex; flex-direction: column; padding-block-start: 1rem; }
  .overview { order: -2; }
  .overview .soft { margin-bottom: 0; font-size: 0.875rem; }
  .findings { order: -1; margin-top: 1.25rem !important; padding-top: 1.25rem !important; }
  .column { width: min(100% - 1.75rem, 78rem); }
  .sides { grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
  .tiles { grid-template-columns: repeat(auto-fit, minmax(6.5rem, 1fr)); gap: 0.5rem; }
  .tiles div { padding: 0.4rem 0.7rem; }
  .tiles .zero { display: none; }
  .tiles dd { font-size: 1.375rem; }
  .filters { position: static; }
  .filters label { flex: 1 1 8rem; }
  thead th.outcome, td.outcome { display: none; }
  thead th:first-child { width: 9rem; }
  table { min-width: 52rem; }
  .command pre { padding: 3.1rem 0.9rem 0.8rem; }
  .inside { scroll-margin-top: 5rem; }
}
@media (min-width: 56rem) {
  /* Names stay where rows are long. */
  :is(thead, tbody) th:first-child { position: sticky; left: 0; background: var(--paper); }
  thead th:first-child { z-index: 2; }
}
@media print {
  :root { color-scheme: light; }
  body { font-size: 10pt; }
  .column { width: 100%; }
  .curtain { padding: 0 0 0.5rem; background: none; color: #221a18; }
  .filters, .copy { display: none !important; }
  .command pre { padding: 0.8rem 0.9rem; }
  .scroll { overflow: visible; max-height: none; margin: 0; }
  table { min-width: 0; }
  table :is(td, .name, .at) { font-size: 7.5pt; }
  thead th:first-child { width: 22%; }
  thead th.outcome { width: 5.5rem; }
  thead th, tbody th { position: static !important; }
  td, .cell, .lines .here, .tiles div { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .finding { break-inside: avoid-page; content-visibility: visible; }
  .finding:nth-child(n + ${PRINTED + 1} of .finding:not([hidden])) .inside { display: none; }
  .printed { display: block; }
  .sides { grid-template-columns: 1fr 1fr; }
  .sides section:last-child { grid-column: 1 / -1; }
  tr, .checks div { break-inside: avoid; }
}
`;
