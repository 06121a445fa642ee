// The script of the overview page: live data and requests, filter, copy, reset.

/** Text of a classic script. */
export const HOME_SCRIPT = `'use strict';

const main = document.querySelector('main');
const status = document.querySelector('[role=status]');
const { at, inspector } = main.dataset;
const sandbox = decodeURIComponent(at.split('/')[2] ?? 'main');
const REQUESTS = 8;

function say(text, tone) {
  status.textContent = text;
  status.dataset.tone = tone;
}

// The inspector asks the user for it.
function headers() {
  const token = sessionStorage.getItem('understudy-control-token');
  return token === null ? {} : { authorization: 'Bearer ' + token };
}

async function control(path, init = {}) {
  const response = await fetch(at + '/_understudy/' + path, { ...init, headers: headers() });
  if (response.status === 401) throw new Error('the control API needs a token; enter it in the inspector');
  if (!response.ok) throw new Error((await response.json()).message);
  return response.status === 204 ? undefined : response.json();
}

function cell(text, className = '') {
  const element = document.createElement('td');
  element.textContent = text;
  element.className = className;
  return element;
}

function linkCell(text, hash) {
  const element = cell('', 'path');
  const link = document.createElement('a');
  link.href = inspector + '#/' + [sandbox, ...hash].map(encodeURIComponent).join('/');
  link.textContent = text;
  element.append(link);
  return element;
}

function row(...cells) {
  const element = document.createElement('tr');
  element.append(...cells);
  return element;
}

async function showData() {
  const { apis } = await control('records');
  const rows = apis.flatMap(({ api, collections }) =>
    collections.map(({ collection, records, singleton }) =>
      row(
        linkCell(apis.length > 1 ? api + ': ' + collection : collection, ['data', api, collection]),
        cell(singleton && records === 0 ? 'singleton' : String(records), 'count'),
      ),
    ),
  );
  document.querySelector('.data tbody').replaceChildren(...rows);
  document.querySelector('#data').parentElement.hidden = rows.length === 0;
}

async function showRequests() {
  const { exchanges } = await control('requests?limit=' + REQUESTS);
  const rows = exchanges.reverse().map(({ number, method, target, status }) => {
    const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
    return row(cell(method, 'method'), linkCell(target, ['requests', String(number)]), cell(String(status), 'count ' + tone));
  });
  document.querySelector('.requests tbody').replaceChildren(...rows);
  document.querySelector('.none').hidden = rows.length > 0;
}

// Events come in bursts: lists are reloaded once for all of them.
let isLoading = false;
let isStale = false;
async function refresh() {
  isStale = true;
  if (isLoading) return;
  isLoading = true;
  while (isStale) {
    isStale = false;
    await Promise.all([showData(), showRequests()]).catch((error) => say('Cannot load data: ' + error.message, 'bad'));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  isLoading = false;
}

async function follow() {
  const probe = await fetch(at + '/_understudy', { headers: headers() });
  if (!probe.ok) return;
  await refresh();
  document.querySelector('.live').hidden = false;
  if (sessionStorage.getItem('understudy-control-token') !== null) return;
  const events = new EventSource(at + '/_understudy/events');
  for (const name of ['start', 'exchange', 'cleared', 'change', 'undone']) events.addEventListener(name, refresh);
}
follow().catch(() => {});

for (const filter of document.querySelectorAll('.filter')) {
  filter.hidden = false;
  const rows = [...filter.nextElementSibling.querySelectorAll('tbody tr:not(.group)')];
  const heads = [...filter.nextElementSibling.querySelectorAll('tr.group')];
  filter.firstElementChild.addEventListener('input', ({ target }) => {
    const text = target.value.trim().toLowerCase();
    for (const one of rows) one.hidden = !one.textContent.toLowerCase().includes(text);
    for (const one of heads) one.hidden = !one.parentElement.querySelector('tr:not(.group):not([hidden])');
  });
}

async function copy(text, near) {
  // Browsers offer the clipboard on loopback and over TLS only.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const source = near.parentElement.querySelector('code');
  getSelection().selectAllChildren(source);
  if (!document.execCommand('copy')) throw new Error('the browser does not allow it');
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await copy(button.dataset.copy, button);
      button.textContent = 'Copied';
      say('Copied.', 'quiet');
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    } catch (error) {
      say('Cannot copy: ' + error.message, 'bad');
    }
  });
}

const form = document.querySelector('.reset form');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    await control('reset', { method: 'POST' });
    form.parentElement.open = false;
    say('Data was reset to the fixtures.', 'good');
  } catch (error) {
    say('Cannot reset: ' + error.message, 'bad');
  } finally {
    button.disabled = false;
  }
});
`;
