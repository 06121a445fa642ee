// The page of a simulated external identity provider.

import type { ExternalLoginView } from '../../oidc/login/login-view-types.ts';
import { html } from '../html.ts';
import { isolatedName, loginPage, ofProject } from './login-frame.ts';
import { choices, unshownUsers } from './user-choice.ts';

/** The real provider is not called and need not exist. */
export function askExternal({ action, provider, client, users, unshown, problem }: ExternalLoginView): string {
  const body = html`<section>
<h2>Who comes back?</h2>
<form method="post" action="${action}">
<p class="played"><span>Understudy plays ${isolatedName(provider.name)}; nothing is asked there.</span>
<button name="cancel" value="yes">Cancel</button></p>
${users.length === 0 ? html`<p>No user is linked to this provider.</p>` : choices(users)}
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
