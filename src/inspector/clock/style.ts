// The styles of the Clock tab.

/** Text of a style sheet. */
export const CLOCK_STYLE = `
.clock { display: grid; gap: 1.25rem; max-width: 66rem; padding: 1.25rem 1.25rem 3rem; }
.clock h2 { margin: 0 0 0.5rem; font: 600 1.0625rem/1.4 var(--sans); }
.dial { display: flex; flex-wrap: wrap; align-items: center; gap: 1.5rem 2.25rem; padding: 1.5rem 1.75rem; border: 1px solid var(--line); border-radius: 14px; background: var(--card); }
.dial p { margin: 0; }
.face { flex: none; width: 11rem; height: 11rem; }
.face .rim { fill: var(--paper); stroke: #8c1a2f; stroke-width: 3; }
.face line { stroke-linecap: round; }
.face .tick { stroke: var(--soft); stroke-width: 1.6; }
.face .hour { stroke: var(--ink); stroke-width: 3.6; }
.face .minute { stroke: var(--ink); stroke-width: 2.4; }
.face .second { stroke: var(--red); stroke-width: 1.2; }
.face .pin { fill: var(--red); }
.face[data-frozen] .rim { stroke: var(--soft); stroke-dasharray: 3 3; }
.dial .day { display: block; font: 500 1.125rem/1.4 var(--serif); }
.dial .digits { font: 500 clamp(2.5rem, 1.5rem + 4vw, 3.75rem)/1.15 var(--serif); font-variant-numeric: tabular-nums; letter-spacing: 0.01em; }
.dial abbr { color: var(--soft); text-decoration: none; }
.dial .state { font-weight: 600; color: var(--good); }
.dial .state[data-frozen] { color: var(--warn); }
.dial .iso { font: 0.8125rem/1.6 var(--mono); }
.controls { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem; }
.controls h2 + form .form-field label { margin-top: 0.2rem; }
.controls h2 + .with > button { margin-top: calc(0.2rem + 1.4 * 0.9375rem + 0.45rem); }
.controls section { padding: 1rem 1.25rem 1.15rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
.clock .row { margin: 0; }
.dial .row { margin-top: 0.9rem; }
.controls form + .row { margin-top: 0.75rem; }
.clock .with { display: flex; flex-wrap: wrap; align-items: start; gap: 0 0.6rem; }
.clock .with .form-field { flex: 1 1 12rem; }
.clock .with > button { margin-top: calc(0.7rem + 1.4 * 0.9375rem + 0.45rem); }
.seed p { margin: 0 0 0.6rem; }
.seed .value { padding: 0.2rem 0.6rem; border-radius: 7px; background: var(--wash); font: 0.9375rem/1.5 var(--mono); overflow-wrap: anywhere; }
@media (max-width: 56rem) {
  .clock { padding: 1rem 1rem 2.5rem; }
  .dial { padding: 1.1rem 1.15rem; gap: 1rem 1.25rem; }
  .face { width: 6.5rem; height: 6.5rem; }
}
`;
