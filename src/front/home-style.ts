// How the first page looks, by day and by night.

import { LOOK } from './look.ts';

/** Text of a style sheet. */
export const HOME_STYLE = `${LOOK}
.address { display: flex; align-items: center; gap: 0.6rem; margin: 1.25rem 0 0; font-size: 0.9375rem; overflow-wrap: anywhere; }
.lamp { flex: none; width: 0.6rem; height: 0.6rem; border-radius: 50%; background: #8ee3a4; box-shadow: 0 0 0.5rem #8ee3a4; }

main { padding-block: 2.25rem 4rem; }
section + section { margin-top: 3rem; padding-top: 2.25rem; border-top: 1px solid var(--line); }
h2 { margin: 0 0 0.25rem; font: 600 1.375rem/1.3 var(--serif); }
h2 small { margin-left: 0.35rem; color: var(--soft); font: 0.875rem var(--mono); }
h2 + p { margin: 0.25rem 0 1.25rem; max-width: 42rem; color: var(--soft); }
h3 { margin: 2rem 0 0.6rem; font: 600 1rem var(--sans); }
h3 + p { margin: 0 0 0.6rem; overflow-wrap: anywhere; }
.services code { overflow-wrap: anywhere; }

.links { display: grid; grid-template-columns: repeat(auto-fit, minmax(13.5rem, 1fr)); gap: 0.75rem; margin-top: 1rem; }
.links li { position: relative; padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.links li:hover { border-color: var(--red); }
.links a { font-weight: 600; text-decoration: none; }
.links a::after { content: ''; position: absolute; inset: 0; border-radius: 10px; }
.links a:focus-visible { outline: none; }
.links a:focus-visible::after { outline: 3px solid var(--red); outline-offset: 2px; }
.links span { display: block; color: var(--soft); font-size: 0.875rem; line-height: 1.4; }

.command { position: relative; border: 1px solid var(--line); border-radius: 10px; background: var(--wash); }
.command pre { margin: 0; padding: 0.9rem 5.5rem 0.9rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.command .copy { position: absolute; top: 0.6rem; right: 0.6rem; }

.callers { border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.callers li {
  display: grid; grid-template-columns: minmax(11rem, auto) 1fr auto; align-items: center;
  gap: 0.25rem 1rem; padding: 0.45rem 0.6rem 0.45rem 1rem; min-height: 3rem;
}
.callers li + li { border-top: 1px solid var(--line); }
.callers code { font-weight: 600; overflow-wrap: anywhere; }
.callers span code { font-weight: 400; }
.callers .at { display: block; }
.callers span { color: var(--soft); font-size: 0.9375rem; line-height: 1.4; overflow-wrap: anywhere; }
.findings { padding-left: 1.25rem; }
.findings code { overflow-wrap: anywhere; font-size: 0.875rem; }

button, summary {
  padding: 0.35rem 0.8rem; border: 1px solid var(--line); border-radius: 7px; cursor: pointer;
  background: var(--card); color: var(--ink); font: 500 0.875rem/1.4 var(--sans);
}
button:hover, summary:hover { border-color: var(--red); color: var(--red); }
.copy { min-width: 4.75rem; }
.callers .copy { border-color: transparent; background: none; color: var(--red); }
.callers .copy:hover { background: var(--wash); }

.reset { margin-top: 1.25rem; }
.reset summary { display: inline-block; list-style: none; }
.reset summary::-webkit-details-marker { display: none; }
.reset form { margin-top: 0.75rem; padding: 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--wash); }
.reset form p { margin: 0 0 0.75rem; }
.reset form button { border-color: transparent; background: #8c1a2f; color: #fff6ec; }
.reset form button:hover { background: #a3213a; color: #fff; }
.status { margin: 0.75rem 0 0; min-height: 1.5em; font-size: 0.9375rem; }
.status[data-tone=good] { color: var(--good); }
.status[data-tone=bad] { color: var(--red); }
.status[data-tone=quiet] { clip-path: inset(50%); }

@media (max-width: 36rem) {
  .callers li { grid-template-columns: 1fr auto; padding-block: 0.7rem; }
  .callers span { grid-row: 2; }
  .callers .copy { grid-row: 1 / span 2; grid-column: 2; }
  .command pre { padding: 3.1rem 1rem 0.9rem; }
}
`;
