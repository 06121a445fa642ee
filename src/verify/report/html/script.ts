// The script of the HTML report: filter, copy, and print.

/** Text of a classic script. */
export const PAGE_SCRIPT = `'use strict';

const form = document.querySelector('.filters');
const status = form.querySelector('[role=status]');
const all = (selector) => [...document.querySelectorAll(selector)];
const wordsIn = (element) => ['.name', '.at'].map((each) => element.querySelector(each).textContent).join(' ').toLowerCase();
/** Elements that can be hidden: rows of the map, findings, warnings. */
const items = all('.map tbody tr, .finding, .missed li, .warnings li, .uncovered li').map((element) => ({
  element, words: wordsIn(element), outcome: element.dataset.outcome, check: element.dataset.check, isRow: element.tagName === 'TR',
}));
const rows = items.filter(({ isRow }) => isRow).length;

/** The columns differ by document. */
const columnsOf = new Map(all('.map table').map((table) => [table, [...table.tHead.rows[0].cells].map((head) => head.textContent)]));

function isTried(row, check) {
  const cell = row.cells[columnsOf.get(row.closest('table')).indexOf(check)];
  return cell !== undefined && /passed|failed/.test(cell.className);
}

function filter() {
  const { outcome, check, text } = Object.fromEntries(new FormData(form));
  const wanted = text.trim().toLowerCase();
  let [shown, found] = [0, 0];
  for (const { element, words, isRow, ...own } of items) {
    const fits = (outcome === '' || own.outcome === outcome) && words.includes(wanted);
    // A row matches a check that applied there.
    const checked = check === '' || (isRow ? isTried(element, check) : own.check === undefined || own.check === check);
    element.hidden = !(fits && checked);
    if (element.hidden) continue;
    if (isRow) shown += 1;
    else if (element.matches('.finding')) found += 1;
  }
  for (const head of all('.map thead th.check')) head.toggleAttribute('data-chosen', head.textContent === check);
  for (const section of all('main > section')) {
    const none = section.querySelector('.none');
    if (none) none.hidden = section.querySelector('tbody tr:not([hidden]), .finding:not([hidden]), ul > li:not([hidden])') !== null;
  }
  const isAll = outcome === '' && check === '' && wanted === '';
  status.textContent = isAll ? '' : 'Shown: ' + shown + ' of ' + rows + ' operations, ' + found + ' findings.';
}

form.hidden = false;
form.addEventListener('input', filter);
form.addEventListener('reset', () => setTimeout(filter));
form.addEventListener('submit', (event) => event.preventDefault());
// A browser may restore filter values.
filter();

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select')) return;
  event.preventDefault();
  form.elements.text.focus();
});

async function copy(text, source) {
  // The clipboard requires a loopback or encrypted connection, or a file.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  getSelection().selectAllChildren(source);
  if (!document.execCommand('copy')) throw new Error('the browser does not allow it');
}

for (const button of all('.copy')) button.hidden = false;
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('.copy');
  if (!button) return;
  const source = button.parentElement.querySelector('code');
  try {
    await copy(button.dataset.copy ?? source.textContent, source);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  } catch (error) {
    status.textContent = 'Copying failed: ' + error.message;
  }
});

/** Opens all details for printing. */
let opened = [];
addEventListener('beforeprint', () => {
  opened = all('details:not([open]):not([hidden])');
  for (const each of opened) each.open = true;
});
addEventListener('afterprint', () => {
  for (const each of opened) each.open = false;
});
`;
