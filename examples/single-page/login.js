// Who is logged in: all that the page knows of its issuer.

import { UserManager } from 'oidc-client-ts';
import { CLIENT_ID, STAND_IN } from './settings.js';

const SCOPES = [
  'openid',
  'profile',
  // A refresh token.
  'offline_access',
  // The token opens the API.
  'urn:service:iam:org:project:id:service:aud',
  // The roles of the user.
  'urn:service:iam:org:projects:roles',
];

export const login = new UserManager({
  authority: STAND_IN,
  client_id: CLIENT_ID,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: SCOPES.join(' '),
  // Names are told there, not in the ID token.
  loadUserInfo: true,
  // Logging out ends the refresh token as well.
  revokeTokensOnSignout: true,
});

/** A link to the page may say who logs in, and from which organization: `/?login_hint=…&organization=…`. */
export function wishes(query = new URLSearchParams(location.search)) {
  const hint = query.get('login_hint');
  const organization = query.get('organization');
  return {
    ...(hint && { login_hint: hint }),
    ...(organization && { scope: [...SCOPES, `urn:service:iam:org:id:${organization}`].join(' ') }),
  };
}

/** The keys of the roles that a user has on the project of this application. */
export function rolesOf({ profile }) {
  return Object.keys(profile['urn:service:iam:org:project:roles'] ?? {});
}
