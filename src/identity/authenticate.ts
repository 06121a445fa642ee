// Who is calling, for which organization, and what that allows.

import type { Credentials, View } from '../index.ts';
import { membershipsIn, type Permission, type Scope, scopeOf } from './permission.ts';
import type { Records, User } from './records.ts';
import {
  malformedToken,
  missingToken,
  noMembership,
  noPermission,
  noPermissionOnProject,
  rejectedToken,
  unknownOrganization,
} from './refusals.ts';

/** The caller of an operation. */
export interface Principal {
  readonly userId: string;
  /** The organization whose objects are read or changed: that of the header, else that of the user. */
  readonly organizationId: string;
  /** Where the permission that the operation asks for holds. */
  readonly scope: Scope;
}

/**
 * Knows the caller by its bearer token, and refuses in this order: the token, the organization, membership there, the
 * permission, the permission on the project in the path. Operations name their permission as `x-permission` in the document.
 */
export function authenticate({ operation, headers, path, store, now }: Credentials<Records>): Principal {
  const records = store.collections;
  const user = userOf(records, headers.authorization, now);
  const organizationId = headers['x-service-orgid'] || headers['x-zitadel-orgid'] || user.resourceOwner;
  const organization = records.organizations.get(organizationId);
  if (!organization || organization.state === 'ORG_STATE_REMOVED') throw unknownOrganization();
  const memberships = membershipsIn(records, user.id, organizationId);
  if (memberships.length === 0) throw noMembership();
  const needed = operation.definition['x-permission'] as { name: Permission; project?: string };
  const scope = scopeOf(memberships, needed.name);
  if (!scope) throw noPermission();
  if (needed.project && !scope.everywhere && !scope.projectIds.has(String(path[needed.project]))) {
    throw noPermissionOnProject();
  }
  return { userId: user.id, organizationId, scope };
}

/** Repeated headers arrive joined, so a second `Bearer ` is refused here as well. */
function userOf(records: View<Records>, authorization: string | undefined, now: Date): User {
  if (authorization === undefined) throw missingToken();
  const pieces = authorization.split('Bearer ');
  if (pieces.length !== 2 || pieces[0] !== '') throw malformedToken();
  const token = records.tokens.get(pieces[1] ?? '');
  if (!token || (token.expirationDate && new Date(token.expirationDate) <= now)) throw rejectedToken();
  const user = records.users.get(token.userId);
  if (user?.state !== 'USER_STATE_ACTIVE') throw rejectedToken();
  return user;
}
