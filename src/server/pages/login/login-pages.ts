// The set of login pages for an issuer.

import type { ExternalLoginView, LoginPages, LogoutView } from '../../oidc/login/login-view-types.ts';
import { html } from '../html.ts';
import { requestDevice } from './login-device.ts';
import { requestLogin } from './login-form.ts';
import { hiddenFields, isolatedName, loginPage, ofProject } from './login-frame.ts';
import { notice } from './login-notice.ts';
import { choices, unshownUsers } from './user-choice.ts';

export { loginPageHeaders } from './login-frame.ts';

/** Whole pages, to be sent with `loginPageHeaders`. */
export function createLoginPages(): LoginPages {
  return { login: requestLogin, external: requestExternal, logout: requestLogout, device: requestDevice, notice };
}

/** The real provider is not called and need not exist. */
function requestExternal({ action, provider, client, users, unshown, problem }: ExternalLoginView): string {
  const body = html`<section>
<h2>Who comes back?</h2>
<form method="post" action="${action}">
<p class="played"><span>Understudy plays ${isolatedName(provider.name)}; no password is needed there.</span>
<button name="cancel" value="yes">Cancel</button></p>
${
  users.length === 0
    ? html`<p>No user is linked to this provider.</p>`
    : choices(
        users,
        users.some(({ roles }) => roles.length > 0),
      )
}
${unshownUsers(unshown, 'Cancel to type a login name.')}
</form>
</section>`;
  return loginPage({
    title: `Log in with ${provider.name}`,
    heading: html`Log in with ${isolatedName(provider.name)} <small>${isolatedName(provider.kind)}</small>`,
    about: html`On the way to ${isolatedName(client.name)}, an application${ofProject(client)}`,
    problem,
    body,
  });
}

/** Enter logs out. */
function requestLogout({ action, fields }: LogoutView): string {
  return loginPage({
    title: 'Log out?',
    heading: html`Log out?`,
    about: html`The next login shows the login page again.`,
    isSmall: true,
    body: html`<form method="post" action="${action}">
${hiddenFields(fields)}<p class="do"><button class="main" name="logout" value="yes" autofocus>Log out</button> <button>Stay logged in</button></p>
</form>`,
  });
}
