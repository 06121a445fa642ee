// The styles of the History tab.

/** Text of a style sheet. */
export const HISTORY_STYLE = `
.history { display: grid; grid-template-columns: minmax(0, 1fr); height: 100%; }
.history .master { display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; min-width: 0; }
.history .master:has(> .problem) { grid-template-rows: auto auto minmax(0, 1fr); }
.history .list { border-top: 1px solid var(--line); }
.history .tools { font-size: 0.875rem; }
.history .tools :is(select, button) { font-size: 0.875rem; }
.history .acts { display: flex; gap: 0.5rem; }
.history .option {
  display: grid; align-items: center; gap: 0 0.9rem; padding-left: 2.6rem; border-bottom: 0; font-size: 0.875rem; white-space: nowrap;
  grid-template: 'number time operation summary caller' 1fr / 2.5rem 6.25rem minmax(0, 11rem) minmax(0, 1fr) minmax(0, 8rem);
}
.history .option::before { content: ''; position: absolute; left: 1.6rem; top: 0; bottom: 0; width: 2px; background: var(--line); }
.history .option::after { content: ''; position: absolute; left: calc(1.6rem - 4px); top: calc(50% - 5px); width: 10px; height: 10px; border: 2px solid var(--paper); border-radius: 50%; background: var(--soft); }
.history .option[aria-selected=true]::after { background: var(--red); }
.history .option[aria-posinset='1']::before { top: 50%; }
.history .option > * { overflow: hidden; text-overflow: ellipsis; }
.history .option > .number { grid-area: number; text-align: right; } .history .option > time { grid-area: time; } .history .option > .operation { grid-area: operation; }
.history .option > .summary { grid-area: summary; } .history .option > .caller { grid-area: caller; color: var(--soft); }
.history .option > :is(.number, time) { color: var(--soft); font: 0.8125rem var(--mono); }
.history .option > .operation { font-weight: 600; }

.side { overflow: auto; min-width: 0; padding: 0.9rem 1.25rem 2.5rem; border-left: 1px solid var(--line); }
.side > header { display: flex; align-items: start; gap: 0.75rem; }
.side > header h2 { flex: 1; margin: 0; font: 600 1.0625rem/1.4 var(--sans); overflow-wrap: anywhere; outline: none; }
.side > header small { color: var(--soft); font: 500 0.875rem var(--sans); }
.side .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0.6rem 1rem; margin: 0.9rem 0; }
.side .facts dt { color: var(--soft); font-size: 0.8125rem; }
.side .facts dd { margin: 0; overflow-wrap: anywhere; }
.side .soft { font-size: 0.875rem; }
.take { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.9rem; }
.take input { flex: 1 1 10rem; min-width: 0; }
.snapshots li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; padding: 0.5rem 0; border-top: 1px solid var(--line); }
.snapshots .name { flex: 1 1 8rem; min-width: 0; font-weight: 600; overflow-wrap: anywhere; }
.states { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); align-items: end; gap: 0.4rem; margin-top: 0.9rem; }
.states label { font-size: 0.875rem; font-weight: 600; }
.states select { display: block; width: 100%; margin-top: 0.2rem; font-size: 0.875rem; font-weight: 400; }

@media (min-width: 76rem) {
  .history[data-open] { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .history[data-open] .option { grid-template: 'number operation summary' 1fr / 2.5rem minmax(0, 9.5rem) minmax(0, 1fr); }
  .history[data-open] .option > :is(time, .caller) { display: none; }
}
@media (max-width: 75.99rem) {
  .history[data-open] .master { display: none; }
  .side { border-left: 0; }
}
@media (max-width: 56rem) {
  .history .option { grid-template: 'number operation time' 1fr 'number summary summary' 1fr / 2rem minmax(0, 1fr) auto; padding-block: 0.45rem; padding-left: 2.2rem; }
  .history .option > .caller { display: none; }
  .history .option > .summary { color: var(--soft); }
  .history .option::before { left: 1.2rem; }
  .history .option::after { left: calc(1.2rem - 4px); }
  .side { padding-inline: 1rem; }
  .states { grid-template-columns: minmax(0, 1fr); }
  .states button { justify-self: start; }
}
`;
