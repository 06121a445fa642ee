// Permissions of administration roles in one organization.

import type { View } from '../index.ts';
import { membershipsOfUser } from './indexes.ts';
import type { Membership, Records } from './records.ts';

/** The permissions that operations require. */
export const PERMISSION_NAMES = [
  'policy.read',
  'project.read',
  'project.app.read',
  'project.app.write',
  'user.grant.read',
  'user.grant.write',
] as const;

export type Permission = (typeof PERMISSION_NAMES)[number];

/** A permission, or a part of it: only for the holder's own objects (`:self`). */
type HeldPermission = Permission | `${Permission}:self`;

/** Where a permission holds: in the whole organization, or on single projects and project grants. */
export interface Reach {
  readonly everywhere: boolean;
  readonly projectIds: ReadonlySet<string>;
  readonly projectGrantIds: ReadonlySet<string>;
}

const READ = ['policy.read', 'project.read', 'project.app.read', 'user.grant.read'] as const;
const ALL = [...READ, 'project.app.write', 'user.grant.write'] as const;
const READ_AND_GRANT = [...READ, 'user.grant.write'] as const;
const USERS = ['policy.read', 'project.read', 'user.grant.read', 'user.grant.write'] as const;
const POLICY = ['policy.read'] as const;

/** Roles to permissions, the default of the reference implementation. Unknown roles allow nothing. */
const PERMISSIONS: ReadonlyMap<string, readonly HeldPermission[]> = new Map<string, readonly HeldPermission[]>([
  ['IAM_OWNER', ALL],
  ['IAM_ORG_MANAGER', ALL],
  ['ORG_OWNER', ALL],
  ['IAM_OWNER_VIEWER', READ],
  ['ORG_OWNER_VIEWER', READ],
  ['IAM_USER_MANAGER', ['project.read', 'project.app.read', 'user.grant.read', 'user.grant.write']],
  ['IAM_LOGIN_CLIENT', READ_AND_GRANT],
  ['ORG_USER_MANAGER', USERS],
  ['ORG_USER_PERMISSION_EDITOR', READ_AND_GRANT],
  ['ORG_PROJECT_PERMISSION_EDITOR', READ_AND_GRANT],
  ['ORG_SETTINGS_MANAGER', POLICY],
  ['ORG_PROJECT_CREATOR', [...POLICY, 'project.read:self']],
  ['PROJECT_OWNER', ALL],
  ['PROJECT_OWNER_GLOBAL', ALL],
  ['PROJECT_OWNER_VIEWER', READ],
  ['PROJECT_OWNER_VIEWER_GLOBAL', READ],
  ['PROJECT_GRANT_OWNER', USERS],
  ['PROJECT_GRANT_OWNER_VIEWER', ['policy.read', 'project.read', 'user.grant.read']],
  ['ORG_USER_SELF_MANAGER', POLICY],
  ['SELF_MANAGEMENT_GLOBAL', POLICY],
]);

/** The memberships of a user that count in an organization: on the instance, in it, on its projects, on projects granted to it. */
export function membershipsIn(records: View<Records>, userId: string, organizationId: string): Membership[] {
  const memberships: Membership[] = [];
  for (const membership of records.memberships.group(membershipsOfUser, userId).values()) {
    if (countsIn(records, membership, organizationId)) memberships.push(membership);
  }
  return memberships;
}

function countsIn(records: View<Records>, membership: Membership, organizationId: string): boolean {
  switch (membership.level) {
    case 'INSTANCE':
      return true;
    case 'ORGANIZATION':
      return membership.organizationId === organizationId;
    case 'PROJECT':
      return records.projects.get(membership.projectId ?? '')?.resourceOwner === organizationId;
    case 'PROJECT_GRANT':
      return records.projectGrants.get(membership.projectGrantId ?? '')?.grantedOrganizationId === organizationId;
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The reach of a missing permission. */
export const NOWHERE: Reach = { everywhere: false, projectIds: NONE, projectGrantIds: NONE };

/**
 * The reach of a permission by memberships; `NOWHERE` without it. The creator of a project is not stored, so a
 * permission on own projects holds on none of them; but it is a permission, and not rejected.
 */
export function reachOf(memberships: readonly Membership[], permission: Permission): Reach {
  const thatGive = (given: HeldPermission) =>
    memberships.filter(({ roles }) => roles.some((role) => PERMISSIONS.get(role)?.includes(given)));
  const giving = thatGive(permission);
  if (giving.length === 0 && thatGive(`${permission}:self`).length === 0) return NOWHERE;
  return {
    everywhere: giving.some(({ level }) => level === 'INSTANCE' || level === 'ORGANIZATION'),
    projectIds: idsOf(giving.map(({ projectId }) => projectId)),
    projectGrantIds: idsOf(giving.map(({ projectGrantId }) => projectGrantId)),
  };
}

function idsOf(ids: readonly (string | undefined)[]): ReadonlySet<string> {
  const given = ids.filter((id) => id !== undefined);
  return given.length === 0 ? NONE : new Set(given);
}
