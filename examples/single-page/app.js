// What the page shows, and what its buttons do.

import { login, rolesOf, wishes } from './login.js';
import { searchProjects } from './projects.js';

const element = (id) => document.getElementById(id);

/** Lets a button do something, and says what went wrong. */
function onClick(id, work) {
  element(id).addEventListener('click', () => attempt(work));
}

async function attempt(work) {
  element('problem').textContent = '';
  try {
    await work();
  } catch (error) {
    element('problem').textContent = error.message;
  }
}

function showUser(user) {
  element('outside').hidden = Boolean(user);
  element('inside').hidden = !user;
  if (!user) return;
  const { profile, access_token: token, expires_at: end } = user;
  element('name').textContent = profile.name ?? profile.sub;
  element('roles').textContent = `Roles: ${rolesOf(user).join(', ') || 'none'}`;
  element('token').textContent =
    `The token ${token.slice(0, 8)}… ends at ${new Date(end * 1000).toLocaleTimeString()}.`;
  element('claims').textContent = JSON.stringify(profile, null, 2);
}

async function showProjects() {
  const list = element('projects');
  list.replaceChildren();
  const name = new FormData(element('search')).get('name');
  const projects = await searchProjects(await login.getUser(), name);
  list.replaceChildren(
    ...projects.map((project) => {
      const item = document.createElement('li');
      item.textContent = project.name;
      return item;
    }),
  );
}

async function enter(user) {
  showUser(user);
  if (user) await showProjects();
}

onClick('log-in', () => login.signinRedirect(wishes()));
// In a hidden frame; fails with `login_required` when nobody is logged in at the issuer.
onClick('log-in-silently', async () => enter(await login.signinSilent(wishes())));
onClick('refresh', async () => enter(await login.signinSilent()));
onClick('log-out', () => login.signoutRedirect());
element('search').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(showProjects);
});

await attempt(async () => {
  if (location.pathname === '/callback') {
    const address = location.href;
    history.replaceState(null, '', '/');
    // In the hidden frame it only tells the page around it.
    if (!(await login.signinCallback(address))) return;
  }
  await enter(await login.getUser());
});
if (element('inside').hidden) showUser(null);
