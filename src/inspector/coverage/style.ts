// The styles of the Coverage tab.

/** Text of a style sheet. */
export const COVERAGE_STYLE = `
.coverage .body { position: relative; overflow: auto; min-height: 0; border-top: 1px solid var(--line); outline-offset: -2px; }
.coverage .totals { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0.6rem 1rem; margin: 0; padding: 0.9rem 1.25rem; border-bottom: 1px solid var(--line); }
.coverage .totals dt { color: var(--soft); font-size: 0.8125rem; }
.coverage .totals dd { margin: 0; font-variant-numeric: tabular-nums; }
.coverage .totals strong { font-weight: 600; } .coverage .totals small { color: var(--soft); }
.coverage meter { display: block; width: 100%; height: 0.5rem; margin-top: 0.2rem; }
.coverage table { border-collapse: separate; border-spacing: 2px; padding: 0.6rem 1.25rem 2rem; font-variant-numeric: tabular-nums; }
.coverage th { padding: 0.25rem 0.5rem; font: 600 0.8125rem var(--sans); color: var(--soft); text-align: center; white-space: nowrap; }
.coverage tbody th { text-align: left; font-weight: 400; }
.coverage th.group { padding-top: 0.75rem; font: 600 0.8125rem var(--sans); color: var(--ink); }
.coverage th.api { padding-top: 1rem; font: 600 0.9375rem var(--sans); color: var(--ink); }
.coverage thead th { position: sticky; top: 0; background: var(--paper); }
.coverage thead th:first-child { text-align: left; }
.coverage td { min-width: 3.1rem; padding: 0.25rem 0.4rem; border-radius: 5px; text-align: center; font-size: 0.875rem; }
.coverage td.number { text-align: right; }
.coverage td[data-warmth='0'] { box-shadow: inset 0 0 0 1px var(--line); color: var(--soft); }
.coverage td[data-warmth='1'] { background: light-dark(#dcecdf, #1d3a26); color: light-dark(#14491f, #b9ebc8); }
.coverage td[data-warmth='2'] { background: light-dark(#a9d6b3, #2a5a39); color: light-dark(#0c3517, #d6f6e0); }
.coverage td[data-warmth='3'] { background: light-dark(#2b6b3d, #a5dfb7); color: light-dark(#fff, #0c2413); }
.coverage td[data-undeclared] { box-shadow: inset 0 0 0 2px var(--warn); }
.coverage .operation { padding: 0.1rem 0.3rem; border-color: transparent; background: none; font: 600 0.9375rem/1.4 var(--sans); text-align: left; }
.coverage .operation[aria-expanded=true] { background: var(--wash); color: var(--red); }
.coverage .address { display: block; padding-left: 0.35rem; color: var(--soft); font: 0.75rem/1.4 var(--mono); max-width: 22rem; overflow: hidden; text-overflow: ellipsis; }
.coverage .legend { margin: 0; padding: 0 1.25rem 1.5rem; color: var(--soft); font-size: 0.8125rem; }
.coverage .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.coverage .points { margin: 0.3rem 0; padding-left: 1.1rem; font: 0.8125rem/1.6 var(--mono); overflow-wrap: anywhere; }
.coverage summary { cursor: pointer; color: var(--soft); font-size: 0.875rem; }
.coverage .more { margin: 0 1.25rem 1rem; }
@media (max-width: 56rem) {
  .coverage .totals { padding: 0.75rem 1rem; grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); }
  .coverage table { padding: 0.5rem 1rem 1.5rem; }
  .coverage .address { max-width: 9rem; }
  .coverage .legend { padding-inline: 1rem; }
  .coverage .requests { display: none; }
  .coverage :is(th, td) { padding-inline: 0.25rem; }
  .coverage td { min-width: 2.3rem; }
  .coverage .tools select { flex: 1 1 9.5rem; min-width: 0; }
  .coverage .tools .end { display: none; }
  .coverage .filter { order: 1; flex-basis: 100%; max-width: none; }
}
`;
