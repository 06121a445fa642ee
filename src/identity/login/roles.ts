// The roles of users on projects, and whether they may log in without.

import type { LoginClient, View } from '../../index.ts';
import { projectGrantsOfProject, userGrantsOfUser } from '../indexes.ts';
import type { Records } from '../records.ts';

type RecordsView = View<Records>;

/** A role on a project, with the organization that gave it. */
export interface HeldRole {
  readonly key: string;
  readonly projectId: string;
  readonly organizationId: string;
}

/** All roles of a user, by active grants. */
export function heldRoles(records: RecordsView, userId: string): HeldRole[] {
  const grants = [...records.userGrants.group(userGrantsOfUser, userId).values()];
  return grants
    .filter((grant) => grant.state === 'USER_GRANT_STATE_ACTIVE' && isLent(records, grant.projectGrantId))
    .flatMap(({ roleKeys, projectId, resourceOwner }) =>
      roleKeys.map((key) => ({ key, projectId, organizationId: resourceOwner })),
    );
}

/** Whether the base of a user grant still exists: its project's own organization, or an active project grant. */
function isLent(records: RecordsView, projectGrantId: string): boolean {
  return projectGrantId === '' || records.projectGrants.get(projectGrantId)?.state === 'PROJECT_GRANT_STATE_ACTIVE';
}

/** The roles of a user on the project of a client, by display name. */
export function roleNames(records: RecordsView, userId: string, { project }: LoginClient): readonly string[] {
  const keys = heldRoles(records, userId).filter(({ projectId }) => projectId === project.id);
  return [...new Set(keys.map(({ key }) => records.roles.get(`${project.id}/${key}`)?.displayName ?? key))];
}

/** Why a user may not log in with a client: the two checks that a project can enable. */
export function loginRejection(
  records: RecordsView,
  userId: string,
  { project: { id } }: LoginClient,
): string | undefined {
  const project = records.projects.get(id);
  const organizationId = records.users.get(userId)?.resourceOwner;
  if (!project || organizationId === undefined) return 'The project of this application is gone.';
  if (project.hasProjectCheck && project.resourceOwner !== organizationId && !isGranted(records, id, organizationId)) {
    const organization = records.organizations.get(organizationId)?.name ?? organizationId;
    return `${project.name} is open to organizations that own it or are granted it (hasProjectCheck), and ${organization} is not.`;
  }
  if (project.projectRoleCheck && !heldRoles(records, userId).some(({ projectId }) => projectId === id)) {
    return `${project.name} is open to users with a role on it (projectRoleCheck), and this one has none.`;
  }
  return undefined;
}

function isGranted(records: RecordsView, projectId: string, organizationId: string): boolean {
  const grants = [...records.projectGrants.group(projectGrantsOfProject, projectId).values()];
  return grants.some(
    ({ grantedOrganizationId, state }) =>
      grantedOrganizationId === organizationId && state === 'PROJECT_GRANT_STATE_ACTIVE',
  );
}
