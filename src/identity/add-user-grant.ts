// addUserGrant: gives a user roles on a project, own or granted.

import type { Draft, Handlers } from '../index.ts';
import type { IdentityCaller } from './authenticate.ts';
import {
  noGrantPermissionOnProject,
  unknownProject,
  unknownProjectGrant,
  unknownRole,
  unknownUser,
  userGrantExists,
} from './error-catalogue.ts';
import { rolesOfProject, userGrantsByTarget } from './indexes.ts';
import type { AddUserGrantRequest, Operations } from './operations.ts';
import type { Reach } from './permission.ts';
import type { Records } from './records.ts';
import { timestamp } from './timestamp.ts';

export const addUserGrant: Handlers<Operations, Records, IdentityCaller>['addUserGrant'] = ({
  input,
  caller,
  store,
  now,
  newId,
}) =>
  store.change((draft) => {
    const { userId, projectId, projectGrantId = '', roleKeys = [] } = input;
    const { organizationId: resourceOwner, reach, reader } = caller;
    if (!mayGrant(reach, projectId, projectGrantId)) throw noGrantPermissionOnProject(reader);
    if (!draft.users.get(userId)) throw unknownUser(reader);
    const known = grantableRoles(draft, caller, input);
    if (!roleKeys.every((key) => known.has(key))) throw unknownRole();
    const same = draft.userGrants.group(userGrantsByTarget, resourceOwner, userId, projectId, projectGrantId);
    if (same.size > 0) throw userGrantExists(reader);
    const id = newId();
    const date = timestamp(now);
    draft.userGrants.add({
      id,
      resourceOwner,
      userId,
      projectId,
      projectGrantId,
      roleKeys,
      state: 'USER_GRANT_STATE_ACTIVE',
      sequence: 1,
      creationDate: date,
      changeDate: date,
    });
    return { userGrantId: id, details: { sequence: '1', creationDate: date, resourceOwner } };
  });

function mayGrant(reach: Reach, projectId: string, projectGrantId: string): boolean {
  return reach.everywhere || reach.projectIds.has(projectId) || reach.projectGrantIds.has(projectGrantId);
}

/** The roles that the organization can grant: those of its own project, or of the named project grant. */
function grantableRoles(
  { projects, projectGrants, roles }: Draft<Records>,
  { organizationId, reader }: IdentityCaller,
  { projectId, projectGrantId = '' }: AddUserGrantRequest,
): ReadonlySet<string> {
  const project = projects.get(projectId);
  if (projectGrantId !== '') {
    const grant = projectGrants.get(projectGrantId);
    // A deactivated one counts as well, as in the reference implementation; its roles do not get into tokens.
    const isUsable = project && grant?.projectId === projectId && grant.grantedOrganizationId === organizationId;
    if (!isUsable) throw unknownProjectGrant(reader);
    return new Set(grant.roleKeys);
  }
  if (project?.resourceOwner !== organizationId) throw unknownProject(reader);
  return new Set([...roles.group(rolesOfProject, projectId).values()].map(({ key }) => key));
}
