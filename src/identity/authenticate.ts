// Authenticates callers: user, organization, permissions.

import type { Access, Credentials, IssuedToken, Operation, PersonalToken, View } from '../index.ts';
import {
  foreignOrigin,
  foreignToken,
  malformedToken,
  missingToken,
  noMembership,
  noPermission,
  noPermissionOnProject,
  rejectedToken,
  unknownOrganization,
} from './error-catalogue.ts';
import type { TextReader, TextVersion } from './error-language.ts';
import { personalToken } from './login/personal-token.ts';
import { API_AUDIENCE, API_SCOPE, projectsOf } from './login/scopes.ts';
import { mayCallFrom } from './origin.ts';
import { membershipsIn, NOWHERE, PERMISSION_NAMES, type Permission, type Reach, reachOf } from './permission.ts';
import type { Records, User } from './records.ts';

/** The caller of an operation. */
export interface IdentityCaller {
  readonly userId: string;
  /** The organization whose objects are read or changed: that of the header, else that of the user. */
  readonly organizationId: string;
  /** Where the required permission holds. */
  readonly reach: Reach;
  readonly reader: TextReader;
  /** How far the lists that it is shown are behind changes, in milliseconds. */
  readonly projectionDelay: number;
}

/** Settings of error responses. */
export interface ErrorTextSettings {
  /** Default: `4.11`. */
  readonly texts?: TextVersion | undefined;
  /** In milliseconds. Default 0. */
  readonly projectionDelay?: number | undefined;
}

/** The permission that an operation requires, and the path parameter of its project. */
const permissionOf = ({ definition }: Operation) =>
  definition['x-permission'] as { readonly name: Permission; readonly project?: string };

/** Why the permission of an operation cannot be required: it would be denied to everybody. */
export function checkPermission(operation: Operation): string | undefined {
  if (!operation.secured) return undefined;
  const { name, project } = Object(permissionOf(operation)) as { readonly name?: unknown; readonly project?: unknown };
  const names: readonly unknown[] = PERMISSION_NAMES;
  if (!names.includes(name))
    return `x-permission of ${operation.id} has the unknown name ${JSON.stringify(name)}; known: ${names.join(', ')}`;
  const isParameter = operation.parameters.some(({ name, in: place }) => place === 'path' && name === project);
  return project === undefined || isParameter
    ? undefined
    : `x-permission of ${operation.id} names the path parameter ${JSON.stringify(project)}, which its path does not have`;
}

/** Knows the caller by its bearer token. Operations name their permission as `x-permission` in the document. */
export async function authenticate(
  { operation, headers, store: { collections: records }, now, issued }: Credentials<Records>,
  { texts = '4.11', projectionDelay = 0 }: ErrorTextSettings = {},
): Promise<IdentityCaller> {
  const value = bearerToken(headers.authorization);
  const token = personalToken(records, value, now);
  const { user, clientId, preferred } = callerOf(records, token, token ? undefined : await issued(value));
  if (clientId !== undefined && !mayCallFrom(headers, clientId, records)) throw foreignOrigin();
  const organizationId = first(headers['x-service-orgid']) || first(headers['x-zitadel-orgid']) || user.resourceOwner;
  const memberships = membershipsIn(records, user.id, organizationId);
  return {
    userId: user.id,
    organizationId,
    reach: reachOf(memberships, permissionOf(operation).name),
    reader: { preferred, accepted: headers['accept-language'], texts },
    projectionDelay,
  };
}

/** Checks in this order: organization, membership, permission, permission on the project in the path. */
export function authorize({ operation, caller, path, store }: Access<Records, IdentityCaller>): void {
  const { userId, organizationId, reach } = caller;
  const records = store.collections;
  const organization = records.organizations.get(organizationId);
  if (!organization || organization.state === 'ORG_STATE_REMOVED') throw unknownOrganization();
  if (reach === NOWHERE) {
    throw membershipsIn(records, userId, organizationId).length === 0 ? noMembership() : noPermission();
  }
  const { project } = permissionOf(operation);
  if (project && !reach.everywhere && !reach.projectIds.has(String(path[project]))) throw noPermissionOnProject();
}

/** Repeated fields arrive joined. The first one counts, as in the reference implementation; no id of an organization has a comma. */
function first(field = ''): string {
  const comma = field.indexOf(', ');
  return comma === -1 ? field : field.slice(0, comma);
}

const BEARER = 'Bearer ';

/** A second `Bearer ` in the same header is rejected as well. */
function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) throw missingToken();
  if (authorization.lastIndexOf(BEARER) !== 0) throw malformedToken();
  return authorization.slice(BEARER.length);
}

interface Caller {
  readonly user: User;
  /** The application that it logged in with; undefined for a personal access token. */
  readonly clientId: string | undefined;
  readonly preferred: string | undefined;
}

/** A seeded token is a personal access token, good for the API whatever its audience; one that was given after a login must name it. */
function callerOf(records: View<Records>, token: PersonalToken | undefined, given: IssuedToken | undefined): Caller {
  if (given && !projectsOf(given.scopes).includes(API_AUDIENCE)) throw foreignToken(API_SCOPE);
  const user = records.users.get(token?.userId ?? given?.userId ?? '');
  if (user?.state !== 'USER_STATE_ACTIVE') throw rejectedToken();
  // A personal access token belongs to a program, not to its owner.
  return { user, clientId: given?.clientId, preferred: given && user.human?.preferredLanguage };
}
