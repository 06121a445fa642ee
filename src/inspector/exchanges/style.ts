// How the tab Exchanges looks.

/** Text of a style sheet. */
export const EXCHANGES_STYLE = `
.exchanges { display: grid; grid-template-columns: minmax(0, 1fr); height: 100%; }
.exchanges .choosing { display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; min-width: 0; }
.exchanges .list { border-top: 1px solid var(--line); }
.exchanges .count { font-size: 0.875rem; white-space: nowrap; }
.exchanges .tools :is(select, button, input) { font-size: 0.875rem; }
.exchanges .tools select { max-width: 10.5rem; }
.exchanges .tools .filter { flex-basis: 10rem; }
.exchanges .option {
  display: grid; align-items: center; gap: 0 0.75rem; font-size: 0.875rem; white-space: nowrap;
  grid-template: 'number time method status target marks operation caller duration' 1fr / 3rem 6.25rem 3.75rem 2rem minmax(9rem, 2fr) 6.25rem minmax(0, 1fr) minmax(0, 0.7fr) 4.75rem;
}
.exchanges .option > * { overflow: hidden; text-overflow: ellipsis; }
.exchanges .option > .number { grid-area: number; } .exchanges .option > time { grid-area: time; } .exchanges .option > .method { grid-area: method; }
.exchanges .option > .status { grid-area: status; } .exchanges .option > .target { grid-area: target; } .exchanges .option > .marks { grid-area: marks; }
.exchanges .option > .operation { grid-area: operation; } .exchanges .option > .caller { grid-area: caller; color: var(--soft); } .exchanges .option > .duration { grid-area: duration; }
.exchanges .option > :is(.number, time, .duration) { color: var(--soft); font: 0.8125rem var(--mono); }
.exchanges .option > :is(.number, .duration) { text-align: right; }
.exchanges :is(.method, .target) { font: 0.8125rem var(--mono); }
.exchanges .method { font-weight: 600; }
.exchanges .status { font: 600 0.8125rem var(--mono); color: var(--good); }
.exchanges .status:is([data-class='4'], [data-class='5']) { color: var(--red); }
.exchanges .status[data-class='3'] { color: var(--cool); }
.exchanges .marks b { display: inline-block; margin-right: 0.35rem; padding: 0 0.45rem; border-radius: 99px; font: 500 0.75rem/1.5 var(--sans); }
.exchanges .mark-finding { background: light-dark(#fde7c4, #4a3410); color: light-dark(#6b4300, #f3d29b); }
.exchanges .mark-fault { background: light-dark(#f6d9de, #53202a); color: light-dark(#7d1628, #f7c0c6); }

.detail { overflow: auto; min-width: 0; padding: 0.9rem 1.25rem 2.5rem; border-left: 1px solid var(--line); }
.detail > header { display: flex; align-items: start; gap: 0.75rem; }
.detail > header h2 { flex: 1; margin: 0; font: 1rem/1.4 var(--mono); overflow-wrap: anywhere; max-height: 8.4em; overflow: auto; outline: none; }
.detail > header h2 .target { font-size: inherit; }
.detail h3 { margin: 1.5rem 0 0.4rem; font: 600 0.9375rem var(--sans); }
.detail .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0.6rem 1rem; margin: 0.9rem 0; }
.detail dt { color: var(--soft); font-size: 0.8125rem; }
.detail dd { margin: 0; overflow-wrap: anywhere; }
.detail dd :is(.status, time) { font-size: 0.9375rem; color: inherit; }
.detail dd .status { color: var(--good); }
.detail dd .status:is([data-class='4'], [data-class='5']) { color: var(--red); }
.detail small { color: var(--soft); }
.detail .findings li { padding: 0.35rem 0.7rem; border-left: 3px solid var(--warn); background: var(--wash); overflow-wrap: anywhere; }
.detail .findings li + li { margin-top: 0.3rem; }
.detail .plain { padding-left: 1.1rem; list-style: disc; overflow-wrap: anywhere; }
.body pre, pre.code { max-height: 24rem; margin: 0; overflow: auto; padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-radius: 10px; background: var(--wash); font: 0.8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.body > .json { padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
dialog pre.code { margin-top: 0.9rem; max-height: 18rem; }
dialog fieldset { margin: 0.8rem 0 0; padding: 0; border: 0; }
dialog legend { padding: 0; font-size: 0.9375rem; font-weight: 600; }
dialog .choice { display: flex; align-items: baseline; gap: 0.5rem; margin-top: 0.35rem; font-weight: 400; }
dialog fieldset > input { width: 100%; margin-top: 0.4rem; }
dialog ul.problem { list-style: none; }

@media (min-width: 76rem) {
  .exchanges[data-open] { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .exchanges[data-open] .option {
    grid-template: 'number method status target marks duration' 1fr / 3rem 3.75rem 2rem minmax(5rem, 1fr) auto 4.75rem;
  }
  .exchanges[data-open] .option > :is(time, .operation, .caller) { display: none; }
}
@media (max-width: 75.99rem) {
  .exchanges[data-open] .choosing { display: none; }
  .detail { border-left: 0; }
}
@media (max-width: 56rem) {
  .exchanges .option { grid-template: 'method target status' 1fr 'number operation marks' 1fr / 3.5rem minmax(0, 1fr) auto; padding-block: 0.45rem; }
  .exchanges .option > :is(time, .caller, .duration) { display: none; }
  .exchanges .option > .number { text-align: left; }
  .exchanges .option > .status { text-align: right; }
  .detail { padding-inline: 1rem; }
  .exchanges .option > .marks { text-align: right; }
  .exchanges .option > .operation { color: var(--soft); }
  .exchanges .tools select { flex: 1 1 6.5rem; }
}
`;
