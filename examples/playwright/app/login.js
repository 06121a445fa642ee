// Who is logged in.

import { UserManager } from 'oidc-client-ts';
import { STAND_IN } from './settings.js';

/** As the seeded application Summit Cam. */
export const login = new UserManager({
  authority: STAND_IN,
  client_id: '264062497181469540',
  redirect_uri: `${location.origin}/callback`,
  scope: 'openid profile urn:service:iam:org:project:id:service:aud',
  loadUserInfo: true,
  automaticSilentRenew: false,
});

/** Whoever is logged in; first of all whoever comes back from a login. */
export async function currentUser() {
  if (location.pathname !== '/callback') return login.getUser();
  const address = location.href;
  history.replaceState(null, '', '/');
  return login.signinCallback(address);
}
