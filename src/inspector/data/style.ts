// The styles of the Data tab.

/** Text of a style sheet. */
export const DATA_STYLE = `
.data, .collection { height: 100%; min-height: 0; }
.data:has(.overview) { overflow: auto; }
.data .tools :is(select, button, input) { font-size: 0.875rem; }
.data .count { font-size: 0.875rem; white-space: nowrap; }
.kinds { padding: 0 1.25rem 2rem; }
.kinds h2 { margin: 1rem 0 0.6rem; font: 500 1.25rem/1.3 var(--serif); overflow-wrap: anywhere; }
.kinds ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); gap: 0.6rem; }
.kinds a {
  display: flex; align-items: baseline; gap: 0.75rem; padding: 0.65rem 0.9rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--ink);
  text-decoration: none; overflow-wrap: anywhere;
}
.kinds a:hover { border-color: var(--red); color: var(--red); }
.kinds a span { flex: 1; min-width: 0; }
.kinds a b { color: var(--soft); font: 0.875rem var(--mono); }

.collection { display: grid; grid-template-columns: minmax(0, 1fr); }
.collection .master { display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; min-width: 0; }
.collection .master:has(> .problem) { grid-template-rows: auto auto minmax(0, 1fr); }
.collection .list { border-top: 1px solid var(--line); }
.collection .chooser { max-width: 15rem; font-weight: 600; }
.collection .acts { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.collection .tools .filter { flex-basis: 8rem; }
.collection .tools .count { order: 1; }
.collection .tools .acts { order: 2; margin-left: auto; }
.collection :is(.option, .head) { display: grid; grid-template-columns: var(--columns); align-items: center; gap: 0 0.9rem; white-space: nowrap; }
.collection .option { font-size: 0.875rem; }
.collection :is(.option, .head) > * { overflow: hidden; text-overflow: ellipsis; }
.collection .head { font-weight: 600; }
.collection .option .id { font: 0.8125rem var(--mono); color: var(--soft); }

.record { overflow: auto; scroll-padding-block: 1rem 5rem; min-width: 0; padding: 0.9rem 1.25rem 0; border-left: 1px solid var(--line); }
.breadcrumbs ol { display: flex; flex-wrap: wrap; margin: 0 0 0.3rem; padding: 0; list-style: none; font-size: 0.875rem; color: var(--soft); overflow-wrap: anywhere; }
.breadcrumbs li + li::before { content: '›' / ''; margin-inline: 0.4rem; color: var(--soft); }
.record > header { display: flex; align-items: start; gap: 0.75rem; }
.record > header h2 { flex: 1; margin: 0; font: 600 1rem/1.4 var(--mono); overflow-wrap: anywhere; max-height: 5.6em; overflow: auto; outline: none; }
.record > header small { color: var(--soft); font: 500 0.875rem var(--sans); }
.record h3 { margin: 1rem 0 0.4rem; font: 600 0.9375rem var(--sans); }
.record .mode { display: inline-flex; margin: 0.7rem 0 0.3rem; }
.record .mode button { border-radius: 7px 0 0 7px; }
.record .mode button + button { margin-left: -1px; border-radius: 0 7px 7px 0; }
.record .mode [aria-pressed=true] { position: relative; }
.field { margin-top: 0.75rem; padding-left: 0.75rem; border-left: 3px solid transparent; margin-left: -0.75rem; }
.field[data-wrong] { border-left-color: var(--red); }
.field label, .group > legend { display: inline-block; font: 500 0.8125rem/1.4 var(--mono); overflow-wrap: anywhere; }
.field abbr { margin-left: 0.2rem; color: var(--red); text-decoration: none; }
.field .control { display: flex; align-items: start; flex-wrap: wrap; gap: 0.25rem; margin-top: 0.15rem; }
.field .control > :is(input:not([type=checkbox]), select, textarea) { flex: 1 1 8rem; min-width: 0; font-size: 0.875rem; }
.field .control > .numeric { font-family: var(--mono); }
.field .control > [type=checkbox] { width: 1.15rem; height: 1.15rem; margin: 0.3rem auto 0.3rem 0; }
.field :is(input, textarea)[readonly] { background: var(--wash); }
.field [aria-invalid=true] { border-color: var(--red); }
.field .hint, .group > .hint { display: block; margin-top: 0.15rem; color: var(--soft); font-size: 0.8125rem; line-height: 1.4; }
.field .hint code { font-size: 0.75rem; }
.finding { margin: 0.25rem 0 0; padding: 0; color: var(--red); font-size: 0.875rem; font-weight: 500; overflow-wrap: anywhere; list-style: none; }
.follow { display: inline-block; margin: 0.25rem 0 0; font: 0.8125rem var(--mono); overflow-wrap: anywhere; }
.group { min-width: 0; margin: 0.9rem 0 0; padding: 0.1rem 0 0.2rem 1rem; border: 0; border-left: 2px solid var(--line); }
.group > legend { margin-left: -0.4rem; padding: 0; font-weight: 600; }
.record .add { display: flex; gap: 0.4rem; margin: 0.8rem 0 0; }
.record .add input { flex: 0 1 13rem; min-width: 0; font-size: 0.8125rem; }
.record .add button { font-size: 0.8125rem; }
.record .foot { position: sticky; bottom: 0; margin: 1.2rem -1.25rem 0; padding: 0.7rem 1.25rem; border-top: 1px solid var(--line); background: var(--paper); }
.record .foot .end { margin-left: auto; }
.record .foot .soft { font-size: 0.875rem; }
.conflict { margin: 0.9rem 0; padding: 0.2rem 0.9rem 0.9rem; border: 1px solid var(--red); border-radius: 10px; background: var(--wash); }
.conflict p { margin: 0.6rem 0 0; }
.record .problem ul { padding-left: 1.1rem; list-style: disc; }
dialog h3 { margin: 1.4rem 0 0; font: 600 0.9375rem var(--sans); }
dialog .problem ul { padding-left: 1.1rem; list-style: disc; max-height: 14rem; overflow: auto; }
dialog .problem:has(ul) + .problem { display: none; }

@media (min-width: 76rem) {
  .collection[data-open] { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
}
@media (max-width: 75.99rem) {
  .collection[data-open] .master { display: none; }
  .record { border-left: 0; }
}
@media (max-width: 56rem) {
  .kinds { padding-inline: 1rem; }
  .kinds ul { grid-template-columns: minmax(0, 1fr); gap: 0.4rem; }
  .record { padding-inline: 1rem; }
  .record .foot { margin-inline: -1rem; padding-inline: 1rem; }
  .collection .chooser { flex: 1 1 100%; max-width: none; }
  .collection .tools .acts { margin-left: 0; }
}
`;
