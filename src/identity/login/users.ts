// Users who can log in: active users of active organizations.

import type { LoginMachine, LoginOrganization, LoginUser, View } from '../../index.ts';
import { organizationsByDomain, usersByName } from '../indexes.ts';
import type { Organization, Records, User } from '../records.ts';

type RecordsView = View<Records>;

export function userWithId(records: RecordsView, id: string): LoginUser | undefined {
  return asLogin(records, records.users.get(id));
}

/** Names are unique within an organization only, so a name without its domain may be ambiguous. */
export function userNamed(records: RecordsView, loginName: string): LoginUser | undefined {
  const named = (name: string) => [...records.users.group(usersByName, name.toLowerCase()).values()];
  const whole = only(named(loginName));
  if (whole) return asLogin(records, whole);
  const at = loginName.lastIndexOf('@');
  if (at === -1) return undefined;
  const domain = loginName.slice(at + 1).toLowerCase();
  const organizations = [...records.organizations.group(organizationsByDomain, domain).values()].map(({ id }) => id);
  const inside = named(loginName.slice(0, at)).filter(({ resourceOwner }) => organizations.includes(resourceOwner));
  return asLogin(records, only(inside));
}

/** Human users, by organization and name: machines have no login page. */
export function usersToShow(records: RecordsView): readonly LoginUser[] {
  const users = [...records.users.values()]
    .filter(({ human }) => human)
    .flatMap((user) => asLogin(records, user) ?? []);
  // A locale order, equal on every machine. Created on demand: the first collator of a process is slow.
  const { compare } = new Intl.Collator('en');
  return users.sort(
    (a, b) =>
      compare(a.organization?.name ?? '', b.organization?.name ?? '') ||
      compare(a.organization?.id ?? '', b.organization?.id ?? '') ||
      compare(a.displayName, b.displayName) ||
      compare(a.loginName, b.loginName),
  );
}

export function isPassword(records: RecordsView, userId: string, password: string): boolean {
  const human = records.users.get(userId)?.human;
  return human !== undefined && (human.password === undefined || human.password === password);
}

export function machineKnownAs(records: RecordsView, nameOrId: string): LoginMachine | undefined {
  const user = userWithId(records, nameOrId) ?? userNamed(records, nameOrId);
  const machine = user && records.users.get(user.id)?.machine;
  if (!machine) return undefined;
  return { user, keys: machine.keys ?? [], ...(machine.secret !== undefined && { secret: machine.secret }) };
}

/** An active organization for display; undefined for others. */
export function asOrganization(organization: Organization | undefined): LoginOrganization | undefined {
  if (organization?.state !== 'ORG_STATE_ACTIVE') return undefined;
  return { id: organization.id, name: organization.name };
}

function asLogin(records: RecordsView, user: User | undefined): LoginUser | undefined {
  if (user?.state !== 'USER_STATE_ACTIVE') return undefined;
  const owner = records.organizations.get(user.resourceOwner);
  const organization = asOrganization(owner);
  if (!organization) return undefined;
  return {
    id: user.id,
    loginName: `${user.userName}@${owner?.primaryDomain}`,
    displayName: user.human?.displayName ?? user.machine?.name ?? user.userName,
    kind: user.human ? 'human' : 'machine',
    organization,
  };
}

function only<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined;
}
