// Style of the login pages, light and dark.

import { LOOK } from '../shared-style.ts';

/** Text of a style sheet. */
export const LOGIN_STYLE = `${LOOK}
.small { max-width: 32rem; }
.mark { margin-bottom: 0.75rem; }
h1 { overflow-wrap: anywhere; }
h1 small { margin-left: 0.35rem; color: #ffe6d3; font: 0.875rem var(--mono); }
.about { margin: 0.5rem 0 0; color: #ffe6d3; overflow-wrap: anywhere; }

main { padding-block: 1.75rem 4rem; overflow-wrap: anywhere; }
main section + section { margin-top: 2.25rem; }
h2 { margin: 0 0 0.75rem; font: 600 1.25rem/1.3 var(--serif); }
h3 { margin: 1.5rem 0 0.6rem; font: 600 1rem/1.4 var(--sans); }
h2 + form h3:first-child, section > h3 { margin-top: 0; }
small { color: var(--soft); font: 0.8125rem var(--sans); }
.hint, .refusal, .login { color: var(--soft); font-size: 0.875rem; line-height: 1.4; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.problem {
  margin: 0 0 1.75rem; padding: 0.8rem 1rem; border: 1px solid var(--red); border-left-width: 5px; border-radius: 8px;
  background: var(--card); font-weight: 500;
}
.problem:focus { outline: 2px solid var(--red); outline-offset: -2px; }

button, input {
  min-height: 2.75rem; max-width: 100%; padding: 0.5rem 0.9rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--card); color: var(--ink); font: 500 1rem/1.4 var(--sans);
}
button { cursor: pointer; overflow-wrap: anywhere; }
button:hover { border-color: var(--red); }
button.main { padding-inline: 1.4rem; border-color: transparent; background: #8c1a2f; color: #fff6ec; }
button.main:hover { background: #a3213a; color: #fff; }
input { width: 100%; border-color: var(--soft); font-weight: 400; }
label { display: block; margin-bottom: 0.25rem; font-weight: 500; font-size: 0.9375rem; }
.field, .do, .hint { margin: 0; }
.unshown { margin-top: 0.75rem; }
.do { display: flex; flex-wrap: wrap; gap: 0.6rem; }

.typed { display: grid; grid-template-columns: 3fr 2fr auto; align-items: end; gap: 0.6rem 0.75rem; }
.typed .hint { grid-column: 1 / -1; }
h2 + .hint { margin-bottom: 1rem; }
.elsewhere ul { display: flex; flex-wrap: wrap; gap: 0.6rem; }
.elsewhere li { max-width: 100%; }
.elsewhere small { margin-left: 0.2rem; }

.choices { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 0.75rem; }
.choices li { display: flex; flex-direction: column; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.choices li:has(button:enabled:hover) { border-color: var(--red); }
.choices li:has(button:disabled) { border-style: dashed; background: none; }
.choices button {
  display: flex; flex: 1; gap: 0.85rem; width: 100%; padding: 0.8rem 1rem; border: none; border-radius: 9px;
  background: none; text-align: start; font-weight: 400;
}
.choices button:disabled { color: var(--soft); cursor: not-allowed; }
.face {
  flex: none; width: 2.5rem; height: 2.5rem; border-radius: 50%; overflow: hidden; text-align: center;
  background: var(--wash); color: var(--red); font: 600 1.125rem/2.5rem var(--serif);
}
.who { flex: 1; min-width: 0; }
.name { display: block; font-weight: 600; }
.login { display: block; }
.roles { display: flex; flex-wrap: wrap; gap: 0.3rem; margin-top: 0.45rem; color: var(--soft); font-size: 0.8125rem; }
.role { padding: 0.05rem 0.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--wash); color: var(--ink); }
button:disabled :is(.face, .role) { opacity: 0.6; }
.refusal { margin: 0; padding: 0 1rem 0.8rem; color: var(--ink); }

details { border-top: 1px solid var(--line); }
details:last-of-type { border-bottom: 1px solid var(--line); }
summary { padding: 0.8rem 0.25rem; cursor: pointer; }
summary:hover { color: var(--red); }
summary h3 { display: inline; }
details .choices { padding: 0.25rem 0 1.25rem; }

.played { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1.5rem; margin: 0 0 1.25rem; color: var(--soft); }
.code { font: 600 1.5rem/1.4 var(--mono); letter-spacing: 0.08em; }
input.code { text-transform: uppercase; }
form:has(.code) .do { margin-top: 1.25rem; }
p.code { margin: 0; padding: 0.9rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); text-align: center; }
.text { margin: 0; font-size: 1.0625rem; }
.technical { margin-top: 1.75rem; padding: 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--wash); }
.technical h2 { margin: 0 0 0.5rem; font: 600 0.9375rem var(--sans); color: var(--soft); }
.technical p { margin: 0.25rem 0 0; }

@media (max-width: 40rem) {
  .typed { grid-template-columns: 1fr; }
  .typed .hint { grid-row: 3; }
  .choices button { gap: 0.65rem; padding-inline: 0.75rem; }
  .refusal { padding-inline: 0.75rem; }
  .choices .login { font-size: 0.8125rem; }
}
`;
