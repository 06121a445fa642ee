// The page that confirms a logout.

import type { LogoutView } from '../../oidc/login/login-view-types.ts';
import { html } from '../html.ts';
import { hiddenFields, loginPage } from './login-frame.ts';

/** Enter logs out. */
export function askLogout({ action, fields }: LogoutView): string {
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
