// The claims of tokens about a user.

import type { Claims, ClaimsPlace, LoginClient, Scopes, View } from '../../index.ts';
import type { Records } from '../records.ts';
import { clientIdsOf } from './client.ts';
import { roleClaims } from './role-claims.ts';
import { hasScope, namedScopes, projectsOf, valuesOf } from './scopes.ts';
import { userWithId } from './users.ts';

type RecordsView = View<Records>;
type Client = LoginClient | undefined;

/** All clients of the client's project, the project, and whatever projects the scopes name. */
export function audience(records: RecordsView, client: Client, scopes: Scopes): readonly string[] {
  const own = client ? [...clientIdsOf(records, client.project.id), client.project.id] : [];
  return [...new Set([...own, ...projectsOf(scopes)])];
}

/** The claims of userinfo and introspection: standard claims (OpenID Connect Core 1.0, section 5.4), and assertions. */
export function claims(
  records: RecordsView,
  userId: string,
  client: Client,
  scopes: Scopes,
  place: ClaimsPlace,
): Claims {
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
    ...assertions(records, userId, client, scopes, place),
  };
}

/** The claims in tokens: roles, and the organization of the user. */
export function assertions(
  records: RecordsView,
  userId: string,
  client: Client,
  scopes: Scopes,
  place: ClaimsPlace,
): Claims {
  return { ...roleClaims(records, userId, client, scopes, place), ...ownerClaims(records, userId, scopes) };
}

function ownerClaims({ users, organizations }: RecordsView, userId: string, scopes: Scopes): Claims {
  const organization = organizations.get(users.get(userId)?.resourceOwner ?? '');
  const [limit] = valuesOf(scopes, 'org:id:');
  const [domain] = valuesOf(scopes, 'org:domain:primary:');
  const isIncluded = hasScope(scopes, 'user:resourceowner') || limit !== undefined;
  return {
    ...(organization &&
      isIncluded && {
        ...namedScopes('user:resourceowner:id', organization.id),
        ...namedScopes('user:resourceowner:name', organization.name),
        ...namedScopes('user:resourceowner:primary_domain', organization.primaryDomain),
      }),
    ...(limit !== undefined && namedScopes('org:id', limit)),
    ...(domain !== undefined && namedScopes('org:domain:primary', domain)),
  };
}
