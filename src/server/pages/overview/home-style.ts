// Style of the overview page, light and dark.

import { LOOK } from '../shared-style.ts';

/** Text of a style sheet. */
export const HOME_STYLE = `${LOOK}
.bar { border-bottom: 1px solid var(--line); background: var(--card); }
.bar .column { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1.5rem; padding-block: 0.75rem; }
.bar .mark { margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; font-size: 0.9375rem; }
.address { display: flex; align-items: center; gap: 0.6rem; margin: 0.5rem 0 0; color: var(--soft); overflow-wrap: anywhere; }
.lamp { flex: none; width: 0.6rem; height: 0.6rem; border-radius: 50%; background: var(--good); }

main { padding-block: 2rem 4rem; }
section { margin-top: 2.5rem; }
h2 { margin: 0 0 0.25rem; font: 600 1.25rem/1.3 var(--sans); }
h2 small { margin-left: 0.35rem; color: var(--soft); font: 0.875rem var(--mono); }
h2 + p { margin: 0.25rem 0 0.75rem; max-width: 42rem; color: var(--soft); }
h3 { margin: 1.75rem 0 0.6rem; font: 600 1rem var(--sans); }
h3 + p { margin: 0 0 0.6rem; overflow-wrap: anywhere; }
.services code { overflow-wrap: anywhere; }
.files { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.75rem 0 0; }

.live { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0 2rem; }
table { width: 100%; margin: 0; border-collapse: collapse; font-size: 0.9375rem; }
th { position: sticky; top: 0; background: var(--wash); text-align: left; font-weight: 600; }
th, td { padding: 0.35rem 0.75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
.live .path { width: 100%; max-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
td a { overflow-wrap: anywhere; font-family: var(--mono); font-size: 0.875rem; }
.live table { display: block; max-height: 18rem; margin-top: 0.5rem; overflow: auto; }
.live tbody { display: table; width: 100%; }
.live .none { margin: 0.5rem 0 0; color: var(--soft); }
.live table:has(tbody:empty) { display: none; }
.method { width: 5rem; font: 600 0.8125rem/1.75 var(--mono); }
.count, .kind { width: 5rem; text-align: right; color: var(--soft); }
.kind { text-align: left; }
.count.good { color: var(--good); }
.count.warn { color: var(--warn); }
.count.bad { color: var(--red); font-weight: 600; }
.scroll { max-height: 24rem; overflow: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.filter { margin: 0 0 0.5rem; }
.filter input { width: min(100%, 20rem); padding: 0.4rem 0.7rem; border: 1px solid var(--soft); border-radius: 7px; background: var(--card); color: var(--ink); font: inherit; }

.command { position: relative; border: 1px solid var(--line); border-radius: 8px; background: var(--wash); }
.command pre { margin: 0; padding: 0.9rem 5.5rem 0.9rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.command .copy { position: absolute; top: 0.6rem; right: 0.6rem; }

.callers { border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
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

.reset { margin-top: 0.75rem; }
.reset summary { display: inline-block; list-style: none; }
.reset summary::-webkit-details-marker { display: none; }
.reset form { margin-top: 0.75rem; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--wash); }
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
  .method, .count, .kind { width: auto; }
}
`;
