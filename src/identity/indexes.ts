// Indexes of records.

import type { Index } from '../index.ts';
import type {
  App,
  LoginPolicy,
  Membership,
  Organization,
  Project,
  ProjectGrant,
  Role,
  User,
  UserGrant,
} from './records.ts';

/** The projects of an organization, oldest first. */
export const projectsOfOrganization: Index<Project> = {
  group: ({ resourceOwner }) => [resourceOwner],
  order: ({ creationDate }) => instantOf(creationDate),
};

/** The projects of an organization with a name, in any case, oldest first. */
export const projectsByName: Index<Project> = {
  group: ({ resourceOwner, name }) => [resourceOwner, name.toLowerCase()],
  order: ({ creationDate }) => instantOf(creationDate),
};

/** All projects, the one that changed last at the end. */
export const projectsByChange: Index<Project> = { group: () => [], order: changeOf };

/** All login policies, the one that changed last at the end. */
export const loginPoliciesByChange: Index<LoginPolicy> = { group: () => [], order: changeOf };

/** The applications of a project with a name, in any case. */
export const appsByName: Index<App> = { group: ({ projectId, name }) => [projectId, name.toLowerCase()] };

/** The applications that log users in with a client id; normally one. */
export const appsByClientId: Index<App> = { group: ({ oidc, api }) => [oidc?.clientId ?? api?.clientId ?? ''] };

/** The applications of a project. */
export const appsOfProject: Index<App> = { group: ({ projectId }) => [projectId] };

/** Users with a name, in any case, of all organizations. */
export const usersByName: Index<User> = { group: ({ userName }) => [userName.toLowerCase()] };

export const organizationsByDomain: Index<Organization> = {
  group: ({ primaryDomain }) => [primaryDomain.toLowerCase()],
};

/** The user grants that an organization gave, oldest first. */
export const userGrantsOfOrganization: Index<UserGrant> = {
  group: ({ resourceOwner }) => [resourceOwner],
  order: ({ creationDate }) => instantOf(creationDate),
};

/** All user grants, oldest first. */
export const userGrantsByAge: Index<UserGrant> = {
  group: () => [],
  order: ({ creationDate }) => instantOf(creationDate),
};

/** All user grants, the one that changed last at the end. */
export const userGrantsByChange: Index<UserGrant> = { group: () => [], order: changeOf };

export const userGrantsOfUser: Index<UserGrant> = { group: ({ userId }) => [userId] };

export const projectGrantsOfProject: Index<ProjectGrant> = { group: ({ projectId }) => [projectId] };

export const rolesOfProject: Index<Role> = { group: ({ projectId }) => [projectId] };

export const membershipsOfUser: Index<Membership> = { group: ({ userId }) => [userId] };

/** The grants that an organization gave a user on a project, or on a project grant. */
export const userGrantsByTarget: Index<UserGrant> = {
  group: ({ resourceOwner, userId, projectId, projectGrantId }) => [resourceOwner, userId, projectId, projectGrantId],
};

/**
 * A date (RFC 3339) as a text that sorts by time, to the nanosecond: JavaScript's own dates know milliseconds only.
 */
export function instantOf(date: string): string {
  // The seconds are shifted so that none is negative; 8.64e12 is the range of JavaScript's dates.
  const seconds = String(Math.floor(Date.parse(date) / 1000) + 8.64e12).padStart(14, '0');
  return `${seconds}.${(/\.(\d+)/.exec(date)?.[1] ?? '').padEnd(9, '0')}`;
}

function changeOf({ changeDate, sequence }: { readonly changeDate: string; readonly sequence: number }): string {
  return `${instantOf(changeDate)} ${String(sequence).padStart(16, '0')}`;
}
