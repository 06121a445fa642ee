// The login of the page, and its issuer.

import { UserManager } from 'oidc-client-ts';
import { CLIENT_ID, MOCK_SERVER } from './settings.js';

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
  authority: MOCK_SERVER,
  client_id: CLIENT_ID,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: SCOPES.join(' '),
  // The ID token contains no names; userinfo does.
  loadUserInfo: true,
  // Logging out ends the refresh token as well.
  revokeTokensOnSignout: true,
});

/** A link to the page may name the user and the organization: `/?login_hint=…&organization=…`. */
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
