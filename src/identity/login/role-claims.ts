// The role claims of tokens, userinfo and introspection.

import type { Claims, ClaimsPlace, LoginClient, Scopes, View } from '../../index.ts';
import { appsByClientId, rolesOfProject } from '../indexes.ts';
import type { Records } from '../records.ts';
import { type HeldRole, heldRoles } from './roles.ts';
import { hasScope, namedScopes, projectsOf, valuesOf } from './scopes.ts';

type RecordsView = View<Records>;
type Client = LoginClient | undefined;

/**
 * The requested roles. A scope can request single ones; a project that asserts its roles (`projectRoleAssertion`)
 * requests all of them, unless a scope does. On other projects, roles are included if their audience is requested,
 * too. An introspection includes those on the project of the caller, all of them unless scopes request single ones.
 */
export function roleClaims(
  records: RecordsView,
  userId: string,
  client: Client,
  scopes: Scopes,
  place: ClaimsPlace,
): Claims {
  if (!isRolePlace(records, client, place)) return {};
  const own = client?.project.id;
  const single = valuesOf(scopes, 'org:project:role:');
  const isAsserted = own !== undefined && (records.projects.get(own)?.projectRoleAssertion ?? false);
  const isIntrospected = place === 'introspection';
  const asserted = isAsserted && !isIntrospected && single.length === 0 ? roleKeysOf(records, own) : [];
  const projects = new Set([...single, ...asserted]);
  const isMore = !isIntrospected && (projects.size > 0 || hasScope(scopes, 'org:projects:roles'));
  const others = isMore ? projectsOf(scopes) : [];
  const isOwn = isAsserted || isIntrospected || projects.size > 0 || others.length > 0;
  const organizations = new Set(valuesOf(scopes, 'org:roles:id:'));
  const isIncluded = ({ key, projectId, organizationId }: HeldRole) =>
    (projectId === own ? isOwn : others.includes(projectId)) &&
    (projects.size === 0 || projects.has(key)) &&
    (organizations.size === 0 || organizations.has(organizationId));
  const held = groupedBy(heldRoles(records, userId).filter(isIncluded), ({ projectId }) => projectId);
  const claims = [...held].flatMap(([projectId, roles]) => {
    const value = byKey(records, roles);
    const names = [`org:project:${projectId}:roles`, ...(projectId === own ? ['org:project:roles'] : [])];
    return names.map((name) => namedScopes(name, value));
  });
  return Object.assign({}, ...claims);
}

/**
 * Whether roles are included at all: in tokens only by a setting of the application. Machine logins always include
 * them.
 */
function isRolePlace({ apps }: RecordsView, client: Client, place: ClaimsPlace): boolean {
  const oidc = client && apps.group(appsByClientId, client.id).last?.oidc;
  if (!oidc) return true;
  if (place === 'id_token') return oidc.idTokenRoleAssertion ?? false;
  return place !== 'access_token' || (oidc.accessTokenRoleAssertion ?? false);
}

function roleKeysOf({ roles }: RecordsView, projectId: string): string[] {
  return [...roles.group(rolesOfProject, projectId).values()].map(({ key }) => key);
}

/** Role keys to the organizations that gave them, with their domain. */
function byKey({ organizations }: RecordsView, roles: readonly HeldRole[]): Claims {
  const keys = groupedBy(roles, ({ key }) => key);
  return Object.fromEntries(
    [...keys].map(([key, given]) => [
      key,
      Object.fromEntries(
        given.map(({ organizationId }) => [organizationId, organizations.get(organizationId)?.primaryDomain ?? '']),
      ),
    ]),
  );
}

function groupedBy(roles: readonly HeldRole[], nameOf: (role: HeldRole) => string): Map<string, HeldRole[]> {
  const groups = new Map<string, HeldRole[]>();
  for (const role of roles) {
    const group = groups.get(nameOf(role)) ?? [];
    group.push(role);
    groups.set(nameOf(role), group);
  }
  return groups;
}
