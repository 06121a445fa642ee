// What the first page does in a browser: copy, and start over without leaving the page.

/** Text of a classic script. */
export const HOME_SCRIPT = `'use strict';

const status = document.querySelector('[role=status]');

async function copy(text, near) {
  // Only a page that came over a loopback or encrypted connection is given the clipboard.
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
      status.textContent = 'Copied.';
      status.dataset.tone = 'quiet';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    } catch (error) {
      say('It could not be copied: ' + error.message, 'bad');
    }
  });
}

function say(text, tone) {
  status.textContent = text;
  status.dataset.tone = tone;
}

const form = document.querySelector('.reset form');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    // The inspector asks for it.
    const token = sessionStorage.getItem('understudy-control-token');
    const headers = token === null ? {} : { authorization: 'Bearer ' + token };
    const response = await fetch(form.action, { method: 'POST', headers });
    if (response.status === 401) throw new Error('it is asked with a token, which the inspector takes');
    if (!response.ok) throw new Error((await response.json()).message);
    form.parentElement.open = false;
    say('Started over: every record is that of the fixtures.', 'good');
  } catch (error) {
    say('It could not start over: ' + error.message, 'bad');
  } finally {
    button.disabled = false;
  }
});
`;
