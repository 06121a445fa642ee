// Users to pick on the login page: each one a button that logs in.

import type { LoginChoice, LoginView } from '../../oidc/login/login-view-types.ts';
import { type Html, html } from '../html.ts';
import { isolatedName } from './login-frame.ts';

/** With more users than this the organizations are folded. */
const FOLDED_ABOVE = 24;

const letters = new Intl.Segmenter('en');

/** Buttons that send `user`, in the form of the caller. @param hasRoles - whether the API has roles */
export function choices(users: readonly LoginChoice[], hasRoles: boolean, hasFocus = false): Html {
  return html`<ul class="choices">
${users.map((user) => choice(user, hasRoles, hasFocus))}</ul>`;
}

/** Whether any user has a role. */
export function hasRolesIn(groups: LoginView['groups']): boolean {
  return groups.some(({ users }) => users.some(({ roles }) => roles.length > 0));
}

/** All users, by organization if they are of any; a form that sends `user` to `action`. */
export function groupedChoices({ action, groups, loginName }: LoginView): Html {
  const hasRoles = hasRolesIn(groups);
  const inhabited = groups.filter(({ users }) => users.length > 0);
  const isFolded = inhabited.length > 1 && inhabited.flatMap(({ users }) => users).length > FOLDED_ABOVE;
  return html`<form method="post" action="${action}">
${inhabited.map(({ organization, users }) => {
  if (!organization && inhabited.length === 1) return choices(users, hasRoles);
  const heading = html`<h3>${organization ? isolatedName(organization.name) : 'Users'} <small>${users.length} ${users.length === 1 ? 'user' : 'users'}</small></h3>`;
  if (!isFolded) return html`<section>\n${heading}\n${choices(users, hasRoles)}\n</section>\n`;
  const isOpen = users.some((user) => user.loginName === loginName);
  return html`<details${isOpen ? html` open` : undefined}>
<summary>${heading}</summary>
${choices(users, hasRoles)}
</details>
`;
})}</form>`;
}

/** The number of users that are not listed; nothing if all are. */
export function unshownUsers(unshown: number, advice: string): Html | undefined {
  if (unshown === 0) return undefined;
  return html`<p class="hint unshown">${unshown} more ${unshown === 1 ? 'user is' : 'users are'} not shown here. ${advice}</p>`;
}

function choice(
  { id, loginName, displayName, roles, rejection }: LoginChoice,
  hasRoles: boolean,
  hasFocus: boolean,
): Html {
  const name = displayName === '' ? loginName : displayName;
  const [first] = letters.segment(name);
  const mayNot = rejection === undefined ? undefined : html` disabled`;
  const focus = hasFocus && rejection === undefined ? html` autofocus` : undefined;
  return html`<li>
<button name="user" value="${id}"${mayNot}${focus}>
<span class="face" aria-hidden="true">${first?.segment}</span>
<span class="who"><span class="name">${isolatedName(name)}</span>
<span class="login">${isolatedName(loginName)}</span>${hasRoles ? html`\n<span class="roles">${rolesOf(roles)}</span>` : undefined}</span>
</button>
${rejection === undefined ? undefined : html`<p class="refusal">${rejection}</p>`}
</li>
`;
}

/** Read aloud as a sentence, seen as labels. */
function rolesOf(roles: readonly string[]): Html {
  if (roles.length === 0) return html`no roles`;
  const labels = roles.map((role, index) => {
    const comma = index === roles.length - 1 ? undefined : html`<span class="unseen">, </span>`;
    return html`<span class="role">${isolatedName(role)}${comma}</span>`;
  });
  return html`<span class="unseen">Roles: </span>${labels}`;
}
