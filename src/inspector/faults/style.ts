// The styles of the Faults tab.

/** Text of a style sheet. */
export const FAULTS_STYLE = `
.faults .count { font-size: 0.875rem; white-space: nowrap; }
.faults .option {
  display: grid; align-items: center; align-content: center; gap: 0 0.9rem; font-size: 0.9375rem; white-space: nowrap;
  grid-template: 'state when applied' auto 'state what id' auto / 6rem minmax(0, 1fr) auto;
}
.faults .option > * { overflow: hidden; text-overflow: ellipsis; }
.faults .option > .state { grid-area: state; } .faults .option > .when { grid-area: when; font-weight: 600; } .faults .option > .what { grid-area: what; color: var(--soft); }
.faults .option > .applied { grid-area: applied; } .faults .option > .id { grid-area: id; color: var(--soft); font: 0.8125rem var(--mono); }
.faults .option > :is(.applied, .id) { text-align: right; font-size: 0.8125rem; }
.faults .state { justify-self: start; padding: 0.05rem 0.55rem; border-radius: 99px; font-size: 0.8125rem; background: var(--wash); color: var(--soft); }
.faults .state[data-is=active] { background: light-dark(#f6d9de, #53202a); color: light-dark(#7d1628, #f7c0c6); }
.faults .state[data-is=unused] { background: light-dark(#fde7c4, #4a3410); color: light-dark(#6b4300, #f3d29b); }

.switch::before {
  content: ''; display: inline-block; width: 1.9em; height: 1.05em; margin-right: 0.5em; border-radius: 1em; vertical-align: -0.15em;
  background: radial-gradient(circle at 0.52em 50%, var(--card) 0.36em, transparent 0.4em) light-dark(#a8978c, #6d5f58);
}
.switch[aria-checked=true]::before { background: radial-gradient(circle at calc(100% - 0.52em) 50%, var(--card) 0.36em, transparent 0.4em) var(--red); }

dialog:has(.planning) { width: min(46rem, 100vw - 2rem); }
.planning .as { display: inline-flex; }
.planning .as button:first-child { border-radius: 7px 0 0 7px; }
.planning .as button:last-child { margin-left: -1px; border-radius: 0 7px 7px 0; }
.planning .as button:disabled { color: var(--soft); }
dialog .planning fieldset { margin: 1rem 0 0; padding: 0.1rem 1rem 0.9rem; border: 1px solid var(--line); border-radius: 10px; }
dialog .planning legend { padding: 0 0.4rem; font: 600 0.9375rem var(--sans); color: var(--red); }
.planning .sentence { margin-top: 1rem; padding: 0.6rem 0.9rem; border-radius: 10px; background: var(--wash); overflow-wrap: anywhere; }
.planning .less { margin-top: 0.75rem; }

@media (max-width: 56rem) {
  .faults .filter { flex-basis: 100%; max-width: none; }
  .faults .option { grid-template: 'state when' auto 'applied what' auto / 5.75rem minmax(0, 1fr); }
  .faults .option > .id, .faults .applied .long { display: none; }
  .faults .option > .applied { text-align: left; padding-left: 0.55rem; }
}
`;
