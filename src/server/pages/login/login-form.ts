// The login page: type a login name, choose a provider, or pick a user.

import type { LoginProvider } from '../../oidc/login/login-types.ts';
import type { LoginView } from '../../oidc/login/login-view-types.ts';
import { type Html, html } from '../html.ts';
import { isolatedName, loginPage, ofProject } from './login-frame.ts';
import { choices, groupedChoices, hasRolesIn, unshownUsers } from './user-choice.ts';

const PASSWORDS = {
  required: 'Users with a password must enter it.',
  skipped: 'On this machine one click is enough, even for users with a password.',
} as const;

/** Works without a script: typing searches all users by name and login name, and every user is a button. */
export function requestLogin(view: LoginView): string {
  const { action, client, organization, current, providers, problem } = view;
  const users = view.groups.flatMap((group) => group.users);
  const isCurrentFirst = problem === undefined && current !== undefined && current.rejection === undefined;
  const body = html`${
    current &&
    html`<section class="current">
<h2>Logged in as</h2>
<form method="post" action="${action}">
${choices([current], hasRolesIn(view.groups), isCurrentFirst)}
</form>
</section>
`
  }<section>
<h2>${current ? 'Log in as another user' : 'Log in'}</h2>
${typed(view, problem === undefined && !isCurrentFirst)}
${providers.length === 0 ? undefined : elsewhere(action, providers)}
</section>
<section>
<h2>Pick a user</h2>
${view.passwords && html`<p class="hint">${PASSWORDS[view.passwords]}</p>\n`}${users.length === 0 ? html`<p>No user can log in.</p>` : groupedChoices(view)}
${unshownUsers(view.unshown, 'Type the login name instead.')}
</section>`;
  return loginPage({
    title: `Log in to ${client.name}`,
    heading: html`Log in to ${isolatedName(client.name)}`,
    ...about(client, organization),
    problem,
    body,
  });
}

/** The project of the application, and the organization whose users may log in; nothing without both. */
function about(client: LoginView['client'], organization: LoginView['organization']): { readonly about?: Html } {
  if (client.project === undefined && organization === undefined) return {};
  const users = organization && html`, for users of <strong>${isolatedName(organization.name)}</strong> only`;
  return { about: html`An application${ofProject(client)}${users}` };
}

/** The browser suggests users while typing. */
function typed({ action, loginName, groups, passwords }: LoginView, hasFocus: boolean): Html {
  const focus = hasFocus ? html` autofocus` : undefined;
  const offered = groups.flatMap(({ organization, users }) =>
    users
      .filter(({ rejection }) => rejection === undefined)
      .map(
        (user) =>
          html`<option value="${user.loginName}" label="${user.displayName}${organization && `, ${organization.name}`}"></option>\n`,
      ),
  );
  return html`<form class="typed" method="post" action="${action}">
<p class="field"><label for="loginName">Login name</label>
<input id="loginName" name="loginName" value="${loginName}" list="users" dir="auto" required autocomplete="off" autocapitalize="none" spellcheck="false"${
    loginName === '' ? focus : undefined
  }></p>
<p class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" aria-describedby="any"${loginName === '' ? undefined : focus}></p>
<p class="do"><button class="main">Log in</button> <button name="cancel" value="yes" formnovalidate>Cancel</button></p>
<p class="hint" id="any">Any password is accepted${passwords && ', unless the user has one'}.</p>
<datalist id="users">
${offered}</datalist>
</form>`;
}

function elsewhere(action: string, providers: readonly LoginProvider[]): Html {
  return html`<form class="elsewhere" method="post" action="${action}">
<h3>Or log in with</h3>
<ul>
${providers.map(
  ({ id, name, kind }) =>
    html`<li><button name="provider" value="${id}">${isolatedName(name)} <small>${isolatedName(kind)}</small></button></li>\n`,
)}</ul>
</form>`;
}
