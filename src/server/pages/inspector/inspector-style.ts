// Styles of the inspector's frame and shared parts; tabs have their own.

import { LOOK } from '../shared-style.ts';

/** Text of a style sheet. */
export const INSPECTOR_STYLE = `${LOOK}
:root { --warn: light-dark(#8a5a00, #eac07a); --cool: light-dark(#1f4e79, #9cc7f2); --radius: 10px; }
/* Shown when the modules do not load. */
.fallback { visibility: hidden; animation: appear 0s 2s forwards; }
@keyframes appear { to { visibility: visible; } }
html, body { height: 100%; }
#inspector { display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100%; }

.bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 1.25rem; padding: 0.7rem 1.25rem; color: #fff6ec;
  background:
    linear-gradient(rgb(60 6 18 / 0) 40%, rgb(60 6 18 / 0.45)),
    repeating-linear-gradient(90deg, #701325 0, #7a1527 2.25rem, #701325 4.5rem);
}
.bar a { color: inherit; text-decoration: none; }
.bar a:hover { text-decoration: underline; }
.bar .mark { margin: 0; font-size: 1rem; }
.bar h1 { font-size: 1.125rem; line-height: 1.3; }
.bar :focus-visible { outline-color: #ffd9b8; }
.connection { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.6rem; margin: 0 0 0 auto; font-size: 0.9375rem; }
.light { flex: none; width: 0.6rem; height: 0.6rem; border-radius: 50%; background: #8ee3a4; box-shadow: 0 0 0.5rem #8ee3a4; }
.connection[data-is=connecting] .light { background: #f0d9a8; box-shadow: none; }
.connection[data-is=gone] .light, .connection[data-is=ended] .light { background: #ff9d8a; box-shadow: 0 0 0.5rem #ff9d8a; }
.connection .why { overflow-wrap: anywhere; }
.connection form { display: flex; gap: 0.4rem; }
.connection input { width: 12rem; }
.connection button { border-color: rgb(255 246 236 / 0.5); background: transparent; color: inherit; }
.connection button:hover { border-color: #fff6ec; background: rgb(255 246 236 / 0.15); color: inherit; }

.stage { display: grid; grid-template-columns: 15.5rem minmax(0, 1fr); min-height: 0; }
aside { overflow: auto; padding: 1.1rem 1rem 2rem 1.25rem; border-right: 1px solid var(--line); background: var(--wash); }
aside h2 { margin: 0 0 0.5rem; font: 600 0.9375rem var(--sans); }
aside .apis { margin-top: 1.75rem; }
aside small { display: block; color: var(--soft); font-size: 0.8125rem; line-height: 1.4; }
aside .apis li { padding: 0.3rem 0; overflow-wrap: anywhere; }
.sandboxes summary { list-style: none; cursor: pointer; }
.sandboxes summary::-webkit-details-marker { display: none; }
.sandboxes summary .chosen { display: none; }
.sandboxes li { display: flex; align-items: center; gap: 0.25rem; margin-inline: -0.6rem; border-radius: 7px; }
.sandboxes li:hover, .sandboxes li:has([aria-current]) { background: var(--card); }
.sandboxes li:has([aria-current]) { box-shadow: inset 3px 0 var(--red); }
.sandboxes li a { flex: 1; min-width: 0; padding: 0.35rem 0.6rem; color: var(--ink); text-decoration: none; }
.sandboxes .row { gap: 0.35rem; }
.sandboxes .row button { padding-inline: 0.6rem; }
.sandboxes .name { font-weight: 600; overflow-wrap: anywhere; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin: 0.75rem 0 0; }
.row.end { justify-content: flex-end; margin-top: 1.25rem; }

main { display: grid; grid-template-rows: auto minmax(0, 1fr); min-width: 0; min-height: 0; }
.tabs { display: flex; gap: 0.25rem; overflow-x: auto; padding: 0.6rem 1.25rem 0; border-bottom: 1px solid var(--line); scrollbar-width: thin; }
.tabs [role=tab] {
  flex: none; padding: 0.45rem 0.9rem 0.55rem; border: 0; border-radius: 7px 7px 0 0; background: none; color: var(--soft);
  font: 500 0.9375rem/1.4 var(--sans); box-shadow: inset 0 -2px transparent;
}
.tabs [role=tab]:hover { color: var(--red); }
.tabs [role=tab][aria-selected=true] { color: var(--red); font-weight: 600; box-shadow: inset 0 -3px var(--red); }
.tabs [role=tab]:focus-visible { outline-offset: -3px; }
#panel { min-height: 0; overflow: auto; }
#panel:focus-visible { outline: none; }

button, .button {
  padding: 0.3rem 0.75rem; border: 1px solid var(--line); border-radius: 7px; cursor: pointer; background: var(--card); color: var(--ink);
  font: 500 0.875rem/1.4 var(--sans); text-decoration: none;
}
button:hover, .button:hover { border-color: var(--red); color: var(--red); }
button:disabled { border-color: var(--line); color: var(--soft); cursor: default; }
button.main { border-color: transparent; background: #8c1a2f; color: #fff6ec; }
button.main:hover { background: #a3213a; color: #fff; }
button.main:disabled { background: var(--soft); color: var(--paper); }
button.quiet { padding: 0.1rem 0.5rem; border-color: transparent; background: none; color: var(--soft); font-size: 1.0625rem; }
button.quiet:hover { color: var(--red); }
button[aria-pressed=true] { border-color: var(--red); color: var(--red); background: var(--wash); }
input, select, textarea {
  max-width: 100%; padding: 0.35rem 0.6rem; border: 1px solid light-dark(#a8978c, #6d5f58); border-radius: 7px;
  background: var(--card); color: var(--ink); font: 0.9375rem/1.4 var(--sans);
}
input[type=checkbox], input[type=radio] { accent-color: #8c1a2f; }
textarea { width: 100%; font: 0.8125rem/1.5 var(--mono); resize: vertical; }
::placeholder { color: var(--soft); opacity: 1; }
.problem { margin: 0.75rem 0; padding: 0.6rem 0.9rem; border-left: 3px solid var(--red); background: var(--wash); overflow-wrap: anywhere; }
.problem p { margin: 0 0 0.5rem; }
.empty { padding: 2.5rem 1.25rem; color: var(--soft); text-align: center; }
.soft { color: var(--soft); }

.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; padding: 0.75rem 1.25rem; }
.tools .end { margin-left: auto; }
.filter { position: relative; flex: 1 1 12rem; min-width: 8rem; max-width: 24rem; }
.filter input { width: 100%; padding-left: 1.9rem; }
.filter .hint {
  position: absolute; left: 0.55rem; top: 50%; translate: 0 -50%; padding: 0 0.35rem; border: 1px solid var(--line); border-radius: 4px;
  color: var(--soft); font: 0.75rem/1.3 var(--mono);
}

.list { position: relative; height: 100%; overflow: auto; overflow-anchor: none; }
.list :is([role=listbox], [role=grid]) { position: relative; outline: none; }
.list .head { position: sticky; top: 0; z-index: 1; padding-inline: 1.25rem; border-bottom: 1px solid var(--line); background: var(--paper); color: var(--soft); font-size: 0.8125rem; }
.list .option { position: absolute; inset: 0 0 auto; padding-inline: 1.25rem; cursor: default; border-bottom: 1px solid var(--line); overflow: hidden; }
.list .option:hover { background: var(--wash); }
.list .option[aria-selected=true] { background: var(--wash); box-shadow: inset 3px 0 var(--red); }
.list :is([role=listbox], [role=grid]):focus-visible .option[aria-selected=true] { outline: 2px solid var(--red); outline-offset: -2px; }
.list:has(:is([role=listbox], [role=grid]):focus-visible) { outline: 2px solid var(--red); outline-offset: -2px; }

.json { font: 0.8125rem/1.6 var(--mono); overflow-wrap: anywhere; }
.json .members { padding-left: 1.35rem; border-left: 1px solid var(--line); margin-left: 0.3rem; }
.json .fold { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: left; }
.json .fold::before { content: '▸'; display: inline-block; width: 1rem; color: var(--soft); }
.json .fold[aria-expanded=true]::before { content: '▾'; }
.json small { color: var(--soft); font-size: inherit; }
.json .key { color: var(--red); }
.json .string { color: var(--good); white-space: pre-wrap; }
.json .number, .json .boolean { color: var(--cool); }
.json .null { color: var(--soft); }

dialog {
  width: min(34rem, 100vw - 2rem); max-height: calc(100dvh - 2rem); padding: 1.25rem 1.4rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--paper); color: var(--ink); box-shadow: 0 1rem 3rem rgb(0 0 0 / 0.3);
}
dialog::backdrop { background: rgb(30 10 12 / 0.5); }
dialog header { display: flex; align-items: start; gap: 1rem; margin-bottom: 0.75rem; }
dialog h2 { flex: 1; margin: 0; font: 600 1.25rem/1.3 var(--serif); overflow-wrap: anywhere; }
dialog label { display: block; margin-top: 0.8rem; font-size: 0.9375rem; font-weight: 600; }
dialog label small { display: block; color: var(--soft); font-weight: 400; }
dialog label :is(input:not([type=checkbox], [type=radio]), select, textarea) { display: block; width: 100%; margin-top: 0.25rem; font-weight: 400; }
dialog p { margin: 0.5rem 0; }

.notices { position: fixed; inset: auto 0 1.25rem; z-index: 2; margin-inline: auto; width: fit-content; display: flex; align-items: start; max-width: min(30rem, 100vw - 2.5rem); pointer-events: none; }
.notices button { pointer-events: auto; }
.notices:has(p) { border: 1px solid var(--line); border-radius: 10px; background: var(--card); box-shadow: 0 0.4rem 1.5rem rgb(0 0 0 / 0.18); padding: 0.6rem 0.5rem 0.6rem 1rem; }
.notices p { margin: 0; overflow-wrap: anywhere; }
.notices [data-tone=good] { color: var(--good); }
.notices [data-tone=bad] { color: var(--red); }

@media (max-width: 56rem) {
  .stage { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr); }
  aside { padding: 0.5rem 1rem; border-right: 0; border-bottom: 1px solid var(--line); max-height: 45vh; }
  aside h2 { margin: 0; }
  aside .apis { display: none; }
  .sandboxes[open] + .apis { display: block; margin-top: 0.75rem; }
  .sandboxes summary { display: flex; align-items: baseline; gap: 0.5rem; }
  .sandboxes summary::before { content: '▸'; color: var(--soft); }
  .sandboxes[open] summary::before { content: '▾'; }
  .sandboxes summary .chosen { display: inline; color: var(--red); font-weight: 600; overflow-wrap: anywhere; }
  .bar { padding: 0.55rem 1rem; }
  .tabs { padding: 0.35rem 1rem 0; }
  .tools { padding: 0.6rem 1rem; }
  .list :is(.option, .head) { padding-inline: 1rem; }
}
@media (prefers-reduced-motion: no-preference) {
  .notices:has(p) { animation: rise 0.18s ease-out; }
  @keyframes rise { from { opacity: 0; translate: 0 0.5rem; } }
}
`;
