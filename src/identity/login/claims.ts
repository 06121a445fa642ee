// What tokens say about a user.

import type { Claims, LoginClient, Scopes, View } from '../../index.ts';
import type { Records } from '../records.ts';
import { type HeldRole, heldRoles } from './roles.ts';
import { API_AUDIENCE, hasScope, PREFIXES, projectsOf, valuesOf } from './scopes.ts';
import { userWithId } from './users.ts';

type RecordsView = View<Records>;
type Client = LoginClient | undefined;

/** The project of the client, and whatever the scopes name. */
export function audience(_: RecordsView, client: Client, scopes: Scopes): readonly string[] {
  return [...new Set([...(client ? [client.project.id] : []), ...projectsOf(scopes)])];
}

/** What is told to whoever shows a token: the standard claims (OpenID Connect Core 1.0, section 5.4), and the assertions. */
export function claims(records: RecordsView, userId: string, client: Client, scopes: Scopes): Claims {
  const user = records.users.get(userId);
  const loginName = userWithId(records, userId)?.loginName;
  const { human, machine } = user ?? {};
  return {
    ...(scopes.has('profile') && {
      name: human?.displayName ?? machine?.name,
      preferred_username: loginName,
      updated_at: user && Math.floor(Date.parse(user.changeDate) / 1000),
      ...(human && { given_name: human.firstName, family_name: human.lastName, locale: human.preferredLanguage }),
    }),
    ...(scopes.has('email') && human && { email: human.email, email_verified: true }),
    ...(scopes.has('phone') &&
      human?.phone !== undefined && { phone_number: human.phone, phone_number_verified: true }),
    ...assertions(records, userId, client, scopes),
  };
}

/** What stands in tokens themselves: roles, where a scope asks for them or the project wants it, and the organization of the user. */
export function assertions(records: RecordsView, userId: string, client: Client, scopes: Scopes): Claims {
  return { ...roleClaims(records, userId, client, scopes), ...ownerClaims(records, userId, scopes) };
}

function roleClaims(records: RecordsView, userId: string, client: Client, scopes: Scopes): Claims {
  const own = client?.project.id;
  const asked = new Set(valuesOf(scopes, 'org:project:role:'));
  const organizations = new Set(valuesOf(scopes, 'org:roles:id:'));
  const all = hasScope(scopes, 'org:projects:roles');
  const projects = all ? projectsOf(scopes).filter((id) => id !== API_AUDIENCE) : [];
  const isAsserted = own !== undefined && (all || (records.projects.get(own)?.projectRoleAssertion ?? false));
  const isTold = ({ key, projectId, organizationId }: HeldRole) => {
    if (organizations.size > 0 && !organizations.has(organizationId)) return false;
    return projectId === own ? isAsserted || asked.has(key) : projects.includes(projectId);
  };
  const held = Map.groupBy(heldRoles(records, userId).filter(isTold), ({ projectId }) => projectId);
  const told = [...held].flatMap(([projectId, roles]) => {
    const value = byKey(records, roles);
    const names = [`org:project:${projectId}:roles`, ...(projectId === own ? ['org:project:roles'] : [])];
    return names.map((name) => named(name, value));
  });
  return Object.assign({}, ...told);
}

/** A claim under either prefix. */
function named(name: string, value: unknown): Claims {
  return Object.fromEntries(PREFIXES.map((prefix) => [prefix + name, value]));
}

/** Role keys to the organizations that gave them, with their domain. */
function byKey({ organizations }: RecordsView, roles: readonly HeldRole[]): Claims {
  const keys = Map.groupBy(roles, ({ key }) => key);
  return Object.fromEntries(
    [...keys].map(([key, given]) => [
      key,
      Object.fromEntries(
        given.map(({ organizationId }) => [organizationId, organizations.get(organizationId)?.primaryDomain ?? '']),
      ),
    ]),
  );
}

function ownerClaims({ users, organizations }: RecordsView, userId: string, scopes: Scopes): Claims {
  const organization = organizations.get(users.get(userId)?.resourceOwner ?? '');
  const [limit] = valuesOf(scopes, 'org:id:');
  const [domain] = valuesOf(scopes, 'org:domain:primary:');
  const isTold = hasScope(scopes, 'user:resourceowner') || limit !== undefined;
  return {
    ...(organization &&
      isTold && {
        ...named('user:resourceowner:id', organization.id),
        ...named('user:resourceowner:name', organization.name),
        ...named('user:resourceowner:primary_domain', organization.primaryDomain),
      }),
    ...(limit !== undefined && named('org:id', limit)),
    ...(domain !== undefined && named('org:domain:primary', domain)),
  };
}
