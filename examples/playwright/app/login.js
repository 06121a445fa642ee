// The login of the page.

import { UserManager } from 'oidc-client-ts';
import { MOCK_SERVER } from './settings.js';

/** The settings of the seeded application Summit Cam. */
export const login = new UserManager({
  authority: MOCK_SERVER,
  client_id: '264062497181469540',
  redirect_uri: `${location.origin}/callback`,
  scope: 'openid profile urn:service:iam:org:project:id:service:aud',
  loadUserInfo: true,
  automaticSilentRenew: false,
});

/** The user who is logged in, or has just logged in. */
export async function currentUser() {
  if (location.pathname !== '/callback') return login.getUser();
  const address = location.href;
  history.replaceState(null, '', '/');
  return login.signinCallback(address);
}
