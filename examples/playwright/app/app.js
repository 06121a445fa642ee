// The content of the page, and its buttons.

import { grantRoles, renameApplication, searchProjects } from './api.js';
import { currentUser, login } from './login.js';

const element = (id) => document.getElementById(id);

/** The selected project, and the number of searches: the response to an older search is ignored. */
let chosen;
let searches = 0;

async function attempt(work) {
  element('problem').textContent = '';
  element('done').textContent = '';
  try {
    await work();
  } catch (error) {
    if (error.status === 401) await login.removeUser();
    element('problem').textContent = error.message;
    await showUser();
  }
}

async function showUser() {
  const user = await login.getUser();
  element('outside').hidden = Boolean(user);
  element('inside').hidden = !user;
  element('name').textContent = user ? (user.profile.name ?? user.profile.sub) : '';
}

async function showProjects(offset = 0) {
  const search = ++searches;
  const { projects, total } = await searchProjects(element('search').value, offset);
  if (search !== searches) return;
  const list = element('projects');
  if (offset === 0) list.replaceChildren();
  list.append(...projects.map(itemOf));
  element('count').textContent = total === 0 ? 'None.' : `${list.childElementCount} of ${total}`;
  element('more').hidden = list.childElementCount >= total;
}

function itemOf(project) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = project.name;
  button.addEventListener('click', () => choose(project, button));
  const item = document.createElement('li');
  item.append(button);
  return item;
}

function choose(project, button) {
  chosen = project;
  for (const other of element('projects').querySelectorAll('[aria-pressed]')) other.removeAttribute('aria-pressed');
  button.setAttribute('aria-pressed', 'true');
  element('chosen').textContent = project.name;
  element('forms').disabled = false;
}

/** Sends a form once, and shows the result. */
function onSubmit(id, send) {
  element(id).addEventListener('submit', (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    attempt(async () => {
      element('forms').disabled = true;
      try {
        element('done').textContent = await send(chosen.id, values);
      } finally {
        element('forms').disabled = false;
      }
    });
  });
}

onSubmit('rename', async (projectId, values) => {
  await renameApplication(projectId, values);
  return `It is called ${values.name} now.`;
});
onSubmit('grant', async (projectId, values) => {
  await grantRoles(projectId, values);
  return 'Granted.';
});
element('log-in').addEventListener('click', () => attempt(() => login.signinRedirect()));
element('search').addEventListener('input', () => attempt(() => showProjects()));
element('more').addEventListener('click', () => attempt(() => showProjects(element('projects').childElementCount)));

await attempt(async () => {
  const user = await currentUser();
  await showUser();
  if (user) await showProjects();
});
