// How the tab Exchanges looks.

/** Text of a style sheet. */
export const EXCHANGES_STYLE = `
.exchanges { display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100%; }
.exchanges .option {
  display: grid; grid-template-columns: 3.5rem 6.5rem 4.5rem 3rem minmax(0, 1fr) minmax(0, 14rem) 5rem; align-items: center; gap: 0 0.75rem;
  font-size: 0.875rem; white-space: nowrap;
}
.exchanges .option > * { overflow: hidden; text-overflow: ellipsis; }
.exchanges :is(.number, time, .duration) { color: var(--soft); font: 0.8125rem var(--mono); }
.exchanges .number, .exchanges .duration { text-align: right; }
.exchanges .method { font: 600 0.8125rem var(--mono); }
.exchanges .target { font: 0.8125rem var(--mono); }
.exchanges .status { font: 600 0.8125rem var(--mono); color: var(--good); }
.exchanges .status:is([data-class='4'], [data-class='5']) { color: var(--red); }
.exchanges .status[data-class='3'] { color: var(--cool); }
`;
