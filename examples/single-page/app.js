// The content of the page, and its buttons.

import { login, rolesOf, wishes } from './login.js';
import { searchProjects } from './projects.js';

const element = (id) => document.getElementById(id);

/** Shows the error, if there is one. */
async function attempt(work) {
  element('problem').textContent = '';
  try {
    await work();
  } catch (error) {
    element('problem').textContent = error.message;
    showUser(await login.getUser());
  }
}

function showUser(user) {
  element('outside').hidden = Boolean(user);
  element('inside').hidden = !user;
  if (!user) return;
  const { profile, access_token: token, expires_at: end } = user;
  const time = new Date(end * 1000).toLocaleTimeString();
  element('name').textContent = profile.name ?? profile.sub;
  element('roles').textContent = `Roles: ${rolesOf(user).join(', ') || 'none'}`;
  element('token').textContent = `The token …${token.slice(-8)} ends at ${time}.`;
  element('claims').textContent = JSON.stringify(profile, null, 2);
}

async function showProjects() {
  const list = element('projects');
  list.replaceChildren();
  const name = new FormData(element('search')).get('name');
  const projects = await searchProjects(await login.getUser(), name);
  const items = projects.map((project) => {
    const item = document.createElement('li');
    item.textContent = project.name;
    return item;
  });
  list.replaceChildren(...items);
}

async function enter(user) {
  showUser(user);
  if (user) await showProjects();
}

async function start() {
  if (location.pathname === '/callback') {
    const address = location.href;
    history.replaceState(null, '', '/');
    // In the hidden frame of a silent login there is no user: the frame only notifies its page.
    if (!(await login.signinCallback(address))) return;
  }
  await enter(await login.getUser());
}

const onClick = (id, work) => element(id).addEventListener('click', () => attempt(work));
onClick('log-in', () => login.signinRedirect(wishes()));
// In a hidden frame; it fails without a session at the issuer.
onClick('log-in-silently', async () => enter(await login.signinSilent(wishes())));
// With the refresh token.
onClick('refresh', async () => enter(await login.signinSilent()));
onClick('log-out', () => login.signoutRedirect());
element('search').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(showProjects);
});

await attempt(start);
