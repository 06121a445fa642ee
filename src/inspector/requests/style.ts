// The styles of the Requests tab.

/** Text of a style sheet. */
export const REQUESTS_STYLE = `
.request-log { display: grid; grid-template-columns: minmax(0, 1fr); height: 100%; }
.request-log .master { display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; min-width: 0; }
.request-log .list { border-top: 1px solid var(--line); }
.request-log .count { font-size: 0.875rem; white-space: nowrap; }
.request-log .tools :is(select, button, input) { font-size: 0.875rem; }
.request-log .tools select { max-width: 8.5rem; }
.request-log .acts { display: flex; align-items: center; gap: 0.5rem; }
.request-log .tools .filter { flex-basis: 7rem; min-width: 7rem; }
.request-log .option {
  display: grid; align-items: center; gap: 0 0.75rem; font-size: 0.875rem; white-space: nowrap;
  grid-template: 'number time method status target marks source duration' 1fr / 2.75rem 4.25rem 4.25rem 2rem minmax(0, 1fr) max-content 5.25rem 4.5rem;
}
.request-log .option > * { overflow: hidden; text-overflow: ellipsis; }
.request-log .option > .number { grid-area: number; } .request-log .option > time { grid-area: time; } .request-log .option > .method { grid-area: method; }
.request-log .option > .status { grid-area: status; } .request-log .option > .target { grid-area: target; } .request-log .option > .marks { grid-area: marks; }
.request-log .option > .operation { grid-area: operation; display: none; } .request-log .option > .source { grid-area: source; color: var(--soft); font-size: 0.8125rem; } .request-log .option > .duration { grid-area: duration; }
.request-log .option > :is(.number, time, .duration) { color: var(--soft); font: 0.8125rem var(--mono); }
.request-log .option > :is(.number, .duration) { text-align: right; }
.request-log :is(.method, .target) { font: 0.8125rem var(--mono); }
.request-log .method { font-weight: 600; }
.request-log .status { font: 600 0.8125rem var(--mono); color: var(--good); }
.request-log .status:is([data-class='4'], [data-class='5']) { color: var(--red); }
.request-log .status[data-class='3'] { color: var(--cool); }
.request-log .marks b { display: inline-block; margin-right: 0.35rem; padding: 0 0.45rem; border-radius: 99px; font: 500 0.75rem/1.5 var(--sans); }
.request-log .mark-finding { background: light-dark(#fde7c4, #4a3410); color: light-dark(#6b4300, #f3d29b); }
.request-log .mark-fault { background: light-dark(#f6d9de, #53202a); color: light-dark(#7d1628, #f7c0c6); }
.request-log[data-tall] .option {
  align-content: center; padding-block: 0.3rem;
  grid-template: 'method status source marks number' auto 'target target target target target' auto / 4.25rem 2rem max-content minmax(0, 1fr) max-content;
}
.request-log[data-tall] .option > :is(time, .duration, .operation) { display: none; }
.request-log[data-tall] .option > .marks { text-align: right; }
.request-log[data-tall] .option > .target { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-height: 1.35; white-space: normal; overflow-wrap: anywhere; }

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
.message details { margin: 0 0 0.6rem; }
.message summary { width: fit-content; cursor: pointer; color: var(--soft); font-size: 0.875rem; }
.headers { margin: 0.4rem 0 0; border: 1px solid var(--line); border-radius: 10px; background: var(--card); overflow: hidden; }
.headers > div { display: grid; grid-template-columns: minmax(7rem, 13rem) minmax(0, 1fr); gap: 0.2rem 0.9rem; padding: 0.25rem 0.8rem; }
.headers > div + div { border-top: 1px solid var(--line); }
.detail .headers :is(dt, dd) { font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere; }
.body pre, pre.code { max-height: 24rem; margin: 0; overflow: auto; padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-radius: 10px; background: var(--wash); font: 0.8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.body > .json { padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
dialog pre.code { margin-top: 0.9rem; max-height: 18rem; }
dialog fieldset { margin: 0.8rem 0 0; padding: 0; border: 0; }
dialog legend { padding: 0; font-size: 0.9375rem; font-weight: 600; }
dialog .choice { display: flex; align-items: baseline; gap: 0.5rem; margin-top: 0.35rem; font-weight: 400; }
dialog fieldset > input { width: 100%; margin-top: 0.4rem; }
dialog ul.problem { list-style: none; }

@media (min-width: 92rem) {
  .request-log:not([data-open]) .option { grid-template: 'number time method status target marks operation source duration' 1fr / 2.75rem 4.25rem 4.25rem 2rem minmax(0, 1fr) max-content minmax(0, 14rem) 5.25rem 4.5rem; }
  .request-log:not([data-open]) .option > .operation { display: block; }
}
@media (min-width: 76rem) {
  .request-log[data-open] .tools .filter { flex-basis: 100%; max-width: none; }
  .request-log[data-open] { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
}
@media (max-width: 75.99rem) {
  .request-log[data-open] .master { display: none; }
  .detail { border-left: 0; }
}
@media (max-width: 56rem) {
  .detail { padding-inline: 1rem; }
  .headers > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .request-log .tools select { flex: 1 1 6.5rem; }
}
`;
