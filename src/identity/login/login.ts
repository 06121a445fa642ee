// The login of the identity API: users, clients, claims, scopes.

import type { Login } from '../../index.ts';
import type { Records } from '../records.ts';
import { assertions, audience, claims } from './claims.ts';
import { clientsToShow, clientWithId } from './client.ts';
import { personalToken } from './personal-token.ts';
import { providersFor } from './providers.ts';
import { loginRejection, roleNames } from './roles.ts';
import { isScope, OWN_SCOPES, organizationOf, providerOf, scopeProblem } from './scopes.ts';
import { isPassword, machineKnownAs, userNamed, usersToShow, userWithId } from './users.ts';

export const login: Login<Records> = {
  client: clientWithId,
  clients: clientsToShow,
  user: userWithId,
  userNamed,
  users: usersToShow,
  providers: providersFor,
  roles: roleNames,
  rejection: loginRejection,
  isPassword,
  claims,
  assertions,
  organizationOf,
  scopeProblem,
  providerOf,
  audience,
  isScope,
  ownScopes: OWN_SCOPES,
  personalToken,
  machine: machineKnownAs,
};
